// What the roller asks of the game on the table, and tells it: in the preview there is none, and answers are the browser's.

export { answered, keepAnswers } from "./saved.js";
export const known = () => null;
export const answering = () => () => null;
export const sideOf = () => null;
export const signOf = () => null;
export const drawn = () => null;
export const inShort = () => "";
export const told = async () => {};
