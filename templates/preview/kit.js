// What the roller rolls, in the preview: the game as it is now, asked of the server. The companion's page holds its kit.

import { get } from "./answers.js";
import { download } from "./common.js";
import { answer, read } from "./rolling.js";
import { say } from "./say.js";

let kit = { hash: "" };

/** The answer to a question. Throws errors with messages for people, also while the game has errors. */
export async function ask(asked, data) {
  kit = read(await (await get(`kit/${kit.hash}`)).text()) ?? kit; // null if it is the same
  return answer(kit, asked, data);
}

/** Label of the sheet button. */
export const SHEET = () => say("Sheet (PDF)");

/** Download the sheet of a record: the set-up as rolled, or the roll alone. */
export async function sheet(record) {
  download(await (await get("sheet", { record })).blob(), `${record.procedure}.pdf`);
}
