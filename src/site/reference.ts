// The contract as the site needs it: operations, events, schemas and tags, each with what a page shows of it.
import { STATUS_CODES } from "node:http";
import {
  type Contract,
  type ContractBody,
  type ContractOperation,
  type ContractResponse,
  listHappenings,
  type OpenApiDocument,
  type Parameter,
  resolve,
  type Schema,
} from "../shared/contract/index.ts";
import { madeUpName } from "./assets/try-it/data.ts";
import { type Field, listMarks, readShape } from "./fields.ts";
import { toAnchor } from "./inline.ts";
import { eventUrl, operationUrl, schemaUrl, tagUrl } from "./urls.ts";

/** A body in one media type, with the shape of its value. */
export type BodyReference = ReturnType<typeof readBody>;

/** One documented response. */
export type ResponseReference = ReturnType<typeof readResponse>;

/** A parameter as a field, with its place and a value to show it by. */
export type ParameterReference = OperationReference["parameters"][number];

/** One operation. */
export type OperationReference = Reference["operations"][number];

/** One event, or family of events. */
export type EventReference = Reference["events"][number];

/** Everything that the pages show. */
export type Reference = ReturnType<typeof readReference>;

/** One component schema, and the operations and events that carry it. */
export type SchemaReference = Reference["schemas"][number];

/** One call of the control plane, or one happening that a call makes happen. */
export type ControlCall = Reference["control"]["calls"][number];

/** Reads the contract, and that of the sandbox's control plane, into what the pages show. */
export function readReference(contract: Contract, control: Contract) {
  const { document } = contract;
  const choices = control.document["x-choices"] ?? [];
  const listChoices = (name: string) => choices.flatMap((one) => (one.operations.includes(name) ? [one.chosen] : []));
  const operations = contract.operations.map((one) => ({
    ...readOperation(document, one.id === "createUser" ? replaceTakenName(one) : one),
    choices: listChoices(one.id),
  }));
  const events = contract.events.map(({ name, payload, operation }) => ({
    ...readDescription(operation),
    name,
    url: eventUrl(name),
    broughtAboutBy: operations.filter((one) => one.events.includes(name)),
    payload: readBody(document, payload, "payload"),
    responses: Object.entries(operation.responses).map(([status, node]) =>
      readResponse(document, { status, response: resolve(document, node), bodies: [] }),
    ),
    choices: listChoices(name),
    carried: listCarried(document, payload),
  }));
  return {
    document,
    operations,
    events,
    schemas: Object.entries(document.components.schemas).map(([name, schema]) => ({
      name,
      url: schemaUrl(name),
      ...readShape(document, schema, "field"),
      usedBy: [...operations, ...events].filter(({ carried }) => carried.has(name)),
    })),
    tags: document.tags.map(({ name, description }) => ({
      name,
      url: tagUrl(name),
      description,
      operations: operations.filter(({ tag }) => tag === name),
    })),
    credentials: listCredentials(document).map((credential) => ({
      ...credential,
      takenBy: operations.filter((one) => one.credentials.some(({ name }) => name === credential.name)),
    })),
    choices,
    control: { document: control.document, calls: listControlCalls(control) },
  };
}

/** The sandbox begins with the users of the contract's examples, and a name is taken once only: the pages create another. */
function replaceTakenName({ requestBody, responses, ...others }: ContractOperation): ContractOperation {
  const replace = (body: ContractBody) => ({
    ...body,
    examples: body.examples.map(({ value, ...example }) => {
      const isNamed = "client_user_id" in Object(value);
      return { ...example, value: isNamed ? { ...Object(value), client_user_id: madeUpName } : value };
    }),
  });
  return {
    ...others,
    requestBody: requestBody && { ...requestBody, bodies: requestBody.bodies.map(replace) },
    responses: responses.map((one) => ({ ...one, bodies: one.bodies.map(replace) })),
  };
}

/** The calls of the control plane; behind that which makes something happen, each happening with its own example. */
function listControlCalls({ document, operations }: Contract) {
  return operations.flatMap((operation) => {
    const call = { ...readOperation(document, operation), name: operation.id };
    const { id, requestBody } = call;
    if (id !== "simulateHappening" || !requestBody) return [call];
    const happenings = listHappenings(document).map(({ name, schema: { title = name, description = "" } }) => {
      const bodies = requestBody.bodies.map((body) => {
        return { ...body, examples: body.examples.filter((example) => example.name === name) };
      });
      return { ...call, name, title, description, requestBody: { ...requestBody, bodies } };
    });
    return [call, ...happenings];
  });
}

function listCredentials({ components }: OpenApiDocument) {
  return Object.entries(components.securitySchemes).map(([name, scheme]) => ({
    name,
    /** The header that carries it. */
    header: scheme.name ?? name,
    description: scheme.description,
    marks: listMarks(scheme),
    own: [scheme],
  }));
}

function readOperation(
  document: OpenApiDocument,
  { id, method, path, operation, security, parameters, requestBody, responses }: ContractOperation,
) {
  const names = security.flat();
  const servers = operation.servers ?? document.paths[path]?.servers ?? document.servers;
  const body = operation.requestBody && resolve<{ description?: string }>(document, operation.requestBody);
  return {
    ...readDescription(operation),
    id,
    url: operationUrl(id),
    method: method.toUpperCase(),
    path,
    /** Names of the events that it brings about. */
    events: operation["x-events"] ?? [],
    credentials: listCredentials(document).filter(({ name }) => names.includes(name)),
    servers: servers.map(({ url, description = "Server", variables }) => ({
      url: url.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables?.[name]?.default ?? whole),
      description,
    })),
    parameters: parameters.map((one) => ({
      ...readField(document, one.name, one, one.in),
      // A cookie is refused before
      in: one.in as Exclude<Parameter["in"], "cookie">,
      example: one.example,
    })),
    requestBody: requestBody && {
      required: requestBody.required,
      description: body?.description,
      bodies: requestBody.bodies.map((one, index) => readBody(document, one, "body", index)),
    },
    responses: responses.map((one) => readResponse(document, one)),
    carried: listCarried(document, [parameters, requestBody, responses]),
  };
}

function readDescription(operation: ContractOperation["operation"]) {
  return {
    title: operation.summary,
    description: operation.description,
    tag: operation.tags[0] ?? "",
    stability: operation["x-stability-level"],
    preconditions: operation["x-preconditions"] ?? [],
    deprecated: operation.deprecated === true,
    marks: listMarks(operation),
    own: [operation],
  };
}

/** Ranges of statuses, such as `2XX`, in words. */
const ranges: Readonly<Record<string, string>> = { 2: "Any success", 4: "Any refusal" };

function readResponse(
  document: OpenApiDocument,
  { status, response, bodies }: Pick<ContractResponse, "status" | "response" | "bodies">,
) {
  const part = `response-${status}`;
  return {
    status,
    part,
    /** The status in words, such as `Not Found`. */
    phrase: STATUS_CODES[status] ?? ranges[status.charAt(0)] ?? "",
    description: response.description,
    marks: listMarks(response),
    own: [response],
    bodies: bodies.map((body, index) => readBody(document, body, part, index)),
  };
}

/** A body. @param name The part of the page that lists its fields: a second media type has one of its own. */
function readBody(document: OpenApiDocument, body: ContractBody, name: string, index = 0) {
  const part = index === 0 ? name : `${name}-${index + 1}`;
  return { ...body, part, ...readShape(document, body.schema ?? {}, part) };
}

/** A parameter or a header as a field: what is said beside its schema comes first. */
function readField(
  document: OpenApiDocument,
  name: string,
  holder: Omit<Parameter, "name" | "in" | "schema"> & { readonly schema?: Schema },
  part: string,
): Field {
  const id = `${part}.${toAnchor(name)}`;
  const shape = readShape(document, holder.schema ?? {}, id);
  return {
    ...shape,
    name,
    id,
    required: holder.required === true,
    deprecated: holder.deprecated === true || shape.deprecated,
    description: holder.description ?? shape.description,
    marks: [...listMarks(holder), ...shape.marks],
    own: [holder, ...shape.own],
  };
}

/** The component schemas that a part of the contract carries, directly or inside another schema. */
export function listCarried({ components }: OpenApiDocument, node: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (part: unknown) => {
    for (const [, name = ""] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(components.schemas[name]);
    }
  };
  visit(node);
  return found;
}
