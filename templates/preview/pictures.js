// A picture: chosen from those of the game, taken from other files, or dropped in.

import { el, fill } from "./common.js";
import { say } from "./say.js";

const picture = (name) => el("img", { src: `art/${name.split("/").map(encodeURIComponent).join("/")}`, alt: "" });

/** The options of a menu; a value that is none of them is one more. */
export const options = (list, value, none = "") => [el("option", { value: "" }, none), ...list.map(([one, title]) => el("option", { value: one, selected: one === value }, title)), value && !list.some(([one]) => one === value) ? el("option", { value, selected: true }, value) : null];

/** A menu of pictures by name with the chosen one beside it: `pick` is told of a name, `take` gets files. */
export function picker(names, name, props, { pick, take }) {
  let now = name;
  const file = el("input", { type: "file", accept: ".svg,.png,.jpg,.jpeg", multiple: true, hidden: true, onchange: ({ target }) => take([...target.files]) });
  const seen = el("span", {});
  const see = () => {
    now = control.value;
    fill(seen, names.includes(now) ? picture(now) : el("i", {}));
  };
  const chosen = () => {
    if (control.value !== "+") return see(), pick(now);
    control.value = now;
    return file.click();
  };
  const control = el("select", { ...props, onchange: chosen }, options(names.map((one) => [one, one]), name, say("choose or drop")), el("option", { value: "+" }, say("From files …")));
  const dropped = (event) => {
    event.preventDefault();
    event.stopPropagation();
    take([...event.dataTransfer.files]);
  };
  const set = (added) => {
    fill(control, options([...names, added].map((one) => [one, one]), added, say("choose or drop")), el("option", { value: "+" }, say("From files …")));
    if (!names.includes(added)) names.push(added);
    see();
  };
  see();
  return { node: el("span", { class: "art", ondragover: (event) => event.preventDefault(), ondrop: dropped }, seen, control, file), control, see, set };
}
