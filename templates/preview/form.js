// The form of an entry: a labelled control for each of its values, made from them and the schema.

import { send } from "./answers.js";
import { el } from "./common.js";
import { grouped, label } from "./labels.js";
import { picker } from "./pictures.js";
import { say } from "./say.js";

const FEW = 8; // values of a mapping up to which they are among those of its entry
const LONG = 36; // characters from which a text has a field of several lines
const isMapping = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isScalar = (value) => value === null || typeof value !== "object";
const isLines = (value) => Array.isArray(value) && value.every((item) => typeof item === "string");
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The form of an entry; `open` shows the entry at a path, and `changed` is called when a key is added or taken out. */
export function form(entry, { save, open, changed }) {
  const fields = [];
  const schemas = entry.schema.properties ?? {};

  /** A schema with what it refers to. */
  const resolved = (schema) => (schema?.$ref ? { ...entry.schema.$defs?.[schema.$ref.replace("#/$defs/", "")], ...schema } : (schema ?? {}));

  /** The values that a schema allows or, for ids of the game, offers: value and title. */
  function offers(schema) {
    const whole = resolved(schema);
    const title = (value) => (schema.$ref?.endsWith("ids.owners") ? (entry.owners?.[value] ?? value) : value);
    if (whole.enum) return whole.enum.map(String).map((value) => [value, title(value)]);
    return (whole.anyOf ?? []).flatMap((one) => (one.$ref?.startsWith("#/$defs/ids.") ? offers(one) : []));
  }

  function controlled(value, schema) {
    const offered = offers(schema);
    if (typeof value === "boolean") return el("input", { type: "checkbox", checked: value });
    if (typeof value === "number" || (value === "" && schema.type === "number")) return el("input", { type: "number", step: value === "" || !Number.isInteger(value) ? "any" : "1", value: String(value) });
    if (/^#[0-9A-F]{6}$/.test(value)) return el("input", { type: "color", value });
    if (isLines(value)) return el("textarea", { rows: String(Math.max(2, value.length + 1)), value: value.join("\n") });
    if (!isScalar(value)) return null;
    const text = value ?? "";
    if (offered.length && (text === "" || offered.some(([one]) => one === text))) return el("select", {}, offered.map(([one, title]) => el("option", { value: one, selected: one === text }, title)));
    if (schema.format === "text" || text.length > LONG || text.includes("\n")) return el("textarea", { rows: String(Math.min(12, Math.ceil(text.length / LONG) + 1)), value: text });
    return el("input", { type: "text", value: text });
  }

  /** The picker of a picture, as which files are taken, too. */
  function pictured(value) {
    const take = async ([file]) => {
      const found = await send("art", file).catch((error) => told(error.message));
      if (!found) return;
      made.set(found.name);
      changed();
    };
    const made = picker([...entry.pictures], value, {}, { pick: () => null, take });
    return made;
  }

  /** A labelled control for a scalar or a list of texts; null for anything else. One that is `offered` may stay empty. */
  function field(name, value, schema, path, fresh = false, offered = false) {
    const picture = schema.format === "picture" ? pictured(value) : null;
    const control = picture?.control ?? controlled(value, schema);
    if (!control) return null;
    const id = `field-${path.join("-") || "value"}`;
    control.id = id;
    const read = () => valueOf(control, value);
    let removed = false;
    const changes = () => {
      if (removed) return fresh ? [] : [{ path: [...entry.path, ...path], remove: true }];
      return fresh || !same(read(), value) ? [{ path: [...entry.path, ...path], value: read(), new: fresh || offered }] : [];
    };
    const said = control.type === "checkbox" ? "checked" : "value";
    const drop = () => ((removed = true), (row.hidden = true));
    const restore = (was) => {
      if (was.removed) return drop();
      control[said] = was.said;
      return picture?.see();
    };
    const help = resolved(schema).description;
    if (help) control.setAttribute("aria-describedby", `${id}-help`);
    const row = el("div", { class: "field" }, el("label", { for: id }, label(name)), picture?.node ?? control, help ? el("small", { hidden: true, lang: "en", id: `${id}-help` }, help) : null);
    fields.push({ name, path, row, control, changes, draft: () => (removed ? { removed } : { said: control[said], fresh }), restore });
    if (path.length && !offered && !(entry.schema.required ?? []).includes(name)) {
      row.append(el("button", { type: "button", class: "drop", "aria-label": say("Remove {key}", { key: label(name) }), title: say("Remove {key}", { key: label(name) }), onclick: () => (drop(), changed()) }, "×"));
    }
    return row;
  }

  /** What holds other entries: a button that opens them. */
  function child(name, value) {
    const words = typeof name === "number" ? titled(value) : "";
    return el("div", { class: "inner" }, el("button", { type: "button", onclick: () => open([...entry.path, name]) }, el("b", {}, label(name)), words ? ` ${words}` : null, el("small", { class: "quiet" }, isScalar(value) ? "" : String(Object.keys(value).length))));
  }

  /** What holds a few values: them, and those that it may have, under the button that opens it. */
  function inner(name, value) {
    const known = isMapping(value) ? Object.entries(value) : [];
    const offered = Object.keys(resolved(schemas[name]).properties ?? {}).filter((key) => schemas[name].offered && !(key in value));
    const values = [...known, ...offered.map((key) => [key, ""])];
    if (!values.length || values.length > FEW || !values.every(([, one]) => isScalar(one) || isLines(one))) return child(name, value);
    const { properties = {}, additionalProperties } = resolved(schemas[name]);
    return el("div", { class: "within" }, child(name, value), values.map(([key, one]) => field(key, one, properties[key] ?? additionalProperties ?? {}, [name, key], false, offered.includes(key))));
  }

  /** A menu of the keys that the entry may have and has not; `add` adds one. */
  function adding(missing) {
    const menu = el("select", { "aria-label": say("Add a key") }, el("option", { value: "" }, say("Add …")), missing.map((name) => el("option", { value: name, title: resolved(schemas[name]).description ?? null }, label(name))));
    menu.add = (name) => {
      const option = menu.querySelector(`option[value="${CSS.escape(name)}"]`);
      if (!option) return null;
      const schema = resolved(schemas[name]);
      const empty = { boolean: true, integer: 1, number: 1, array: [] }[[schema.type].flat()[0]] ?? "";
      const made = field(name, empty, schemas[name], [name], true);
      if (made) menu.before(made);
      else told(say("'{key}' holds other entries: add it in the file", { key: label(name) }));
      option.remove();
      return made;
    };
    menu.onchange = () => {
      const made = menu.add(menu.value);
      menu.value = "";
      made?.querySelector("input, textarea, select")?.focus();
      changed();
    };
    return menu;
  }

  const missing = Object.keys(schemas).filter((name) => isMapping(entry.value) && !(name in entry.value) && name !== "from");
  const menu = missing.length ? adding(missing) : null;
  const lacking = isMapping(entry.value) ? missing.filter((name) => schemas[name].offered) : [];
  const one = (name) => (lacking.includes(name) ? inner(name, {}) : (field(name, entry.value[name], schemas[name] ?? {}, [name]) ?? inner(name, entry.value[name])));
  const rows = isMapping(entry.value)
    ? grouped([...Object.keys(entry.value), ...lacking]).map(([title, names]) => el("fieldset", {}, title ? el("legend", {}, title) : null, names.map(one)))
    : (field("value", entry.value, entry.schema, []) ?? (Array.isArray(entry.value) ? entry.value.map((item, index) => child(index, item)) : []));
  const node = el("form", { id: "fields", onsubmit: save }, rows, menu);

  const changes = () => {
    const all = fields.flatMap((one) => one.changes());
    const within = (name) => all.filter(({ path }) => path.length > entry.path.length + 1 && path[entry.path.length] === name);
    const begun = lacking.map((name) => [name, within(name)]).filter(([, some]) => some.length);
    const made = begun.map(([name, some]) => ({ path: [...entry.path, name], value: Object.fromEntries(some.map(({ path, value }) => [path.at(-1), value])), new: true }));
    return [...all.filter((one) => !begun.some(([, some]) => some.includes(one))), ...made];
  };
  const said = ({ path, name }) => path.join(".") || name;
  const draft = () => Object.fromEntries(fields.filter((one) => one.changes().length).map((one) => [said(one), one.draft()]));
  const restore = (left) => {
    for (const [name, was] of Object.entries(left)) {
      if (was.fresh) menu?.add(name);
      fields.find((one) => said(one) === name)?.restore(was);
    }
  };

  function told(words) {
    node.append(el("p", { class: "wrong", role: "alert" }, words));
  }

  /** Mark the fields with problems, quietly while they are typed; return those problems that belong to none. */
  function mark(problems, quietly = false) {
    node.querySelectorAll(".wrong").forEach((old) => old.remove());
    for (const { control } of fields) control.removeAttribute("aria-invalid");
    const left = [];
    let first = null;
    for (const problem of problems) {
      const inner = problem.path?.slice(entry.path.length) ?? [];
      const within = problem.path && same(problem.path.slice(0, entry.path.length), entry.path);
      const found = within ? fields.find(({ path, row }) => !row.hidden && same(path, inner.slice(0, path.length)) && path.length) : null;
      if (!found) {
        left.push(problem);
        continue;
      }
      if (found.control.ariaInvalid) continue; // one at a time
      found.control.setAttribute("aria-invalid", "true");
      found.control.after(el("small", { class: "wrong", role: quietly ? "status" : "alert" }, [problem.message, problem.hint].filter(Boolean).join("; ")));
      first ??= found.control;
    }
    if (!quietly) first?.scrollIntoView({ block: "nearest" });
    return left;
  }

  /** Show at its field each conflict with what others made of it meanwhile; `kept` is told of one's own that stays. Returns those of no field. */
  function clash(conflicts, kept) {
    node.querySelectorAll(".clash").forEach((old) => old.remove());
    return conflicts.filter((conflict) => {
      const inner = JSON.stringify(conflict.path.slice(entry.path.length));
      const found = fields.find(({ path, row }) => !row.hidden && JSON.stringify(path) === inner);
      if (!found) return true;
      const side = (title, value, choose) => el("button", { type: "button", onclick: () => (choose(), box.remove(), changed()) }, el("b", {}, title), value === null ? el("i", {}, say("taken out")) : el("span", {}, shown(value)));
      const theirs = () => found.restore(conflict.theirs === null ? { removed: true } : { said: typeof conflict.theirs === "boolean" ? conflict.theirs : shown(conflict.theirs) });
      const box = el("div", { class: "clash", role: "group", "aria-label": say("Changed by others meanwhile") }, el("small", {}, say("Changed by others meanwhile")), side(say("Theirs"), conflict.theirs, theirs), side(say("Mine"), conflict.mine, () => kept(conflict)));
      found.control.after(box);
      box.scrollIntoView({ block: "nearest" });
      return false;
    });
  }

  return { node, changes, draft, restore, mark, clash };
}

const shown = (value) => (isLines(value) ? value.join("\n") : isScalar(value) ? String(value) : JSON.stringify(value));

/** What an entry is called: its title, name or first words. */
export function titled(value) {
  if (isScalar(value)) return String(value ?? "");
  const named = value.title ?? value.name ?? value.head ?? value.text ?? value.heading;
  return typeof named === "string" ? named : "";
}

function valueOf(control, before) {
  if (control.type === "checkbox") return control.checked;
  if (control.type === "color") return control.value.toUpperCase();
  if (isLines(before)) return control.value.split("\n").filter((line) => line.trim());
  if (control.type === "number") return control.value === "" ? "" : Number(control.value);
  return control.value;
}
