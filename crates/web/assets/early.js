// Runs before anything is drawn: applies the reader's choice of light or dark, so that no page flashes in the other,
// and loads the words of one language.
try {
  const theme = localStorage.getItem("ninefold.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser without storage follows the system.
}
{
  let chosen = "";
  try {
    chosen = localStorage.getItem("ninefold.language") ?? "";
  } catch {
    // A browser without storage uses its own language.
  }
  const wanted = [chosen, ...navigator.languages].map((code) => code.slice(0, 2).toLowerCase());
  const language = wanted.find((code) => ["en", "de"].includes(code)) ?? "en";
  const script = document.currentScript;
  if (script instanceof HTMLScriptElement) {
    // Chooses like words/index.js, before that is loaded.
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: new URL(`words/${language}.js`, script.src).href }));
  }
  // A page whose files fail to load says so, with text defined here, and reloads when its server answers.
  addEventListener(
    "error",
    (/** @type {Event} */ event) => {
      const content = document.getElementById("content");
      const ours = event instanceof ErrorEvent || event.target instanceof HTMLScriptElement;
      if (!ours || !content || content.childElementCount > 0) return;
      const told = document.createElement("h1");
      told.textContent = { en: "The server does not respond. This page returns when it does.", de: "Der Server antwortet nicht. Sobald er wieder da ist, ist es auch diese Seite." }[language] ?? "";
      const again = Object.assign(document.createElement("button"), { className: "button primary", textContent: { en: "Try again", de: "Nochmals versuchen" }[language], onclick: () => location.reload() });
      const page = Object.assign(document.createElement("div"), { className: "page problem" });
      page.setAttribute("role", "alert");
      page.append(told, again);
      content.append(page);
      setInterval(() => fetch("/api/catalogue").then((answer) => answer.ok && location.reload(), () => {}), 2000);
    },
    true,
  );
}
