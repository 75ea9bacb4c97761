// The place on an operation's page where a script puts the form that tries it; without one it stays empty.
import { finished, type Html, html } from "../../../tools/look/index.ts";
import type { FieldData, ServerData, TryItData } from "../assets/try-it/data.ts";
import { type Field, range } from "../fields.ts";
import type { BodyReference, OperationReference, ParameterReference, RequestBodyReference } from "../reference.ts";
import { exampleOf, requestMatters } from "../snippets/request.ts";

/** Writes the place, with what the form needs to know. The examples stand on the page, under `data-example`. */
export function tryIt(operation: OperationReference): Html {
  // In a script element only `<` could end it; JSON may write it otherwise
  const json = finished(JSON.stringify(dataOf(operation)).replaceAll("<", "\\u003c"));
  return html`<div id="try-it" data-try-it hidden><script type="application/json">${json}</script></div>`;
}

function dataOf(operation: OperationReference): TryItData {
  const { id, method, path, parameters, requestBody, credentials, servers } = operation;
  const body = requestBody?.bodies[0];
  const multipart = body?.mediaType === "multipart/form-data";
  return {
    id,
    method,
    path,
    servers: servers.map((server) => serverOf(server, credentials)),
    credentials: credentials.map(({ header }) => header).filter((header) => header !== controlHeader),
    headers: credentials.some(({ header }) => header === controlHeader) ? { [controlHeader]: "1" } : undefined,
    fields: [...parameters.flatMap(parameterOf), ...(body !== undefined && multipart ? partsOf(body) : [])],
    body: requestBody && body && !multipart ? bodyOf(requestBody, body) : undefined,
    multipart,
  };
}

/** The header that every call of the control plane needs. It is public. */
const controlHeader = "x-sandbox-control";

/** What starts a server of this machine, by its name in the contract, and the keys that it begins with. */
const local = new Map([
  ["Local mock", { command: "npm run mock", teamKey: "any", managementKey: "any" }],
  ["Local sandbox", { command: "npm run sandbox", teamKey: "sk_demo_team", managementKey: "mk_demo_org" }],
]);

function serverOf(
  { url, description = "Server" }: OperationReference["servers"][number],
  credentials: OperationReference["credentials"],
): ServerData {
  const has = (wanted: string) => credentials.some(({ header }) => header === wanted);
  const known = local.get(description);
  if (known === undefined) return { url, title: description };
  if (has(controlHeader)) {
    // Only `npm start` lets its own pages call the control plane
    const remedy = "Run the curl command instead, or read this page from `npm start`.";
    return { url, title: description, command: "npm start", remedy };
  }
  const { command, teamKey, managementKey } = known;
  // The sandbox has a separate URL for these calls only with --management-port
  const isApart = description === "Local sandbox" && has("X-Management-Key");
  return {
    url,
    title: description,
    command: isApart ? `${command} -- --management-port ${new URL(url).port}` : command,
    keys: Object.fromEntries(
      credentials.map(({ header }) => [header, header === "X-Management-Key" ? managementKey : teamKey]),
    ),
  };
}

function bodyOf({ required }: RequestBodyReference, { mediaType, examples }: BodyReference): TryItData["body"] {
  const [first] = examples;
  return {
    mediaType,
    required,
    examples: examples.map(({ name, summary }) => ({ name, title: summary ?? name })),
    filled: required || (first !== undefined && requestMatters(first)),
  };
}

/** A parameter as a field. A cookie is none: a page cannot send one to another server. */
function parameterOf(parameter: ParameterReference): FieldData[] {
  if (parameter.in === "cookie") return [];
  return [fieldOf(parameter, parameter.in, parameter.required ? [exampleOf(parameter)].flat().map(String) : [])];
}

/** The parts of a multipart body as fields, with the values of its first example; a file is for the reader to choose. */
function partsOf({ shape, partTypes, examples }: BodyReference): FieldData[] {
  const example = Object(examples[0]?.value) as Readonly<Record<string, unknown>>;
  return shape.fields.map((part) => {
    const field = fieldOf(part, "part", [example[part.name] ?? []].flat().map(String));
    return field.type === "file" ? { ...field, values: [], accept: partTypes[part.name] } : field;
  });
}

function fieldOf(
  { name, required, deprecated, shape }: Field,
  place: FieldData["in"],
  values: readonly string[],
): FieldData {
  const { type, format, minimum, maximum, isList } = shape.input;
  const words = format === "binary" ? "file" : (format ?? type);
  const hint = [
    place,
    isList ? `list of ${words}` : words,
    range(minimum, maximum, ""),
    shape.default === undefined ? undefined : `default ${JSON.stringify(shape.default)}`,
    deprecated ? "deprecated" : undefined,
  ];
  return {
    name,
    in: place,
    required,
    values,
    hint: hint.filter((part) => part !== undefined).join(", "),
    type: format === "binary" ? "file" : format === "date" ? "date" : scalar(type),
    list: isList,
    known: shape.known?.values.map(String),
    open: shape.known?.open || undefined,
    minimum,
    maximum,
  };
}

function scalar(type: string): "string" | "integer" | "number" | "boolean" {
  return type === "integer" || type === "number" || type === "boolean" ? type : "string";
}
