// The form: server, key, fields and body, prefilled so that it can be sent as it is.

import { element, prose } from "../element.ts";
import { type Control, choiceOf, fieldOf } from "./control.ts";
import type { BodyData, FieldData, TryItData } from "./data.ts";
import { keyName, recall, remember } from "./memory.ts";
import { type Filled, isOnThisMachine, serverAt } from "./request.ts";

/** The form of an operation. */
export interface Form {
  readonly element: HTMLFormElement;
  read(): Filled;
  /** Puts the focus on a field, by its name, or on `server` or `body`. */
  focus(name: string): void;
  /** Shows that a request is on its way. */
  busy(isBusy: boolean): void;
}

/** Makes the form. */
export function formOf(data: TryItData): Form {
  const server = serverOf(data);
  const keys = data.credentials.map((header, index) => keyOf(header, `try-it-key-${index}`));
  const fields = data.fields.map((field, index) => [field, fieldOf(field, `try-it-field-${index}`)] as const);
  const body = data.body && bodyOf(data.body);
  const button = element("button", { type: "submit", class: "send" }, "Send request");
  const group = (title: string, places: readonly FieldData["in"][]) => {
    const inside = fields.filter(([field]) => places.includes(field.in)).map(([, { element }]) => element);
    return inside.length === 0
      ? undefined
      : element("div", { class: "group", role: "group", "aria-label": title }, ...inside);
  };
  const form = element(
    "form",
    // Nothing of it is kept by the browser, or offered again
    { autocomplete: "off", novalidate: true },
    server.element,
    ...keys.map(({ element }) => element),
    group("Parameters", ["path", "query", "header"]),
    group("Parts of the body", ["part"]),
    body?.element,
    button,
  );
  const address = () => String(server.values()[0] ?? "");
  const recallKeys = () => {
    const filledIn = serverAt(data, address())?.keys;
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
    read: () => ({
      server: address(),
      keys: new Map(keys.map(({ header, input }) => [header, input.value.trim()])),
      values: new Map(fields.map(([field, control]) => [field, control.values()])),
      body: body?.input.value ?? "",
    }),
    focus: (name) => byName.get(name)?.focus(),
    busy: (isBusy) => {
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

function serverOf(data: TryItData): Control {
  const id = "try-it-server";
  const local = data.servers.find(({ command }) => command !== undefined) ?? data.servers[0];
  const options = data.servers.map(({ url, title }) => ({ value: url, text: `${title}: ${url}` }));
  const other = { text: "another address …", label: "Address of the server", type: "url" };
  const note = element("p", { class: "hint note", id: `${id}-hint` });
  const naming = { id, describedBy: note.id };
  const control = choiceOf(options, naming, recall(serverName(data)) || (local?.url ?? ""), other);
  const showNote = () => {
    const address = String(control.values()[0] ?? "");
    note.replaceChildren(...(address === "" || isOnThisMachine(address) ? [] : prose(conditions)));
  };
  control.element.addEventListener("input", showNote);
  showNote();
  return {
    ...control,
    element: element("div", { class: "field" }, element("label", { for: id }, "Server"), control.element, note),
  };
}

function keyOf(header: string, id: string) {
  const input = element("input", {
    id,
    // Not of type password, for which browsers offer to keep it beyond the session
    type: "text",
    class: "key",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-describedby": `${id}-hint`,
  });
  const label = element("label", { for: id }, element("code", {}, header));
  const note =
    "Sent to the chosen server only, and deleted when you close this tab. That of the local mock and sandbox is filled in.";
  const hint = element("p", { class: "hint note", id: `${id}-hint` }, note);
  return { header, input, element: element("div", { class: "field" }, label, input, hint) };
}

function bodyOf({ mediaType, required, examples, filled }: BodyData) {
  const id = "try-it-body";
  const input = element("textarea", {
    id,
    spellcheck: "false",
    autocapitalize: "off",
    rows: 12,
    "aria-describedby": `${id}-hint`,
  });
  const fill = (name: string) => {
    const example = document.querySelector(`code[data-example="${CSS.escape(name)}"]`);
    input.value = example?.textContent ?? "";
    input.rows = Math.min(18, Math.max(4, input.value.split("\n").length));
  };
  const options = examples.map(({ name, title }) => ({ value: name, text: title }));
  if (!required) options.push({ value: "", text: "no body" });
  const choice = choiceOf(options, { id: `${id}-example` }, filled ? (examples[0]?.name ?? "") : "", undefined);
  const chosen = () => String(choice.values()[0] ?? "");
  fill(chosen());
  choice.element.addEventListener("input", () => fill(chosen()));
  const example = element(
    "div",
    { class: "field" },
    element("label", { for: `${id}-example` }, "Example"),
    choice.element,
  );
  const label = element(
    "label",
    { for: id },
    "Body ",
    required ? element("span", { class: "required" }, "required") : undefined,
  );
  const hint = element("span", { class: "hint", id: `${id}-hint` }, ...prose(`\`${mediaType}\``));
  const field = element("div", { class: "field" }, label, hint, input);
  return { input, element: element("div", { class: "group" }, options.length === 0 ? undefined : example, field) };
}
