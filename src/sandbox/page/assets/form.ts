// The one form: that of any operation of the control plane or happening, whose fields suggest what the world has and take any value.
import { type Html, html } from "../../../shared/look/browser/index.ts";
import type { ControlResult } from "../../control-client/index.ts";
import { type Field, type Form, listTaken, readInput } from "./fields.ts";
import { type Content, details, json, linkTo, type Page, prose } from "./parts.ts";
import { suggest } from "./suggestions.ts";

/** Shows a form, filled with what the address has. One that only reads and has all that it needs shows its answer at once. */
export async function showForm(page: Page): Promise<Content> {
  const { forms, stories, query, addresses } = page;
  const id = query.get("form") ?? "";
  const form = forms.find((one) => one.id === id);
  if (form === undefined) throw new Error(`The control plane has no form "${id}".`);
  const { title, description, operationId, example } = form;
  const fields = listTaken(form, query);
  const isRead = form.method === "get";
  const isComplete = fields.every(({ name, required }) => !required || query.get(name));
  const written = await Promise.all(fields.map((field) => writeField(page, field)));
  const reference =
    addresses.reference &&
    html`<p><a href="${addresses.reference}/sandbox/index.html#${operationId}">The same call from a program</a></p>`;
  const body = html`<p class="lead">${prose(description.split("\n\n")[0] ?? "")}</p>
<form class="filled" autocomplete="off"><input type="hidden" name="view" value="form"><input type="hidden" name="form" value="${id}"><input type="hidden" name="world" value="${page.world.id}">
${written}<button class="main">${title}</button></form>
<div id="outcome">${isRead && isComplete ? await performCall(page, form, query) : undefined}</div>
${example === undefined ? undefined : details("example", "An example as JSON", json(page, "Example", example))}
${operationId === "playStory" ? details("stories", "The stories, with their steps", json(page, "Stories", stories)) : undefined}
${reference}`;
  return { title, body, isLive: false };
}

/** Does what a form asks for, and shows what came of it. */
export async function performCall(page: Page, form: Form, filled: URLSearchParams): Promise<Html> {
  const { body, ...params } = readInput(form, page.world.id, filled);
  const method = form.method.toUpperCase() as "POST";
  const send = page.control[method] as (path: string, input: object) => Promise<ControlResult<object>>;
  const hasBody = form.fields.some((field) => field.in === "body");
  const result = await send(form.path, { params, ...(hasBody && { body }) });
  if (!result.ok) {
    const { message, remedy = "" } = result.error.error;
    return html`<p class="notice bad" role="alert">${prose(`${message} ${remedy}`)}</p>`;
  }
  const { id, api_key } = result.data as { readonly id?: string; readonly api_key?: string };
  const world = api_key && html` <a href="${linkTo(`${id}`, "")}">Show the world ${id}</a>`;
  return html`<p class="notice good" role="status">Done.${world}</p>${json(page, "Answer", result.data)}`;
}

async function writeField(page: Page, field: Field): Promise<Html> {
  const { name, values, required, isOneRequired, isOpen } = field;
  const [only, ...others] = values;
  if (only !== undefined && others.length === 0) return html`<input type="hidden" name="${name}" value="${only}">`;
  const value = page.query.get(name) ?? "";
  const description = field.hints?.[value] || field.description;
  const attributes = html`id="${name}" name="${name}" aria-describedby="${name}-hint"${required ? html` required` : undefined}`;
  const input =
    values.length > 0 && !isOpen
      ? writeChoice(attributes, values, value)
      : await writeInput(page, attributes, field, value);
  return html`<p class="field"><label for="${name}">${name}${required ? " (required)" : isOneRequired ? " (one is required)" : undefined}</label><span class="hint" id="${name}-hint">${prose(description)}</span>${input}</p>
`;
}

function writeChoice(attributes: Html, values: readonly string[], value: string): Html {
  const options = ["", ...values].map(
    (one) => html`<option${one === value ? html` selected` : undefined}>${one}</option>`,
  );
  return html`<select ${attributes}>${options}</select>`;
}

async function writeInput(page: Page, attributes: Html, { name, kind, values }: Field, value: string): Promise<Html> {
  if (kind === "json" && values.length === 0) {
    // A line break at the start of a text area is not part of its value
    return html`<textarea ${attributes} rows="4" spellcheck="false" placeholder="JSON">
${value}</textarea>`;
  }
  const suggested = values.length > 0 ? values.map((one) => [one, ""] as const) : await suggest(page, name);
  if (suggested.length === 0) {
    return html`<input ${attributes} type="${kind}"${kind === "number" ? html` step="any"` : undefined} value="${value}">`;
  }
  const options = suggested.map(([one, label]) => html`<option value="${one}">${label}</option>`);
  return html`<input ${attributes} list="${name}-list" value="${value}"><datalist id="${name}-list">${options}</datalist>`;
}
