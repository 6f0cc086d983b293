// Words that are looked for, and what a misspelt one may mean.

/** Whether a word becomes another by so many letters that are added, left out or changed, or swapped with the next. */
function near(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [a, b] = [one.slice(at), other.slice(at)];
  if (!a || !b) return true; // what is left over is no longer than that
  if (!most) return false;
  const steps = [[1, 1], [1, 0], [0, 1], ...(a[0] === b[1] && a[1] === b[0] ? [[2, 2]] : [])];
  return steps.some(([left, right]) => near(a.slice(left), b.slice(right), most - 1));
}

/** The words of a query, each with those of the texts that it may stand for: one letter away, or two in a long word. */
export function spelt(query, texts) {
  let known = null;
  return query.split(/\s+/).map((word) => {
    if (word.length < 4 || texts.some((text) => text.includes(word))) return [word];
    known ??= [...new Set(texts.flatMap((text) => text.match(/[\p{L}\p{N}]{4,}/gu) ?? []))];
    const close = known.filter((one) => near(one, word, word.length < 8 ? 1 : 2));
    return close.length ? close : [word];
  });
}
