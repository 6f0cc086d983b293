// The pages' own words, in the language of the kit: each page brings what its scripts say.

const given = globalThis.document?.getElementById("words")?.textContent;
const { language = "en", texts = {} } = given ? JSON.parse(given) : {};
// What knows a language takes a phone a while, and is made when it is asked first.
const once = (make) => {
  let made;
  return () => (made ??= make());
};
const forms = once(() => new Intl.PluralRules(language));
/** A text with `{name}` replaced by the part of that name. */
export const filled = (text, parts) => text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(parts, name) ? parts[name] : whole));

/** A text in the language of the kit, with `{name}` replaced by the part of that name. */
export function say(text, parts = {}) {
  return filled(texts[text] ?? text, parts);
}

/** A text that depends on a number, `{n}`: in English `one` or `other`, the key of all its forms. */
say.count = (n, one, other, parts = {}) => {
  const said = texts[other] ?? { one, other };
  return filled(typeof said === "string" ? said : (said[forms().select(n)] ?? said.other), { n, ...parts });
};

/** The locale of dates; for English, of which there are several, the browser's own. */
say.locale = language === "en" ? [] : language;

const point = once(() => (1.5).toLocaleString(language).replace(/\p{Nd}/gu, ""));
/** A figure written with a decimal point, as this language writes it. */
say.figure = (text) => text.replace(/(?<=\d)\.(?=\d)/g, () => point());

/** Dates and times in this language, in a form of Intl.DateTimeFormat. */
say.dates = (form) => {
  const made = once(() => new Intl.DateTimeFormat(say.locale, form));
  return (when) => made().format(when);
};

/** A number with this many decimals. */
say.number = (value, digits) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });
