// Codes as they are read out, with a check of what they roll, like dice/spoken.py.

import { ALPHABET, CodeError } from "./codes.js";
import { canonical } from "./record.js";
import { sha256, utf8 } from "./sha256.js";

/** A code with its check; the facts are those of a record. */
export const withCheck = (code, facts) => `${code}.${check(facts)}`;

/** A code without its check. Throws CodeError if it is one of another roll. */
export function withoutCheck(text, facts) {
  const [code, ...rest] = text.split(".");
  const plain = rest.join(".").toUpperCase().replace(/[- ]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  if (rest.length && plain !== check(facts)) {
    throw new CodeError("this code is of another procedure, or of other answers: give those, or use the link of the roll");
  }
  return code;
}

function check({ procedure, scenario, inputs }) {
  const [first, second] = sha256(utf8(canonical({ procedure, scenario, inputs })));
  const number = (first * 256 + second) >> 1;
  return [10, 5, 0].map((shift) => ALPHABET[(number >> shift) & 31]).join("");
}
