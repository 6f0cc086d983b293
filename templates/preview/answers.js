// The server's answers.

import { say } from "./say.js";

/** What tells this window from others, also after a reload: each takes back its own edits. */
const WINDOW = (() => {
  const made = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
  try {
    const known = sessionStorage.getItem("rcwkit.window") ?? made;
    sessionStorage.setItem("rcwkit.window", known);
    return known;
  } catch {
    return made;
  }
})();

/** JSON from the server; POST if there is `data`. Throws errors with the server's messages. */
export async function ask(address, data) {
  return (await get(address, data)).json();
}

/** The same, as a response: other data than JSON. */
export async function get(address, data) {
  const sent = data === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...data, window: WINDOW }) };
  const answer = await fetch(address, sent);
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

/** JSON from the server, which takes a file. Throws as `ask` does. */
export async function send(address, file) {
  const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/octet-stream", "X-Name": encodeURIComponent(file.name) }, body: file });
  if (!answer.ok) throw answer.status === 413 ? new Error(say("{name} is too large", { name: file.name })) : await refusal(answer);
  return answer.json();
}

/** The server's error, with the problems that it found: message, hint, and the path of their entry. */
async function refusal(answer) {
  const said = await answer.json().catch(() => ({}));
  const hints = (said.hints ?? []).filter((hint) => hint);
  const words = [said.error ?? say("the server replied with status {status}", { status: answer.status }), ...hints].join("; ");
  return Object.assign(new Error(words), { problems: said.problems, conflicts: said.conflicts });
}
