// The call of an operation that its page shows and tries: to the local sandbox, with the contract's examples.
import { type FieldData, freshenExample, type ServerData, type TryItData } from "../assets/try-it/data.ts";
import { buildRequest, type CallRequest } from "../assets/try-it/request.ts";
import { type Field, formatRange } from "../fields.ts";
import type { BodyReference, OperationReference, ParameterReference } from "../reference.ts";

/** A call in every form that a page needs. */
export interface Call {
  /** Is it a call of the control plane, which is of our tool? */
  readonly isControl: boolean;
  readonly data: TryItData;
  /** What goes over the wire when nothing of the form is changed. */
  readonly request: CallRequest;
  /** The JSON body, or the parts of the form; undefined without a body. */
  readonly body: unknown;
}

/** The header that every call of the control plane needs. It is public. */
const controlHeader = "x-sandbox-control";
const managementHeader = "X-Management-Key";

/** The file that a sample sends in a form. */
const sentFile = "report.pdf";

/** Fields of bodies whose value the service takes once only, while the contract's examples have what the sandbox begins with. */
const usedOnce: ReadonlyMap<string, string> = new Map([["createUser", "client_user_id"]]);

/** What starts a server of this machine, by its name in the contract, and the keys that it begins with. */
const localServers = new Map([
  ["Local mock", { command: "npm run mock", teamKey: "any", managementKey: "any" }],
  ["Local sandbox", { command: "npm run sandbox", teamKey: "sk_demo_team", managementKey: "mk_demo_org" }],
]);

/** Reads the call: what is required, and a body if it matters. */
export function readCall(operation: OperationReference): Call {
  const { id, method, path, parameters, requestBody, credentials, servers } = operation;
  const body = requestBody?.bodies[0];
  const [first] = body?.examples ?? [];
  const filled = requestBody?.required === true || Object.keys(Object(first?.value)).length > 0;
  const multipart = body?.mediaType === "multipart/form-data";
  const isControl = path.startsWith("/_sandbox/");
  const data: TryItData = {
    method,
    path,
    // The sandbox comes first: it remembers what a call changes, so that the next call finds it
    servers: servers.map((server) => readServer(server, credentials, isControl)).toReversed(),
    credentials: credentials.map(({ header }) => header).filter((header) => header !== controlHeader),
    headers: credentials.some(({ header }) => header === controlHeader) ? { [controlHeader]: "1" } : undefined,
    fields: [...parameters.flatMap(readParameter), ...(body !== undefined && multipart ? readParts(body) : [])],
    body:
      requestBody && body && !multipart
        ? {
            mediaType: body.mediaType,
            required: requestBody.required,
            examples: body.examples.map(({ name, summary }) => ({ name, title: summary ?? name })),
            filled,
            usedOnce: usedOnce.get(id),
          }
        : undefined,
    multipart,
  };
  const text =
    data.body && filled ? freshenExample(JSON.stringify(first?.value, null, 2), usedOnce.get(id), "my-user-01") : "";
  const [server] = data.servers;
  return {
    isControl,
    data,
    request: buildRequest(data, {
      server: server?.url ?? "",
      keys: new Map(Object.entries(server?.keys ?? {})),
      values: new Map(data.fields.map((field) => [field, readValues(field)])),
      body: text,
    }),
    body: multipart ? first?.value : text === "" ? undefined : JSON.parse(text),
  };
}

function readServer(
  { url, description }: OperationReference["servers"][number],
  credentials: OperationReference["credentials"],
  isControl: boolean,
): ServerData {
  const known = localServers.get(description);
  if (known === undefined) return { url, title: description };
  if (isControl) {
    // Only `npm start` lets its own pages call the control plane
    const remedy = "Run the curl command instead, or read this page from `npm start`.";
    return { url, title: description, command: "npm start", remedy };
  }
  const { command, teamKey, managementKey } = known;
  // The sandbox has a separate URL for these calls only with --management-port
  const isApart = description === "Local sandbox" && credentials.some(({ header }) => header === managementHeader);
  return {
    url,
    title: description,
    command: isApart ? `${command} -- --management-port ${new URL(url).port}` : command,
    keys: Object.fromEntries(
      credentials.map(({ header }) => [header, header === managementHeader ? managementKey : teamKey]),
    ),
  };
}

function readValues({ value, type, list, accept }: FieldData): (string | File)[] {
  if (type === "file") return [new File([], sentFile, { type: accept?.split(",")[0] ?? "" })];
  return list ? value.split(",") : [value];
}

/** A parameter as a field. A cookie is none: a page cannot send one to another server. */
function readParameter(parameter: ParameterReference): FieldData[] {
  if (parameter.in === "cookie") return [];
  return [readField(parameter, parameter.in, parameter.required ? [findValue(parameter)].flat().join() : "")];
}

/** The parts of a multipart body as fields, with the values of its first example; a file is for the reader to choose. */
function readParts({ shape, encoding, examples }: BodyReference): FieldData[] {
  const example = Object(examples[0]?.value) as Readonly<Record<string, unknown>>;
  return shape.fields.map((part) => {
    const field = readField(part, "part", String(example[part.name] ?? ""));
    return field.type === "file" ? { ...field, value: "", accept: encoding[part.name]?.contentType } : field;
  });
}

function readField({ name, required, deprecated, shape }: Field, place: FieldData["in"], value: string): FieldData {
  const { type, format, minimum, maximum, isList } = shape.input;
  const isFile = format === "binary";
  const words = isFile ? "file" : (format ?? type);
  const hint = [
    place,
    isList ? `list of ${words}` : words,
    formatRange(minimum, maximum, ""),
    shape.default === undefined ? undefined : `default ${JSON.stringify(shape.default)}`,
    deprecated ? "deprecated" : undefined,
  ];
  const scalar = type === "integer" || type === "number" || type === "boolean" ? type : "string";
  return {
    name,
    in: place,
    required,
    value,
    hint: hint.filter((part) => part !== undefined).join(", "),
    type: isFile ? "file" : format === "date" ? "date" : scalar,
    list: isList,
    known: shape.known?.values.map(String),
    open: shape.known?.open || undefined,
    minimum,
    maximum,
  };
}

/** The value that a call shows for a parameter: the contract's own, else one of the right form. */
export function findValue({ example, shape }: ParameterReference): unknown {
  if (example !== undefined) return example;
  if (shape.default !== undefined) return shape.default;
  const [value = "example"] = shape.known?.values ?? [];
  if (shape.input.isList) return [value];
  if (shape.input.format === "uuid") return "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
  if (shape.known === undefined && /^(?:integer|number)$/.test(shape.input.type)) return 1;
  return value;
}
