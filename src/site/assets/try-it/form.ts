// The form: fields and body, prefilled so that it can be sent as it is. The server and the key are those that are chosen for all pages.
import { type Child, element, raw } from "../element.ts";
import { readChoice } from "../servers.ts";
import { type BodyData, type FieldData, madeUpName, type TryItData } from "./data.ts";
import type { FormValues } from "./request.ts";

/** Makes the form of an operation. The name of a control is that of its field. */
export function makeForm(data: TryItData) {
  const fields = data.fields.map((field, index) => [field, makeField(field, `try-it-field-${index}`)] as const);
  const body = data.body && makeBody(data.body);
  const button = element("button", { type: "submit", class: "send" }, "Send request");
  const form = element(
    "form",
    // Nothing of it is kept by the browser, or offered again
    { autocomplete: "off", novalidate: true },
    ...fields.map(([, { element }]) => element),
    body?.element,
    button,
  );
  return {
    element: form,
    read(): FormValues {
      const { url, key } = readChoice(data.credential);
      const values = new Map(fields.map(([field, { input }]) => [field, readValues(field, input)]));
      return { server: url, key, values, body: body?.input.value ?? "" };
    },
    /** Makes up another name in the body, if it has one that is taken once only. */
    renew: () => body?.renew(),
    /** Shows that a request is on its way. */
    setBusy: (isBusy: boolean) => {
      // Not `disabled`: the button would lose the focus
      button.setAttribute("aria-disabled", String(isBusy));
      button.textContent = isBusy ? "Sending …" : "Send request";
    },
  };
}

/** The control of a parameter or of a part of the body. What breaks the contract may be sent as well: how the server refuses it is worth seeing. */
function makeField({ name, required, list, offered, accept, hint, value }: FieldData, id: string) {
  const values = offered.map((one) => element("option", { value: one }));
  const options = values.length > 0 ? element("datalist", { id: `${id}-values` }, ...values) : undefined;
  const type = accept === undefined ? { type: "text", value } : { type: "file", accept, multiple: list };
  const described = { "aria-describedby": `${id}-hint`, "aria-required": required && "true" };
  const input = element("input", { ...raw, id, name, ...type, ...described, list: options?.id });
  const label = [element("code", {}, name), ...requiredWord(required)];
  return { input, element: makeLabelled(input, label, list ? `${hint}, separated by commas` : hint, options) };
}

function readValues({ list, accept }: FieldData, { files, value }: HTMLInputElement): (string | File)[] {
  if (accept !== undefined) return [...(files ?? [])];
  return list ? value.split(",").map((one) => one.trim()) : [value];
}

function makeBody({ mediaType, required, examples, filled }: BodyData) {
  const id = "try-it-body";
  const input = element("textarea", { ...raw, id, name: "body", rows: 12, "aria-describedby": `${id}-hint` });
  const options = examples.map(({ name, title }) => element("option", { value: name }, title));
  const none = required ? undefined : element("option", { value: "" }, "no body");
  const choice = element("select", { id: `${id}-example` }, ...options, none);
  choice.value = filled ? (examples[0]?.name ?? "") : "";
  let untouched = "";
  const fill = () => {
    const example = document.querySelector(`code[data-example="${CSS.escape(choice.value)}"]`);
    const made = `try-it-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
    untouched = (example?.textContent ?? "").replaceAll(madeUpName, made);
    input.value = untouched;
    input.rows = Math.min(18, Math.max(4, untouched.split("\n").length));
  };
  fill();
  choice.addEventListener("input", fill);
  const field = makeLabelled(input, ["Body", ...requiredWord(required)], mediaType);
  const example = choice.length > 0 ? makeLabelled(choice, ["Example"], "") : undefined;
  return {
    element: element("div", { class: "group" }, example, field),
    input,
    renew: () => {
      // An edited text stays
      if (input.value === untouched) fill();
    },
  };
}

function requiredWord(required: boolean): Child[] {
  return required ? [" ", element("span", { class: "required" }, "required")] : [];
}

/** A control under its label, with a hint beside that. */
function makeLabelled(control: HTMLElement, label: readonly Child[], hint: string, options?: Child): HTMLElement {
  const { id } = control;
  const beside = hint === "" ? undefined : element("span", { class: "hint", id: `${id}-hint` }, hint);
  return element("div", { class: "field" }, element("label", { for: id }, ...label), beside, control, options);
}
