// What a request to copy sends: the contract's examples, to the local mock.
import type { ExampleReference, OperationReference, ParameterReference } from "../reference.ts";

/** Whom a snippet calls, and with which credential. */
export interface Called {
  readonly server: string;
  readonly key: string;
}

/** The mock where `npm start` serves it; it takes any key. */
export const mock: Called = { server: "http://127.0.0.1:4010", key: "any" };

/** A part of a form: a text, or a file of a type. */
export interface FormPart {
  readonly name: string;
  readonly text: string;
  /** The media type of a file; undefined for a text. */
  readonly type: string | undefined;
}

/** The file that a snippet sends in a form. */
export const sentFile = "report.pdf";

/** A request, as it goes over the wire. */
export interface SnippetRequest {
  readonly method: string;
  /** The whole address, with its query. */
  readonly url: string;
  /** The credential and what else is required; not the content type. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The JSON body; undefined without one. */
  readonly json: unknown;
  /** The parts of a multipart form; empty without one. */
  readonly form: readonly FormPart[];
}

/** The smallest request of an operation that says something: what is required, and a body if it matters. */
export function requestOf(operation: OperationReference, { server, key } = mock): SnippetRequest {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(exampleNamed(operation, "path", name))),
  );
  const query = requiredOf(operation, "query").flatMap((parameter) =>
    [exampleOf(parameter)]
      .flat()
      .map((value) => `${encodeURIComponent(parameter.name)}=${encodeURIComponent(String(value))}`),
  );
  const body = bodyOf(operation);
  const isForm = body?.mediaType === "multipart/form-data";
  return {
    method: operation.method,
    url: server + path + (query.length > 0 ? `?${query.join("&")}` : ""),
    headers: [
      ...operation.credentials.map(({ header }) => [header, key] as const),
      ...requiredOf(operation, "header").map((one) => [one.name, String(exampleOf(one))] as const),
    ],
    json: isForm ? undefined : body?.value,
    form: isForm ? formOf(body.value, body.partTypes) : [],
  };
}

/** The body that a snippet shows: its first example, unless the call says as much without it. */
export function bodyOf({ requestBody }: OperationReference) {
  const body = requestBody?.bodies[0];
  const example = body?.examples[0];
  if (body === undefined || example === undefined || !(requestBody?.required || requestMatters(example)))
    return undefined;
  return { ...body, value: example.value };
}

function formOf(value: unknown, types: Readonly<Record<string, string>>): FormPart[] {
  return Object.entries(Object(value)).map(([name, text]) => ({
    name,
    text: String(text),
    type: types[name]?.split(",")[0],
  }));
}

/** The value that a snippet shows for a parameter: the contract's own, else one of the right form. */
export function exampleOf({ example, shape }: ParameterReference): unknown {
  if (example !== undefined) return example;
  if (shape.default !== undefined) return shape.default;
  const [value = "example"] = shape.known?.values ?? [];
  if (shape.input.isList) return [value];
  if (shape.input.format === "uuid") return "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
  if (shape.known === undefined && /^(?:integer|number)$/.test(shape.input.type)) return 1;
  return value;
}

/** An optional body is shown when the call says nothing without it. */
export function requestMatters(example: ExampleReference): boolean {
  return typeof example.value === "object" && example.value !== null && Object.keys(example.value).length > 0;
}

/** An answer without an end, which curl has to show as it comes. */
export function isStream({ responses }: OperationReference): boolean {
  return responses.some(({ bodies }) => bodies.some(({ mediaType }) => mediaType === "text/event-stream"));
}

export function requiredOf({ parameters }: OperationReference, place: ParameterReference["in"]): ParameterReference[] {
  return parameters.filter((parameter) => parameter.in === place && parameter.required);
}

export function exampleNamed(
  { parameters }: OperationReference,
  place: ParameterReference["in"],
  name: string,
): unknown {
  const parameter = parameters.find((one) => one.in === place && one.name === name);
  return parameter === undefined ? "example" : exampleOf(parameter);
}
