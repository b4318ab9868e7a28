// A class plays a plan: the teacher makes it and looks on, a pupil joins by the code on a phone, by a name that is not localhost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, assertNoErrors, click, idOf, waitForCount, waitForMoves, waitForText } from "./lib/page.mjs";
import { PHONE } from "./lib/everywhere.mjs";
import { base, device, hostDevice, nearby } from "./lib/suite.mjs";

nearby();

test("a teacher makes a plan, a pupil plays it on a phone, and the teacher sees every move", async () => {
  const teacher = await hostDevice({ acceptDownloads: true });
  const pupil = await device(PHONE);
  await teacher.page.goto(`${base()}/study`);
  await teacher.page.getByRole("button", { name: "A class, on their own devices" }).click();
  await teacher.page.getByLabel("Name of the class").fill("Class 9b");
  // One line: a game of tic-tac-toe.
  await waitForCount(teacher.page.locator(".plan tbody tr"), 1);
  await teacher.page.getByRole("button", { name: "Add a line" }).click();
  await teacher.page.getByRole("button", { name: "Remove line 1" }).click();
  await waitForCount(teacher.page.locator(".plan tbody tr"), 1);
  await teacher.page.locator(".plan select").first().selectOption("mnk:3,3,3");
  await teacher.page.locator(".plan input").fill("2");
  await teacher.page.getByRole("combobox", { name: "Opponent" }).selectOption("random");
  await teacher.page.getByRole("button", { name: "Create the code" }).click();
  await addressOf(teacher.page, /\/study\/class\//);
  await teacher.page.locator(".qr").waitFor();
  const code = await teacher.page.locator(".big-code").evaluate((element) => element.textContent ?? "");
  assert.match(code, /^[a-z]+-[a-z]+-\d\d$/);
  await teacher.page.getByText("Nobody has joined yet.").waitFor();

  // However the code is typed, it is found.
  await pupil.page.goto(`${base()}/join/${code.toUpperCase()}`);
  await pupil.page.getByText("2 games against the computer.").waitFor();
  await pupil.page.getByLabel("What should the others call you?").fill("Ada");
  await pupil.page.getByRole("button", { name: "Enter" }).click();
  await pupil.page.getByText("2 games to play").waitFor();
  const study = await addressOf(pupil.page, /\/study\//);
  await teacher.page.getByRole("link", { name: "Ada", exact: true }).waitFor();
  await teacher.page.getByText("between games").waitFor();

  await pupil.page.getByRole("button", { name: "Play the next game" }).click();
  await pupil.page.getByText("This game counts: no hints, no analysis, no takebacks.").first().waitFor();
  for (const button of ["Hint", "Analyse", "Undo", "Values", "Ask to take back", "Offer a draw"]) await waitForCount(pupil.page.getByRole("button", { name: button }), 0);
  await click(pupil.page, "2,2");
  await waitForMoves(pupil.page, 2);
  await waitForText(teacher.page.locator(".class-now"), /at move 3/);
  await waitForCount(teacher.page.locator(".class-now .dot.here"), 1);
  const first = await idOf(pupil.page);

  // Gone and back by the same link: the browser is known, and the game goes on where it was.
  await pupil.page.goto("about:blank");
  await waitForText(teacher.page.locator(".class-now"), /not connected/);
  await pupil.page.goto(`${base()}/join/${code}`);
  assert.equal(await addressOf(pupil.page, /\/study\//), study);
  await pupil.page.getByRole("button", { name: "Continue the game" }).click();
  await waitForMoves(pupil.page, 2);
  assert.equal(await idOf(pupil.page), first);

  // The teacher looks on and plays nothing.
  await teacher.page.getByRole("link", { name: "Watch Ada" }).click();
  await waitForMoves(teacher.page, 2);
  await waitForText(teacher.page.locator(".presence"), /Ada: here/);
  await waitForCount(teacher.page.locator(".drawing .can-put"), 0);
  await teacher.page.goBack();

  await pupil.page.getByRole("button", { name: "Resign" }).first().click();
  await pupil.page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await pupil.page.locator(".endings").getByRole("link", { name: "Back to the study" }).click();
  await pupil.page.getByText("1 game to play").waitFor();
  await waitForText(teacher.page.locator(".class-done"), /^1 \/ 2/);
  const [download] = await Promise.all([teacher.page.waitForEvent("download"), teacher.page.getByRole("link", { name: "Every game as CSV" }).click()]);
  assert.equal(download.suggestedFilename(), "games.csv");

  // A name that does not do, and a code that is closed.
  await teacher.page.getByRole("button", { name: "Rename Ada" }).click();
  await teacher.page.getByLabel("New name of Ada").fill("Ada L.");
  await teacher.page.getByRole("button", { name: "Save", exact: true }).click();
  await teacher.page.getByRole("link", { name: "Ada L.", exact: true }).waitFor();
  await teacher.page.getByRole("button", { name: "Close the class to new people" }).click();
  await teacher.page.getByText("Nobody else can join.").waitFor();

  // All that is kept of somebody is a file, and can be forgotten: by the pupil, and by the teacher.
  pupil.page.on("dialog", (dialog) => dialog.accept());
  await pupil.page.getByRole("link", { name: "All studies" }).click();
  await pupil.page.getByRole("link", { name: "Save as a file" }).waitFor();
  await pupil.page.getByRole("button", { name: "Forget me" }).click();
  await pupil.page.getByText("You have been forgotten here.").waitFor();
  await teacher.page.getByRole("link", { name: "#1", exact: true }).waitFor();
  await teacher.page.goto(`${base()}/class`);
  await teacher.page.getByText("People and bots").click();
  await teacher.page.getByText("Nobody has joined by a link or a code yet.").waitFor();
  for (const { troubles } of [teacher, pupil]) assertNoErrors(troubles);
  for (const { context } of [teacher, pupil]) await context.close();
});
