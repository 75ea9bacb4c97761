// The form: fields and body, prefilled so that it can be sent as it is. The server and the key are those that are chosen for all pages.
import { type Child, element, prose } from "../element.ts";
import { raw } from "../samples.ts";
import { type BodyData, type FieldData, freshenExample, type TryItData } from "./data.ts";
import { type FormValues, isLocal } from "./request.ts";
import { followChoice, type ServerChoice } from "./servers.ts";

/** Makes the form of an operation. @param choice The server and the key that are chosen. */
export function makeForm(data: TryItData, choice: () => ServerChoice | undefined) {
  const fields = data.fields.map((field, index) => [field, makeField(field, `try-it-field-${index}`)] as const);
  const body = data.body && makeBody(data.body);
  const button = element("button", { type: "submit", class: "send" }, "Send request");
  const note = element("p", { class: "hint", id: "try-it-server-hint" });
  const form = element(
    "form",
    // Nothing of it is kept by the browser, or offered again
    { autocomplete: "off", novalidate: true },
    ...fields.map(([, { element }]) => element),
    body?.element,
    note,
    button,
  );
  followChoice(() => note.replaceChildren(...(isLocal(choice()?.url ?? "") ? [] : prose(conditions))));
  const controls = new Map([
    [data.credential, ".server .key"],
    ["server", ".server [type=url]"],
    ["body", `#${bodyId}`],
  ]);
  return {
    element: form,
    read: (): FormValues => ({
      server: choice()?.url ?? "",
      key: choice()?.key ?? "",
      values: new Map(fields.map(([field, { input }]) => [field, readValues(field, input)])),
      body: body?.input.value ?? "",
    }),
    /** Puts the focus on a field, by its name, or on `server` or `body`. */
    focus: (name: string) => {
      const own = fields.find(([field]) => field.name === name)?.[1].input;
      (own ?? document.querySelector<HTMLElement>(controls.get(name) ?? ".send"))?.focus();
    },
    /** Makes up another value for what was sent and can be sent once only, unless the body was edited since. */
    freshen: () => body?.freshen(),
    /** Shows that a request is on its way. */
    setBusy: (isBusy: boolean) => {
      // Not `disabled`: the button would lose the focus
      button.setAttribute("aria-disabled", String(isBusy));
      button.textContent = isBusy ? "Sending …" : "Send request";
    },
  };
}

/** The conditions under which the answer of a remote server can be shown here. */
const conditions = `The browser lets this page read the response only if the server allows it (CORS): \`access-control-allow-origin\` has to name \`*\` or the page's origin, \`${self.origin}\`, and the server has to allow the header of the key. The mock and the sandbox do. For a server that does not, run the curl sample.`;

/** The control of a parameter or of a part of the body. What breaks the contract may be sent as well: how the server refuses it is worth seeing. */
function makeField({ name, required, list, offered, accept, hint, value }: FieldData, id: string) {
  const type = accept === undefined ? "text" : "file";
  const common = { ...raw, id, type, "aria-describedby": `${id}-hint`, "aria-required": required && "true" };
  const values = offered.map((one) => element("option", { value: one }));
  const options = values.length > 0 && element("datalist", { id: `${id}-values` }, ...values);
  const input = element("input", { ...common, accept, multiple: list, list: options && `${id}-values` });
  if (accept === undefined) input.value = value;
  const label = [element("code", {}, name), ...requiredWord(required)];
  const words = list ? `${hint}, separated by commas` : hint;
  return { input, element: makeLabelled(id, label, words, input, options || undefined) };
}

function readValues({ list, accept }: FieldData, { files, value }: HTMLInputElement): (string | File)[] {
  if (accept !== undefined) return [...(files ?? [])];
  return list ? value.split(",").map((one) => one.trim()) : [value];
}

const bodyId = "try-it-body";

function makeBody({ mediaType, required, examples, filled, usedOnce }: BodyData) {
  const input = element("textarea", { ...raw, id: bodyId, rows: 12, "aria-describedby": `${bodyId}-hint` });
  const options = examples.map(({ name, title }) => element("option", { value: name }, title));
  const choice = element(
    "select",
    { id: `${bodyId}-example` },
    ...options,
    required ? undefined : element("option", { value: "" }, "no body"),
  );
  choice.value = filled ? (examples[0]?.name ?? "") : "";
  let untouched = "";
  const fill = () => {
    const example = document.querySelector(`code[data-example="${CSS.escape(choice.value)}"]`);
    const made = `try-it-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
    untouched = freshenExample(example?.textContent ?? "", usedOnce, made);
    input.value = untouched;
    input.rows = Math.min(18, Math.max(4, untouched.split("\n").length));
  };
  fill();
  choice.addEventListener("input", fill);
  const field = makeLabelled(bodyId, ["Body", ...requiredWord(required)], mediaType, input);
  const example = choice.options.length > 0 && makeLabelled(`${bodyId}-example`, ["Example"], "", choice);
  return {
    input,
    element: element("div", { class: "group" }, example || undefined, field),
    freshen: () => {
      if (usedOnce !== undefined && input.value === untouched) fill();
    },
  };
}

function requiredWord(required: boolean): Child[] {
  return required ? [" ", element("span", { class: "required" }, "required")] : [];
}

/** A control under its label, with a hint beside that. */
function makeLabelled(id: string, label: readonly Child[], hint: string, ...inside: readonly Child[]): HTMLElement {
  const beside = hint === "" ? undefined : element("span", { class: "hint", id: `${id}-hint` }, hint);
  return element("div", { class: "field" }, element("label", { for: id }, ...label), beside, ...inside);
}
