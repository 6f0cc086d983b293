// The server's answers.

import { say } from "./say.js";

/** JSON from the server; POST if there is `data`. Throws errors with the server's messages. */
export async function ask(address, data) {
  return (await get(address, data)).json();
}

/** The same, as a response: other data than JSON. */
export async function get(address, data) {
  const sent = data === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) };
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
