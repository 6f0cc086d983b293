// The turn as the data have it: its phases, their steps, and what is rolled in each.

const turn = JSON.parse(document.getElementById("turn-data").textContent);

export const phases = turn.phases;
export const rounds = turn.rounds;
export const phaseTitle = (number) => phases[number]?.title ?? "";
