// The one form: that of any operation of the control plane, made from its document, with choices that the world offers.
import type { components } from "../../../generated/control-types.ts";
import { listHappenings } from "../../shared/contract/index.ts";
import { type Html, html } from "../../shared/look/index.ts";
import { type Field, findFormOperation, isJson, listFields, listTypes, listValues } from "./fields.ts";
import { details, json, prose } from "./parts.ts";
import { listChoices } from "./pickers.ts";
import { type Content, linkTo, pagePrefix, type View } from "./view.ts";

/** What the control plane answered to a form that was sent. */
export interface Outcome {
  readonly isRefused: boolean;
  readonly answer: unknown;
}

/** The form of an operation, filled with what the query has or what was sent. One that only reads is sent as a link would be. */
export function showForm(view: View, outcome?: Outcome): Content {
  const operation = findFormOperation(view.control, view.id);
  const { title: summary = operation.operation.summary, description = operation.operation.description } =
    listHappenings(view.control.document).find(({ name }) => name === view.query.get("name"))?.schema ?? {};
  const fields: Html[] = [];
  for (const field of listFields(view.control, operation, view.query)) fields.push(writeField(view, field));
  const examples = operation.requestBody?.bodies[0]?.examples ?? [];
  const example = (examples.find(({ name }) => name === view.query.get("name")) ?? examples[0])?.value;
  const stories = operation.id === "playStory" ? view.control.document["x-stories"] : undefined;
  const body = html`<p class="lead">${prose(description.split("\n\n")[0] ?? "")}</p>
<form class="filled" method="${operation.method === "get" ? "get" : "post"}" action="${pagePrefix}/form/${operation.id}" autocomplete="off"><input type="hidden" name="world" value="${view.world.identity.id}">
${fields}<button class="main">${summary}</button></form>
${outcome && showOutcome(view, outcome)}
${example === undefined ? undefined : details("example", "An example as JSON", json(view, "Example", example))}
${stories && details("stories", "The stories, with their steps", json(view, "Stories", stories))}
${view.referenceUrl && html`<p><a href="${view.referenceUrl}/sandbox/${operation.id}.html">The same call from a program</a></p>`}`;
  return { title: summary, body, isLive: false };
}

function showOutcome(view: View, { isRefused, answer }: Outcome): Html {
  if (isRefused) {
    const { message, remedy = "" } = (answer as components["schemas"]["Refusal"]).error;
    return html`<p class="notice bad" role="alert">${prose(`${message} ${remedy}`)}</p>`;
  }
  const { id = "", api_key } = answer as Partial<components["schemas"]["World"]>;
  const world = api_key && html` <a href="${linkTo(id, "")}">Show the world ${id}</a>`;
  return html`<p class="notice good" role="status">Done.${world}</p>${json(view, "Answer", answer)}`;
}

function writeField(view: View, field: Field): Html {
  const { name, schema, description, required } = field;
  const value = view.query.get(name) ?? "";
  const values = listValues(schema)?.map((one) => [String(one), String(one)] as const);
  const choices = values ?? listChoices(view, name);
  const attributes = html`id="${name}" name="${name}" aria-describedby="${name}-hint"${required ? html` required` : undefined}`;
  const input = choices === undefined ? writeInput(attributes, field, value) : writeChoice(attributes, choices, value);
  return html`<p class="field"><label for="${name}">${name}${required ? " (required)" : undefined}</label><span class="hint" id="${name}-hint">${prose(description)}</span>${input}</p>
`;
}

function writeChoice(attributes: Html, choices: readonly (readonly [string, string])[], value: string): Html {
  // What a link brought is kept when it is not among the latest that are offered
  const isOffered = value === "" || choices.some(([one]) => one === value);
  const all = [["", "Choose, or leave out"] as const, ...(isOffered ? [] : [[value, value] as const]), ...choices];
  return html`<select ${attributes}>${all.map(([one, text]) => html`<option value="${one}"${one === value ? html` selected` : undefined}>${text}</option>`)}</select>`;
}

function writeInput(attributes: Html, { schema }: Field, value: string): Html {
  if (isJson(schema)) {
    // A line break at the start of a text area is not part of its value
    return html`<textarea ${attributes} rows="4" spellcheck="false" placeholder="JSON">
${value}</textarea>`;
  }
  const isNumber = listTypes(schema).some((type) => type === "number" || type === "integer");
  const type = isNumber ? "number" : schema.format === "date" ? "date" : "text";
  return html`<input ${attributes} type="${type}"${isNumber ? html` step="any"` : undefined} value="${value}">`;
}
