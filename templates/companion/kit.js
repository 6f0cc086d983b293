// What the roller rolls, in the companion: the kit in its page. The preview asks its server.

import { all } from "./parts.js";
import { answer, read } from "./rolling.js";
import { say } from "./say.js";

let kit = null; // read when it is first asked: it takes a phone a while

/** The answer to a question. Throws errors with messages for people. */
export async function ask(asked, data) {
  // It stands behind the scripts, so that they show the page before it is there.
  await all;
  return answer((kit ??= read(document.getElementById("kit").textContent)), asked, data);
}

/** Label of the sheet button. */
export const SHEET = () => say("Print");

/** The page prints itself; its print style shows only the roll and the set-up. */
export async function sheet() {
  print();
}
