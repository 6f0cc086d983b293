// QR codes (ISO/IEC 18004): bytes at error correction level L, in the smallest of versions 1 to 20 and the best mask.

const PER_BLOCK = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const MASKS = [
  (x, y) => (x + y) % 2,
  (x, y) => y % 2,
  (x, y) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** A text's QR code as SVG, black on white in all themes; `label` is what readers say. Throws RangeError. */
export function picture(text, label) {
  const rows = qr(text);
  const dots = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  const side = rows.length + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="${label}"><path fill="#fff" d="M0 0h${side}v${side}h-${side}z"/><path d="${dots}"/></svg>`;
}

/** The rows of a text's QR code, as arrays of booleans (dark is true), without a margin. Throws RangeError. */
export function qr(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex((_, index) => bytes.length <= room(index + 1)) + 1;
  if (!version) throw new RangeError(`${bytes.length} bytes are too many for a code; the limit is ${room(20)}`);
  const grid = frame(version);
  place(grid, codewords(bytes, version));
  const masked = MASKS.map((mask, number) => finish(grid, mask, number));
  const penalties = masked.map(penalty);
  return masked[penalties.indexOf(Math.min(...penalties))];
}

/** How many bytes of text a version holds. */
const room = (version) => dataWords(version) - (version < 10 ? 2 : 3);
const dataWords = (version) => Math.floor(modules(version) / 8) - PER_BLOCK[version - 1] * BLOCKS[version - 1];
const size = (version) => 17 + 4 * version;

/** The modules left for data and error correction. */
function modules(version) {
  const lines = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const alignment = lines ? 25 * lines * lines - 10 * lines - 55 : 0;
  return (16 * version + 128) * version + 64 - alignment - (version >= 7 ? 36 : 0);
}

function codewords(bytes, version) {
  const bits = [[4, 4], [bytes.length, version < 10 ? 8 : 16], ...bytes.map((byte) => [byte, 8])];
  const stream = bits.flatMap(([value, length]) => Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1));
  const most = dataWords(version) * 8;
  const ended = Math.min(most, stream.length + 4);
  while (stream.length < ended || stream.length % 8) stream.push(0);
  const words = Array.from({ length: stream.length / 8 }, (_, at) => stream.slice(8 * at, 8 * at + 8).reduce((word, bit) => 2 * word + bit, 0));
  for (let pad = 0xec; words.length < most / 8; pad ^= 0xec ^ 0x11) words.push(pad);
  const count = BLOCKS[version - 1];
  const short = Math.floor(words.length / count);
  const longer = count - (words.length % count); // blocks from here on have one word more
  const blocks = [];
  for (let at = 0, number = 0; number < count; number++) {
    const length = short + (number >= longer ? 1 : 0);
    blocks.push(words.slice(at, (at += length)));
  }
  const checks = blocks.map((block) => remainder(block, PER_BLOCK[version - 1]));
  return [...across(blocks), ...across(checks)];
}

/** The first word of each block, then the second of each, and so on. */
function across(blocks) {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, at) => blocks.filter((block) => at < block.length).map((block) => block[at])).flat();
}

/** Reed and Solomon's check words of a block. */
function remainder(block, length) {
  let generator = [1];
  for (let power = 0, root = 1; power < length; power++, root = times(root, 2)) {
    generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, root));
  }
  let rest = Array(length).fill(0);
  for (const word of block) {
    const factor = word ^ rest[0];
    rest = [...rest.slice(1), 0].map((value, at) => value ^ times(generator[at + 1], factor));
  }
  return rest;
}

/** The product in the field of 256 elements modulo x⁸ + x⁴ + x³ + x² + 1. */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

/** Finders, timing, alignment and version of an otherwise empty code; null where data go, 0 where the format goes. */
function frame(version) {
  const width = size(version);
  const grid = Array.from({ length: width }, () => Array(width).fill(null));
  const set = (x, y, dark) => x >= 0 && y >= 0 && x < width && y < width && (grid[y][x] = dark ? 1 : 0);
  for (let at = 0; at < width; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const square = (x, y, reach, light) => {
    for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  const places = alignments(version);
  const last = places.length - 1;
  places.forEach((x, i) => places.forEach((y, j) => (i || j) && (i || j !== last) && (i !== last || j) && square(x, y, 2, [1])));
  for (const [x, y] of [[3, 3], [width - 4, 3], [3, width - 4]]) square(x, y, 4, [2, 4]);
  for (let at = 0; at < 9; at++) [[8, at], [at, 8]].forEach(([x, y]) => grid[y][x] ?? set(x, y, false));
  for (let at = 0; at < 8; at++) [[8, width - 1 - at], [width - 1 - at, 8]].forEach(([x, y]) => set(x, y, false));
  set(8, width - 8, true);
  if (version >= 7) {
    const bits = (version << 12) | checked(version, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const [far, near] = [width - 11 + (at % 3), Math.floor(at / 3)];
      set(far, near, (bits >> at) & 1);
      set(near, far, (bits >> at) & 1);
    }
  }
  return grid;
}

function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size(version) - 7 - (count - 2 - at) * step)];
}

/** The check bits of a value, so many, by a generator polynomial. */
function checked(value, length, generator) {
  let rest = value;
  for (let at = 0; at < length; at++) rest = (rest << 1) ^ ((rest >> (length - 1)) * generator);
  return rest;
}

/** Write bits in columns of two from the right, up and down in turn; those that are left over are light. */
function place(grid, words) {
  const bits = words.flatMap((word) => Array.from({ length: 8 }, (_, at) => ((word >> (7 - at)) & 1) + 2));
  const width = grid.length;
  let next = 0;
  for (let right = width - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let at = 0; at < width; at++) {
      for (const x of [right, right - 1]) {
        const y = up ? width - 1 - at : at;
        if (grid[y][x] === null) grid[y][x] = bits[next++] ?? 2;
      }
    }
  }
}

/** A code with a mask over its data (2 light, 3 dark), and the format that names it. */
function finish(grid, mask, number) {
  const done = grid.map((row, y) => row.map((value, x) => (value < 2 ? value === 1 : (value === 3) !== (mask(x, y) === 0))));
  const data = (1 << 3) | number; // level L
  const bits = ((data << 10) | checked(data, 10, 0x537)) ^ 0x5412;
  const width = grid.length;
  const bit = (at) => ((bits >> at) & 1) === 1;
  for (let at = 0; at < 15; at++) {
    const [x, y] = at < 6 ? [8, at] : at < 8 ? [8, at + 1] : at === 8 ? [7, 8] : [14 - at, 8];
    done[y][x] = bit(at);
    if (at < 8) done[8][width - 1 - at] = bit(at);
    else done[width - 15 + at][8] = bit(at);
  }
  return done;
}

/** How hard a code is to read: long runs, squares of four, patterns like a finder's, and an uneven share of dark. */
function penalty(rows) {
  const columns = rows[0].map((_, x) => rows.map((row) => row[x]));
  let total = 0;
  for (const line of [...rows, ...columns]) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) total += run.length - 2;
    for (const pattern of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) total += 40;
    }
  }
  rows.slice(1).forEach((row, y) => row.slice(1).forEach((dark, x) => dark === row[x] && dark === rows[y][x] && dark === rows[y][x + 1] && (total += 3)));
  const share = rows.flat().filter((dark) => dark).length / rows.length ** 2;
  return total + 10 * Math.floor(Math.abs(share * 20 - 10));
}
