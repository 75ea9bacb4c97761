// The controls of the form: each holds the values of one field, and works by keyboard alone.

import { element } from "../element.ts";
import type { FieldData } from "./data.ts";

/** A control, or several that hold one field. */
export interface Control {
  readonly element: HTMLElement;
  values(): readonly (string | File)[];
  focus(): void;
}

/** What a control is known by to the reader's software. */
interface Naming {
  readonly id: string;
  /** A name of its own, where no label stands beside it. */
  readonly label?: string | undefined;
  readonly describedBy?: string | undefined;
}

/** Makes the labelled control of a field. */
export function fieldOf(field: FieldData, id: string): Control {
  const hint = element("span", { class: "hint", id: `${id}-hint` }, field.hint);
  const name = element("code", {}, field.name);
  const words = [name, " ", field.required ? element("span", { class: "required" }, "required") : undefined, " ", hint];
  if (field.list && field.type !== "file") {
    const list = listOf(field, id);
    return {
      ...list,
      element: element("fieldset", { "aria-describedby": hint.id }, element("legend", {}, ...words), list.element),
    };
  }
  const control = controlOf(field, { id, describedBy: hint.id }, field.values[0] ?? "");
  const label = element("label", { for: id }, ...words.slice(0, 3));
  return { ...control, element: element("div", { class: "field" }, label, hint, control.element) };
}

/** A choice among known values, with an own value as the last when others are allowed. */
export function choiceOf(
  options: readonly { readonly value: string; readonly text: string }[],
  { id, label, describedBy }: Naming,
  value: string,
  other: { readonly text: string; readonly label: string; readonly type: string } | undefined,
): Control & { set(value: string): void } {
  const select = element(
    "select",
    { id, "aria-label": label, "aria-describedby": describedBy },
    ...options.map((option) => element("option", { value: option.value }, option.text)),
    other && element("option", {}, other.text),
  );
  const own = element("input", { type: other?.type ?? "text", "aria-label": other?.label, spellcheck: "false" });
  const isOther = () => select.selectedIndex === options.length;
  const show = () => {
    own.hidden = !isOther();
  };
  const set = (next: string) => {
    const index = options.findIndex((option) => option.value === next);
    select.selectedIndex = index >= 0 || other === undefined ? Math.max(index, 0) : options.length;
    own.value = isOther() ? next : "";
    show();
  };
  select.addEventListener("input", () => {
    show();
    if (isOther()) own.focus();
  });
  set(value);
  return {
    element: element("div", { class: "choice" }, select, other && own),
    values: () => [isOther() ? own.value : select.value],
    focus: () => (isOther() ? own : select).focus(),
    set,
  };
}

function controlOf(field: FieldData, naming: Naming, value: string): Control {
  const { id, label, describedBy } = naming;
  const common = {
    id,
    "aria-label": label,
    "aria-describedby": describedBy,
    "aria-required": field.required && "true",
  };
  const known = field.type === "boolean" ? ["true", "false"] : field.known;
  if (known !== undefined) {
    const unset = field.required || field.list ? [] : [{ value: "", text: "not sent" }];
    const other = { text: "another value …", label: `Another value of ${field.name}`, type: "text" };
    const options = [...unset, ...known.map((one) => ({ value: one, text: one }))];
    return choiceOf(options, naming, value, field.open ? other : undefined);
  }
  if (field.type === "file") {
    const input = element("input", { ...common, type: "file", accept: field.accept, multiple: field.list });
    return { element: input, values: () => [...(input.files ?? [])], focus: () => input.focus() };
  }
  const isNumber = field.type === "integer" || field.type === "number";
  const input = element("input", {
    ...common,
    type: isNumber ? "number" : field.type === "date" ? "date" : "text",
    // What breaks the contract may be sent as well: how the server refuses it is worth seeing
    ...(isNumber ? { min: field.minimum, max: field.maximum, step: field.type === "number" ? "any" : 1 } : {}),
    value,
    spellcheck: "false",
    autocapitalize: "off",
  });
  return { element: input, values: () => [input.value], focus: () => input.focus() };
}

/** A control per value, with buttons to add and to remove one. */
function listOf(field: FieldData, id: string): Control {
  const rows: Control[] = [];
  const list = element("div", { class: "list" });
  const add = element("button", { type: "button", id, "aria-label": `Add a value of ${field.name}` }, "Add a value");
  let made = 0;
  const changed = () => list.dispatchEvent(new Event("input", { bubbles: true }));
  const addRow = (value: string) => {
    const naming = { id: `${id}-${++made}`, label: `${field.name}, value ${made}` };
    const control = controlOf(field, naming, value);
    const remove = element("button", { type: "button", "aria-label": `Remove ${field.name}, value ${made}` }, "Remove");
    const row = element("div", { class: "row" }, control.element, remove);
    remove.addEventListener("click", () => {
      rows.splice(rows.indexOf(control), 1);
      row.remove();
      // Else the focus would be lost with the button
      add.focus();
      changed();
    });
    rows.push(control);
    list.append(row);
    return control;
  };
  for (const value of field.values) addRow(value);
  add.addEventListener("click", () => {
    addRow(field.known?.[0] ?? "").focus();
    changed();
  });
  return {
    element: element("div", {}, list, add),
    values: () => rows.flatMap((control) => control.values()),
    focus: () => (rows[0] ?? { focus: () => add.focus() }).focus(),
  };
}
