// Before anything is drawn: the reader's choice of light or dark, so that no page flashes in the other.
try {
  const theme = localStorage.getItem("ninefold.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
