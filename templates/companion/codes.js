// Codes short enough to read out over the telephone, like dice/codes.py: Crockford's base 32 with a check character
// (Luhn, modulo 32).

export const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CAPITALS = [...[...ALPHABET].map((letter, index) => [letter, index]), ["O", 0], ["I", 1], ["L", 1]];
const READ = new Map([...CAPITALS, ...CAPITALS.map(([letter, value]) => [letter.toLowerCase(), value])]);
const MOST = 16384;

export class CodeError extends Error {}

/** A BigInt in at least `digits` characters plus a check character, in groups of four. */
export function encode(number, digits) {
  let characters = "";
  for (let rest = number; rest || characters.length < digits; rest /= 32n) characters = ALPHABET[Number(rest % 32n)] + characters;
  const sum = luhn(`${characters}0`) % 32;
  return (characters + ALPHABET[(32 - sum) % 32]).match(/.{1,4}/g).join("-");
}

/** The number in a code, and its length without the check character. Throws CodeError. */
export function decode(code) {
  const length = [...code].length;
  if (length > MOST) throw new CodeError(`the code is too long: ${length.toLocaleString("en")} characters; the limit is ${MOST.toLocaleString("en")}`);
  const characters = [...code.replaceAll("-", "").replaceAll(" ", "")];
  const wrong = characters.findIndex((character) => !READ.has(character));
  if (wrong >= 0) throw new CodeError(`${shown(characters[wrong])} at position ${wrong + 1} is not a code character`);
  if (characters.length < 2) throw new CodeError("the code is too short");
  const named = length <= 80 ? `'${code}'` : "this code";
  if (luhn(characters) % 32) throw new CodeError(`the check character of ${named} does not match: a character is wrong or two are swapped`);
  const body = characters.slice(0, -1);
  return [body.reduce((number, character) => number * 32n + BigInt(READ.get(character)), 0n), body.length];
}

const shown = (character) => (/[\p{C}\p{Z}]/u.test(character) ? `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}` : `'${character}'`);

function luhn(characters) {
  return [...characters].reverse().reduce((total, character, index) => {
    const value = READ.get(character) * (1 + (index % 2));
    return total + Math.floor(value / 32) + (value % 32);
  }, 0);
}
