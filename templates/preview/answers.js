// The server's answers. A page without a server has a module of the same name that computes them.

import { download } from "./common.js";
import { say } from "./say.js";

/** Label of the sheet button. */
export const SHEET = () => say("Sheet (PDF)");

/** JSON from the server; POST if there is `data`. Throws errors with the server's messages. */
export async function ask(address, data) {
  const sent = data === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) };
  const answer = await fetch(address, sent);
  if (!answer.ok) throw new Error(await refusal(answer));
  return answer.json();
}

/** The box in which a marker stands: the preview has no tracks. */
export const standing = () => null;

/** Download the sheet of a record: the set-up as rolled, or the roll alone. */
export async function sheet(record) {
  const answer = await fetch("sheet", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ record }) });
  if (!answer.ok) throw new Error(await refusal(answer));
  download(await answer.blob(), `${record.procedure}.pdf`);
}

/** The server's error message. */
async function refusal(answer) {
  const said = await answer.json().catch(() => ({}));
  const hints = (said.hints ?? []).filter((hint) => hint);
  return [said.error ?? say("the server replied with status {status}", { status: answer.status }), ...hints].join("; ");
}
