// Sources of faces, like dice/sources.py: a seed (rcw-dice/1), players, a face code, or a record.

import { CodeError, decode, encode } from "./codes.js";
import { hmac, utf8 } from "./sha256.js";

export const SCHEME = "rcw-dice/1";

export class DiceError extends Error {}

/** Thrown when the typed faces have run out. */
export class NeedsFace extends DiceError {
  constructor(path, sides, given) {
    super(`too few faces: ${given} given, the next die is ${path} (d${sides})`);
    Object.assign(this, { path, sides });
  }
}

/** The first 32-bit word of the path's digests that is not biased towards low faces. */
function faceOf(seed, path, sides) {
  const limit = Math.floor(2 ** 32 / sides) * sides;
  for (let block = 0; ; block += 1) {
    const digest = new DataView(hmac(seed, utf8(`${SCHEME}|${path}|${block}`)).buffer);
    for (let start = 0; start < 32; start += 4) {
      const word = digest.getUint32(start);
      if (word < limit) return (word % sides) + 1;
    }
  }
}

/**
 * A seeded source: `face(path, sides)` is [a face from 1, whether a person typed it]; `close` rejects leftover faces.
 */
export const seeded = (seed) => ({ seed, face: (path, sides) => [faceOf(seed, path.normalize("NFC"), sides), false], close() {} });

/** Faces in order; `behind` rolls those that are null. `shown` collects every face. */
export function typed(faces, behind, shown = []) {
  let used = 0;
  const next = (path, sides) => {
    if (used >= faces.length) throw new NeedsFace(path, sides, faces.length);
    const value = faces[used];
    used += 1;
    if (value === null && !behind) throw new DiceError(`face ${used} is left blank, and there is no seed to roll it`);
    if (value === null) return behind.face(path, sides);
    const face = value === 0 && sides === 10 ? 10 : value;
    if (!(face >= 1 && face <= sides)) throw new DiceError(`face ${used} is ${face}, but ${path} is a d${sides}`);
    return [face, true];
  };
  return {
    face(path, sides) {
      const found = next(path, sides);
      shown.push(found[0]);
      return found;
    },
    close() {
      if (used < faces.length) throw new DiceError(`too many faces: ${faces.length} given, the procedure needs ${used}`);
    },
  };
}

/** Faces from a code. Throws CodeError. */
export function faceCode(code) {
  if (!code.toUpperCase().startsWith("F-")) throw new CodeError("a face code begins with F-");
  let [rest] = decode(code.slice(2));
  return {
    face(path, sides) {
      if (rest < 2n && sides > 1) throw new DiceError(`the face code ends before ${path}`);
      const face = Number(rest % BigInt(sides)) + 1;
      rest /= BigInt(sides);
      return [face, true];
    },
    close() {
      if (rest !== 1n) throw new DiceError("the face code continues after the last die");
    },
  };
}

/** Faces from a record's rolls, by the path of each die; `behind` rolls dice that are missing or of another size. */
export function recorded(rolls, behind) {
  const dice = new Map();
  const attempts = new Map();
  for (const { path, attempt, faces, typed: byHand, card } of rolls) {
    if (!attempts.has(path)) attempts.set(path, attempt);
    const names = card === undefined ? faces.map((_, index) => diePath(path, index, attempt)) : [path];
    names.forEach((name, index) => dice.set(name, [faces[index], byHand[index]]));
  }
  const face = (path, sides) => {
    const known = dice.get(path);
    return known && known[0] >= 1 && known[0] <= sides ? known : behind.face(path, sides);
  };
  return { attempts, face, close() {} };
}

/** The path of a roll's die: `base.0`; a second attempt ends in `~2`. */
export const diePath = (base, index, attempt) => `${base}.${index}${attempt > 1 ? `~${attempt}` : ""}`;

/** The path of a drawn card's die: that of its roll, with a dot before the number of the draw. */
export const drawPath = (base) => base.replace(/\/([^/]*)$/, ".$1");

/** The code of [face, sides] pairs in order: mixed radix, with a leading 1 to mark the end. */
export const codeOfFaces = (rolled) => `F-${encode(rolled.reduceRight((number, [face, sides]) => number * BigInt(sides) + BigInt(face - 1), 1n), 1)}`;

/** The code of a seed of 5 or 16 bytes. */
export const codeOf = (seed) => encode(seed.reduce((number, byte) => number * 256n + BigInt(byte), 0n), Math.ceil((seed.length * 8) / 5));

/** A fresh seed as a code. */
export const newCode = () => codeOf(crypto.getRandomValues(new Uint8Array(5)));

/** The seed bytes of a code: 5, or 16 for a long one. Throws CodeError. */
export function seedOf(code) {
  const [number, digits] = decode(code);
  const length = digits <= 8 ? 5 : 16;
  if (number >> BigInt(8 * length)) throw new CodeError(`the code is too long for a seed: ${(digits + 1).toLocaleString("en")} characters, or its first digit is too high`);
  return Uint8Array.from({ length }, (_, index) => Number((number >> BigInt(8 * (length - 1 - index))) & 255n));
}
