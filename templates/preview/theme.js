// The switch between light and dark; unless one is chosen, the page follows the system.

import { say } from "./say.js";

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const KEY = "rcwkit.theme";
const dark = () => root.classList.contains("dark") || (system.matches && !root.classList.contains("light"));
const button = document.createElement("button");
button.type = "button";
button.id = "dark";
button.textContent = say("Dark");

function chosen() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function wear(theme) {
  root.classList.toggle("dark", theme === "dark");
  root.classList.toggle("light", theme === "light");
  button.setAttribute("aria-pressed", String(dark()));
}

button.addEventListener("click", () => {
  const theme = dark() ? "light" : "dark";
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It is only of the moment then.
  }
  wear(theme);
});
system.addEventListener("change", () => wear(chosen()));
addEventListener("storage", (event) => event.key === KEY && wear(event.newValue));
document.querySelector("header nav").append(button);
const home = document.getElementById("home");
if (home && /^\/[^/]+\/game\//.test(location.pathname)) Object.assign(home, { href: "../../", hidden: false }); // through the front door
wear(chosen());
