// Runs before the first paint, so that a dark page never flashes white. A file of its own, because the
// content security policy allows no inline script.
(() => {
  let choice = "auto";
  try {
    choice = localStorage.getItem("mantine-color-scheme-value") || "auto";
  } catch {
    // Storage is blocked: follow the system.
  }
  const dark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();
