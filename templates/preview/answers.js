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
  if (!answer.ok) throw new Error(await refusal(answer));
  return answer;
}

/** The server's error message. */
async function refusal(answer) {
  const said = await answer.json().catch(() => ({}));
  const hints = (said.hints ?? []).filter((hint) => hint);
  return [said.error ?? say("the server replied with status {status}", { status: answer.status }), ...hints].join("; ");
}
