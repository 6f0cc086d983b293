// The server's answers. A page without a server has a module of the same name that finds them itself.

import { download } from "./common.js";

/** What the button for a sheet says. */
export const SHEET = "Sheet (PDF)";

/** JSON from the server: a question when there is `data`. Throws with the server's words. */
export async function ask(address, data) {
  const sent = data === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) };
  const answer = await fetch(address, sent);
  if (!answer.ok) throw new Error(await refusal(answer));
  return answer.json();
}

/** Hand the user the sheet of a record: the set-up as rolled, or the roll alone. */
export async function sheet(record) {
  const answer = await fetch("sheet", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ record }) });
  if (!answer.ok) throw new Error(await refusal(answer));
  download(await answer.blob(), `${record.procedure}.pdf`);
}

/** The server's words for what it did not do. */
async function refusal(answer) {
  const said = await answer.json().catch(() => ({}));
  const hints = (said.hints ?? []).filter((hint) => hint);
  return [said.error ?? `the server answers ${answer.status}`, ...hints].join("; ");
}
