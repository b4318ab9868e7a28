// Sentences of the server in the reader's language.
import assert from "node:assert/strict";
import { test } from "node:test";
import german from "../assets/words/de.js";
import english from "../assets/words/en.js";
import { counted, filled, isSaid, said, speak } from "../assets/words/index.js";
import { noted, phrase, refusal } from "../assets/words/phrases.js";

const CLOSES = { form: "closes the mill {0}", values: ["a7-d7-g7"] };
const LEAVES = { form: "leaves {0} {1} men", values: [{ form: "White" }, "4"] };
const ANSWER = { sentence: "closes the mill a7-d7-g7; leaves White 4 men.", reasons: [CLOSES, LEAVES] };

test("English is told as the server tells it, with a capital", () => {
  speak("en", english, {});
  assert.equal(phrase(ANSWER), "Closes the mill a7-d7-g7; leaves White 4 men.");
  assert.equal(phrase(null), "");
});

test("another language says forms and what is inside them", () => {
  speak("de", german, { "closes the mill {0}": "schließt die Mühle {0}", "leaves {0} {1} men": "lässt {0} {1} Steine", White: "Weiß" });
  assert.equal(phrase(ANSWER), "Schließt die Mühle a7-d7-g7; lässt Weiß 4 Steine.");
});

test("one form without words leaves the whole sentence English", () => {
  speak("de", german, { "closes the mill {0}": "schließt die Mühle {0}", "leaves {0} {1} men": "lässt {0} {1} Steine" });
  assert.equal(phrase(ANSWER), "Closes the mill a7-d7-g7; leaves White 4 men.");
});

test("the games' words come before the page's, and what nobody knows stays", () => {
  speak("de", german, { points: "Zähler" });
  assert.deepEqual(["points", "quiet move", "xyzzy"].map(said), ["Zähler", "ein ruhiger Zug", "xyzzy"]);
  assert.deepEqual([isSaid("quiet move"), isSaid("xyzzy"), isSaid("toString")], [true, false, false]);
});

test("places are filled in any order, and what is counted agrees with its number", () => {
  assert.equal(filled("{1} before {0}", ["b", 7]), "7 before b");
  speak("en", english, { "1 mill countdown": "A draw in 1 more move without a mill.", "{0} mill countdown": "A draw in {0} more moves without a mill." });
  assert.deepEqual([1, 12].map((n) => counted(n, "mill countdown")), ["A draw in 1 more move without a mill.", "A draw in 12 more moves without a mill."]);
  assert.equal(counted(3, "sand clock"), null);
});

test("a refusal is told by its form, or quoted", () => {
  speak("de", german, {});
  assert.equal(refusal({ error: "there is no run 17", form: "there is no run {0}", values: ["17"] }), "Es gibt keinen Lauf 17.");
  assert.match(refusal({ error: "the moon is full" }), /Der Server sagt auf Englisch: „The moon is full\.“/);
  speak("en", english, {});
  assert.equal(refusal({ error: "the moon is full", form: "the moon is {0}", values: ["full"] }), "The moon is full.");
});

test("what is said beside values is told by its form, or as it came", () => {
  speak("de", german, {});
  const form = "{0} points more than the opponent are sure by {1} and then answering every stone by its image";
  assert.equal(
    noted({ note: "8 points more …", caveat: { form, values: ["8", "5,5"] } }),
    "8 Punkte mehr als der Gegner sind sicher: 5,5 spielen, dann jeden Stein mit seinem Spiegelbild beantworten.",
  );
  assert.equal(noted({ note: "the moon is full" }), "The moon is full.");
  assert.equal(noted({ note: "the moon is full", caveat: { form: "the moon is {0}", values: ["full"] } }), "The moon is full.");
});
