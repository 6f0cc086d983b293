// A game that several phones play over the preview, whose server keeps the state on which all agreed.

import { by, drawing, el, fill } from "./common.js";
import { read, write } from "./kept.js";
import { picture } from "./qr.js";
import { say } from "./say.js";
import { begin, game, games, keep, open, sent, settle, share } from "./state.js";
import { common, merged } from "./steps.js";

const PLAYED = () => say("Several phones play this game.");
const LOST = () => say("The preview does not answer: what is done here is kept, and sent when it does.");
const OWN = "answers|"; // what a form holds is its phone's
const parts = (facts, fits) => Object.fromEntries(Object.entries(facts).filter(([key]) => fits(key)));
const shared = () => {
  const { facts, steps, undone } = sent();
  return { facts: parts(facts, (key) => !key.startsWith(OWN)), steps, undone };
};
/** How many steps the server and this phone last had alike, and how many of them stand here; none of another start of the server. */
function agreed() {
  const kept = read(`live.${game().live}`, {});
  return kept.since === since ? kept : { since, steps: 0, left: 0 };
}

let number = 0; // of the state that the server has
let known = ""; // that state
let busy = false;
let missed = false; // whether something changed while it was sent
let heard = null; // the number that the server told last
let since = null; // what tells a start of the server from others
let events = null;
let followed = null;
let away = false; // whether the server does not answer
let reading = 0; // the time for which it is told what was not done

async function ask(address, data) {
  const answer = await fetch(address, data && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
  if (!answer.ok && answer.status !== 409) throw new Error(answer.statusText);
  return { taken: answer.ok, ...(await answer.json()) };
}

/** The server has this state now. */
function agree(at, state) {
  [number, known] = [at, JSON.stringify(state)];
  write(`live.${game().live}`, { since, steps: state.steps.length, left: state.steps.length });
}

/** Take over what others did, and make the own steps after it that they do not know. */
function adopt({ number: at, state: theirs }) {
  const mine = shared();
  const { steps, left } = agreed();
  const undone = left < steps && common(mine, theirs) === left;
  const next = merged(mine, theirs, left);
  const lost = next.steps.slice(theirs.steps.length).filter((step) => step.lost);
  agree(at, theirs);
  settle({ ...next, facts: { ...next.facts, ...parts(sent().facts, (key) => key.startsWith(OWN)) } });
  if (lost.length) tell("lost", el("a", { href: "#log" }, say("Another phone was first: see the log for what was not done.")));
  else if (undone) tell("lost", say("Another phone went on meanwhile: nothing was taken back."));
}

/** Send what changed here, fetch what changed there, until both are the same. */
async function meet() {
  if (busy) return (missed = true);
  const live = game().live;
  busy = true;
  try {
    do {
      missed = false;
      if (heard !== null && heard !== number) adopt(await ask(`game/${live}`));
      const state = shared();
      if (JSON.stringify(state) === known) continue;
      const answer = await ask("game", { name: live, number, state });
      if (answer.taken) agree(answer.number, state);
      else adopt(answer);
      heard = Math.max(heard ?? 0, answer.number);
      missed ||= JSON.stringify(shared()) !== known;
    } while (missed && live === game().live);
    tell("on", PLAYED());
  } catch {
    tell("off", LOST());
  }
  busy = false;
}

/** Tell how it stands; what was not done stays for a while, to be read. */
function tell(state, ...what) {
  away = state === "off";
  if (reading && state !== "lost") return;
  by("live").hidden = false;
  by("live").className = state;
  fill(by("live"), ...what);
  clearTimeout(reading);
  reading = state === "lost" ? setTimeout(() => ((reading = 0), away ? tell("off", LOST()) : tell("on", PLAYED())), 30_000) : 0;
}

/** Note steps that both had and that were taken back here: those made in their place are not known there. */
function stepped() {
  const kept = agreed();
  const { length } = shared().steps;
  if (length < kept.left) write(`live.${game().live}`, { ...kept, left: length });
}

/** Follow the game that is open, if several phones play it. */
function follow() {
  const { live } = game();
  if (live === followed) return live && JSON.stringify(shared()) !== known ? (stepped(), meet()) : null;
  events?.close();
  clearTimeout(reading);
  reading = 0;
  [followed, number, known, heard] = [live, 0, "", null];
  by("live").hidden = !live;
  if (!live) return null;
  events = new EventSource("live");
  events.onmessage = ({ data }) => {
    const said = JSON.parse(data);
    // A preview that was started anew knows no game: the first phone brings it.
    if (said.since !== since) [since, number, known] = [said.since, 0, ""];
    heard = said.games[live] ?? null;
    if (heard !== number || away) meet();
  };
  events.onerror = () => tell("off", LOST());
  return null;
}

const name = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36).padStart(2, "0")).join("");

/** The address at which another phone joins: it opens the companion alone. */
async function invite() {
  if (!game().live) share(name());
  keep({ name: game().name });
  follow();
  const { token } = await ask("guest");
  const link = `${location.origin}${location.pathname.replace(/^\/[^/]+/, `/${token}`)}#join=${game().live}`;
  const local = /^(localhost|127\.)/.test(location.hostname);
  fill(
    by("game-said"),
    el("input", { readonly: true, value: link, "aria-label": say("Link to join this game"), onfocus: ({ target }) => target.select() }),
    drawing(picture(link, say("QR code of the link"))),
    el("small", {}, local ? say("Only this device opens this address. For other phones, start the preview with --host and the address of this machine in your network.") : say("Whoever opens this address on a phone in your network plays along. It leads to the companion alone, not to the files of the game.")),
  );
  by("game-said").firstChild.focus();
}

function arrived() {
  const live = /^#join=([a-z0-9]{8,40})$/.exec(location.hash)?.[1];
  if (!live) return;
  history.replaceState(null, "", "#turn");
  dispatchEvent(new Event("hashchange"));
  const there = games().find((one) => one.live === live);
  if (there) open(there.id);
  else {
    ask(`game/${live}`).then(
      ({ state }) => begin(state.facts.name ?? "", state, live),
      () => tell("off", say("This preview has no such game: open it first on the phone that began it.")),
    );
  }
}

by("game-live").addEventListener("click", () => invite().catch((error) => fill(by("game-said"), error.message)));
addEventListener("state", follow);
addEventListener("online", () => game().live && meet());
addEventListener("hashchange", arrived);
follow();
arrived();
