// The switch between light and dark; unless one is chosen, the page follows the system.

import { drawing } from "./common.js";
import { say } from "./say.js";

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const MOON = '<svg xmlns="http://www.w3.org/2000/svg" class="icon" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" viewBox="0 0 24 24" aria-hidden="true"><path d="M20 14A8 8 0 1110 4a6.5 6.5 0 0010 10z"/></svg>';
const KEY = "rcwkit.theme";
const dark = () => root.classList.contains("dark") || (system.matches && !root.classList.contains("light"));
const button = document.createElement("button");
button.type = "button";
button.id = "dark";
button.append(drawing(MOON), say("Dark"));

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
const nav = document.querySelector("header nav");
const search = document.getElementById("search"); // in the head of a companion, before what it finds
if (search) search.before(button);
else nav.insertBefore(button, nav.querySelector("#print")); // printing comes last
const home = document.getElementById("home");
if (home && /^\/[^/]+\/game\//.test(location.pathname)) Object.assign(home, { href: "../../", hidden: false }); // through the front door
wear(chosen());
