// SHA-256 and HMAC: some browsers lack crypto.subtle for pages opened from disk.

let rounds = null; // worked out when a first digest is asked for: it takes a phone a while
let begun = null;

/** The first 32 bits of the fractional parts of the square or cube roots of the first primes. */
function constants(root, count) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    let prime = true;
    for (let part = 2; part * part <= number; part += 1) prime &&= number % part !== 0;
    if (prime) found.push(fraction(BigInt(number), BigInt(root)));
  }
  return found;
}

/** 32 bits of a root's fraction, by bisection: floating point is too imprecise for cube roots. */
function fraction(number, root) {
  const wanted = number << (32n * root);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** root <= wanted) low = middle;
    else high = middle;
  }
  return Number(BigInt.asIntN(32, low));
}

const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The 32-byte digest of bytes. */
export function sha256(bytes) {
  rounds ??= constants(3, 64);
  begun ??= constants(2, 8);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = [...begun];
  const words = new Int32Array(64);
  for (let start = 0; start < padded.length; start += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(start + 4 * index);
    for (let index = 16; index < 64; index += 1) {
      const [early, late] = [words[index - 15], words[index - 2]];
      const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[index] = words[index - 16] + small + words[index - 7] + large;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let index = 0; index < 64; index += 1) {
      const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[index] + words[index];
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = (state[index] + word) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

export const utf8 = (text) => new TextEncoder().encode(text);
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** HMAC-SHA256 with a key of at most 64 bytes. */
export function hmac(key, bytes) {
  const keyed = (mask, more) => {
    const joined = new Uint8Array(64 + more.length).fill(mask, 0, 64);
    key.forEach((byte, index) => (joined[index] ^= byte));
    joined.set(more, 64);
    return sha256(joined);
  };
  return keyed(0x5c, keyed(0x36, bytes));
}
