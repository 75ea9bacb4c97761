// The form: server, key, fields and body, prefilled so that it can be sent as it is.
import { type Child, element, prose } from "../element.ts";
import { type BodyData, type FieldData, freshenExample, type TryItData } from "./data.ts";
import { keyName, recall, remember } from "./memory.ts";
import { type Filled, findServer, isLocal } from "./request.ts";

/** A control of one field. */
interface Control {
  readonly element: HTMLElement;
  values(): readonly (string | File)[];
  focus(): void;
}

/** What no control offers or corrects: what is typed goes to a server as it is. */
const raw = { spellcheck: "false", autocapitalize: "off", autocomplete: "off" };

/** Makes the form of an operation. */
export function makeForm(data: TryItData) {
  const server = makeServer(data);
  const keys = data.credentials.map((header, index) => makeKey(header, `try-it-key-${index}`));
  const fields = data.fields.map((field, index) => [field, makeField(field, `try-it-field-${index}`)] as const);
  const body = data.body && makeBody(data.body);
  const button = element("button", { type: "submit", class: "send" }, "Send request");
  const form = element(
    "form",
    // Nothing of it is kept by the browser, or offered again
    { autocomplete: "off", novalidate: true },
    server.element,
    ...keys.map(({ element }) => element),
    ...fields.map(([, { element }]) => element),
    body?.element,
    button,
  );
  const address = () => String(server.values()[0] ?? "");
  const recallKeys = () => {
    const filledIn = findServer(data, address())?.keys;
    for (const { header, input } of keys) {
      input.value = recall(keyName(header, address())) ?? filledIn?.[header] ?? "";
    }
  };
  server.element.addEventListener("input", () => {
    remember(serverName(data), address());
    recallKeys();
  });
  for (const { header, input } of keys) {
    input.addEventListener("input", () => remember(keyName(header, address()), input.value));
  }
  recallKeys();
  const byName = new Map<string, { focus(): void }>([
    ...fields.map(([{ name }, control]) => [name, control] as const),
    ...keys.map(({ header, input }) => [header, input] as const),
    ["server", server],
    ...(body === undefined ? [] : [["body", body.input] as const]),
  ]);
  return {
    element: form,
    read: (): Filled => ({
      server: address(),
      keys: new Map(keys.map(({ header, input }) => [header, input.value.trim()])),
      values: new Map(fields.map(([field, control]) => [field, control.values()])),
      body: body?.input.value ?? "",
    }),
    /** Puts the focus on a field, by its name, or on `server` or `body`. */
    focus: (name: string) => byName.get(name)?.focus(),
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

/** What a server elsewhere has to do, so that its answer can be shown here. */
const conditions = `The browser lets this page read the response only if the server allows it (CORS): \`access-control-allow-origin\` has to name \`*\` or the page's origin, \`${self.origin}\`, and the server has to allow the header of the key. The mock and the sandbox do. For a server that does not, run the curl command.`;

/** A server is remembered for the operations that take the same key. */
function serverName({ credentials }: TryItData): string {
  return `server ${credentials.join()}`;
}

/** A choice among the servers of the contract, with an address of one's own as the last. */
function makeServer(data: TryItData): Control {
  const id = "try-it-server";
  const options = data.servers.map(({ url, title }) => element("option", { value: url }, `${title}: ${url}`));
  const other = element("option", { value: "" }, "another address …");
  const select = element("select", { id, "aria-describedby": `${id}-hint` }, ...options, other);
  const own = element("input", { ...raw, type: "url", "aria-label": "Address of the server" });
  const note = element("p", { class: "hint", id: `${id}-hint` });
  const address = () => select.value || own.value;
  const show = () => {
    own.hidden = select.value !== "";
    note.replaceChildren(...(address() === "" || isLocal(address()) ? [] : prose(conditions)));
  };
  const remembered = recall(serverName(data)) || (data.servers[0]?.url ?? "");
  select.value = findServer(data, remembered) ? remembered : "";
  own.value = select.value === "" ? remembered : "";
  show();
  const field = makeLabelled(id, ["Server"], "", element("div", { class: "choice" }, select, own), note);
  field.addEventListener("input", (event) => {
    show();
    if (event.target === select && !own.hidden) own.focus();
  });
  return { element: field, values: () => [address()], focus: () => (own.hidden ? select : own).focus() };
}

function makeKey(header: string, id: string) {
  const attributes = { ...raw, id, class: "key", "aria-describedby": `${id}-note` };
  // Not of type password, for which browsers offer to keep it beyond the session
  const input = element("input", { ...attributes, type: "text" });
  const note =
    "Sent to the chosen server only, and deleted when you close this tab. That of the local mock and sandbox is filled in.";
  const hint = element("p", { class: "hint", id: `${id}-note` }, note);
  return { header, input, element: makeLabelled(id, [element("code", {}, header)], "", input, hint) };
}

/** The control of a parameter or of a part of the body. */
function makeField(field: FieldData, id: string): Control {
  const { name, required, list, known, open, type, value } = field;
  const common = { ...raw, id, "aria-describedby": `${id}-hint`, "aria-required": required && "true" };
  const label = [element("code", {}, name), ...requiredWord(required)];
  const hint = list ? `${field.hint}, separated by commas` : field.hint;
  if (type === "file") {
    const input = element("input", { ...common, type, accept: field.accept, multiple: list });
    const control = makeLabelled(id, label, field.hint, input);
    return { element: control, values: () => [...(input.files ?? [])], focus: () => input.focus() };
  }
  const values = type === "boolean" ? ["true", "false"] : (known ?? []);
  const options = values.map((one) => element("option", { value: one }, one));
  const isChoice = values.length > 0 && !open && !list;
  const isNumber = type === "integer" || type === "number";
  const input = isChoice
    ? element("select", common, required ? undefined : element("option", { value: "" }, "not sent"), ...options)
    : element("input", {
        ...common,
        type: list ? "text" : isNumber ? "number" : type === "date" ? "date" : "text",
        // What breaks the contract may be sent as well: how the server refuses it is worth seeing
        ...(isNumber ? { min: field.minimum, max: field.maximum, step: type === "number" ? "any" : 1 } : {}),
        list: options.length > 0 ? `${id}-values` : undefined,
      });
  input.value = value;
  const offered =
    isChoice || options.length === 0 ? undefined : element("datalist", { id: `${id}-values` }, ...options);
  return {
    element: makeLabelled(id, label, hint, input, offered),
    values: () => (list ? input.value.split(",").map((one) => one.trim()) : [input.value]),
    focus: () => input.focus(),
  };
}

function makeBody({ mediaType, required, examples, filled, usedOnce }: BodyData) {
  const id = "try-it-body";
  const input = element("textarea", { ...raw, id, rows: 12, "aria-describedby": `${id}-hint` });
  const options = examples.map(({ name, title }) => element("option", { value: name }, title));
  const choice = element(
    "select",
    { id: `${id}-example` },
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
  const field = makeLabelled(id, ["Body", ...requiredWord(required)], mediaType, input);
  const example = choice.options.length > 0 && makeLabelled(`${id}-example`, ["Example"], "", choice);
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
