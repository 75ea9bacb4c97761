// The contract as the site needs it: operations, events, schemas and tags, each with what a page shows of it.
import { STATUS_CODES } from "node:http";
import {
  type Contract,
  type ContractBody,
  type ContractEvent,
  type ContractOperation,
  type ContractResponse,
  type Link,
  type OpenApiDocument,
  type Parameter,
  parseReference,
  resolve,
  type Schema,
} from "../shared/contract/index.ts";
import { type Field, listMarks, type Mark, readShape, type Shape } from "./fields.ts";
import { code, type Inline, link, toAnchor } from "./text.ts";
import { eventUrl, operationUrl, schemaUrl, tagUrl } from "./urls.ts";

/** A named example. */
export interface ExampleReference {
  readonly name: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly value: unknown;
}

/** A body in one media type. */
export interface BodyReference extends Omit<ContractBody, "examples"> {
  readonly shape: Shape;
  readonly examples: readonly ExampleReference[];
}

/** One documented response. */
export interface ResponseReference {
  readonly status: string;
  /** The status in words, such as `Not Found`. */
  readonly phrase: string;
  readonly description: string;
  readonly marks: readonly Mark[];
  readonly headers: readonly Field[];
  readonly bodies: readonly BodyReference[];
  /** The fields of the body that other operations take, with a link to each of these. */
  readonly takenBy: ReadonlyMap<string, readonly Inline[]>;
}

/** A parameter as a field, with a value to show it by. */
export interface ParameterReference extends Field {
  /** A cookie is none: a page cannot send one to another server. */
  readonly in: Exclude<Parameter["in"], "cookie">;
  readonly example: unknown;
}

/** A credential that an operation takes. */
export interface CredentialReference {
  readonly name: string;
  /** The header that carries it. */
  readonly header: string;
  readonly description: string | undefined;
  readonly marks: readonly Mark[];
}

/** What operations and events have in common. */
interface Described {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly tag: string;
  readonly stability: string | undefined;
  readonly preconditions: readonly string[];
  readonly deprecated: boolean;
  readonly marks: readonly Mark[];
  readonly responses: readonly ResponseReference[];
}

/** One operation. */
export interface OperationReference extends Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Names of the events that it brings about. */
  readonly events: readonly string[];
  readonly credentials: readonly CredentialReference[];
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly parameters: readonly ParameterReference[];
  readonly requestBody:
    | {
        readonly required: boolean;
        readonly description: string | undefined;
        readonly bodies: readonly BodyReference[];
      }
    | undefined;
}

/** One event, or family of events. */
export interface EventReference extends Described {
  readonly name: string;
  /** The operations that bring it about. */
  readonly broughtAboutBy: readonly OperationReference[];
  readonly payload: BodyReference;
}

/** One component schema. */
export interface SchemaReference {
  readonly name: string;
  readonly url: string;
  readonly shape: Shape;
  /** The operations and events that carry it. */
  readonly usedBy: readonly (OperationReference | EventReference)[];
}

/** A tag with what it groups. */
export interface TagReference {
  readonly name: string;
  readonly url: string;
  readonly description: string | undefined;
  readonly operations: readonly OperationReference[];
}

/** Everything that the pages show. */
export interface Reference {
  readonly contract: Contract;
  readonly document: OpenApiDocument;
  readonly operations: readonly OperationReference[];
  readonly events: readonly EventReference[];
  readonly schemas: readonly SchemaReference[];
  readonly tags: readonly TagReference[];
  readonly credentials: readonly CredentialReference[];
}

/** Reads the contract into what the pages show. */
export function readReference(contract: Contract): Reference {
  const { document } = contract;
  const credentials = Object.entries(document.components.securitySchemes).map(([name, scheme]) => ({
    name,
    header: scheme.name ?? name,
    description: scheme.description,
    marks: listMarks(scheme),
  }));
  const operations = contract.operations.map((one) => readOperation(document, one, credentials));
  const events = contract.events.map((event) => readEvent(document, event, operations));
  const users = listUsers(contract, operations, events);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => ({
    name,
    url: schemaUrl(name),
    shape: readShape(document, schema),
    usedBy: users.get(name) ?? [],
  }));
  const tags = document.tags.map(({ name, description }) => ({
    name,
    url: tagUrl(name),
    description,
    operations: operations.filter(({ tag }) => tag === name),
  }));
  return { contract, document, operations, events, schemas, tags, credentials };
}

function readOperation(
  document: OpenApiDocument,
  { id, method, path, operation, security, parameters, requestBody, responses }: ContractOperation,
  credentials: readonly CredentialReference[],
): OperationReference {
  const names = new Set(security.flat());
  const servers = operation.servers ?? document.paths[path]?.servers ?? document.servers;
  const body = operation.requestBody && resolve<{ description?: string }>(document, operation.requestBody);
  return {
    ...readDescription(operation),
    id,
    url: operationUrl(id),
    method: method.toUpperCase(),
    path,
    events: operation["x-events"] ?? [],
    credentials: credentials.filter(({ name }) => names.has(name)),
    servers: servers.map(({ url, description = "Server", variables }) => ({
      url: url.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables?.[name]?.default ?? whole),
      description,
    })),
    parameters: parameters.map((one) => ({
      ...readField(document, one.name, one),
      in: one.in as ParameterReference["in"],
      example: one.example,
    })),
    requestBody: requestBody && {
      required: requestBody.required,
      description: body?.description,
      bodies: requestBody.bodies.map((one) => readBody(document, one)),
    },
    responses: responses.map(({ status, response, bodies }) => readResponse(document, status, response, bodies)),
  };
}

function readEvent(
  document: OpenApiDocument,
  { name, payload, operation }: ContractEvent,
  operations: readonly OperationReference[],
): EventReference {
  return {
    ...readDescription(operation),
    name,
    url: eventUrl(name),
    broughtAboutBy: operations.filter(({ events }) => events.includes(name)),
    payload: readBody(document, payload),
    responses: Object.entries(operation.responses).map(([status, node]) =>
      readResponse(document, status, resolve(document, node), []),
    ),
  };
}

function readDescription(operation: ContractOperation["operation"]): Omit<Described, "url" | "responses"> {
  return {
    title: operation.summary,
    description: operation.description,
    tag: operation.tags[0] ?? "",
    stability: operation["x-stability-level"],
    preconditions: operation["x-preconditions"] ?? [],
    deprecated: operation.deprecated === true,
    marks: listMarks(operation),
  };
}

/** Ranges of statuses, such as `2XX`, in words. */
const ranges: Readonly<Record<string, string>> = { 2: "Any success", 4: "Any refusal" };

function readResponse(
  document: OpenApiDocument,
  status: string,
  response: ContractResponse["response"],
  bodies: readonly ContractBody[],
): ResponseReference {
  return {
    status,
    phrase: STATUS_CODES[status] ?? ranges[status.charAt(0)] ?? "",
    description: response.description,
    marks: listMarks(response),
    headers: Object.entries(response.headers ?? {}).map(([name, header]) => readField(document, name, header)),
    bodies: bodies.map((body) => readBody(document, body)),
    takenBy: readLinks(document, response.links),
  };
}

function readLinks(document: OpenApiDocument, links: ContractResponse["response"]["links"]): Map<string, Inline[]> {
  const takenBy = new Map<string, Inline[]>();
  for (const node of Object.values(links ?? {})) {
    const { operationId, parameters = {} } = resolve<Link>(document, node);
    for (const expression of Object.values(parameters)) {
      const [, field = ""] = /^\$response\.body#\/([^/]+)$/.exec(expression) ?? [];
      takenBy.set(field, [...(takenBy.get(field) ?? []), link(code(operationId), operationUrl(operationId))]);
    }
  }
  return takenBy;
}

function readBody(document: OpenApiDocument, body: ContractBody): BodyReference {
  const examples = body.examples.map(({ name, ...own }) => {
    return findExample(document, name) ?? { ...own, name, description: undefined };
  });
  return { ...body, shape: readShape(document, body.schema ?? {}), examples };
}

/** An example of the document by its name. */
export function findExample({ components }: OpenApiDocument, name: string): ExampleReference | undefined {
  const example = components.examples?.[name];
  return example && { name, summary: example.summary, description: example.description, value: example.value };
}

/** A parameter or a header as a field: what is said beside its schema comes first. */
function readField(
  document: OpenApiDocument,
  name: string,
  holder: Omit<Parameter, "name" | "in" | "schema"> & { readonly schema?: Schema },
): Field {
  const shape = readShape(document, holder.schema ?? {});
  return {
    name,
    id: toAnchor(name),
    required: holder.required === true,
    deprecated: holder.deprecated === true || shape.deprecated,
    description: holder.description ?? shape.description,
    shape: { ...shape, marks: [...listMarks(holder), ...shape.marks] },
  };
}

/** For each schema, the operations and events that carry it, directly or inside another schema. */
function listUsers(
  { document, operations, events }: Contract,
  operationPages: readonly OperationReference[],
  eventPages: readonly EventReference[],
): Map<string, (OperationReference | EventReference)[]> {
  const users = new Map<string, (OperationReference | EventReference)[]>();
  const add = (node: unknown, user: OperationReference | EventReference | undefined) => {
    const seen = new Set<string>();
    const visit = (at: unknown) => {
      if (typeof at !== "object" || at === null) return;
      for (const [key, value] of Object.entries(at)) {
        if (key !== "$ref" || typeof value !== "string") visit(value);
        else {
          const name = String(parseReference(value)[2]);
          if (seen.has(name)) continue;
          seen.add(name);
          visit(document.components.schemas[name]);
        }
      }
    };
    visit(node);
    for (const name of seen) users.set(name, [...(users.get(name) ?? []), ...(user ? [user] : [])]);
  };
  for (const [index, { parameters, requestBody, responses }] of operations.entries()) {
    const bodies = [...(requestBody?.bodies ?? []), ...responses.flatMap((response) => response.bodies)];
    add(
      [...parameters, ...bodies].map(({ schema }) => schema),
      operationPages[index],
    );
  }
  for (const [index, { payload }] of events.entries()) add(payload.schema, eventPages[index]);
  return users;
}
