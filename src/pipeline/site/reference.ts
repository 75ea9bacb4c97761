// The contract, or the control plane of the sandbox, as the site needs it: operations, events, schemas, tags and versions, each with what a page shows of it.
import { STATUS_CODES } from "node:http";
import {
  type Contract,
  type ContractBody,
  type Link,
  type OpenApiDocument,
  type Parameter,
  parseReference,
  resolve,
} from "../../tools/contract/index.ts";
import { type Field, type Mark, marksOf, type Shape, shapeOf } from "./fields.ts";
import { contractSource, type Source } from "./source.ts";
import { anchorOf, type BundlePath, code, type Inline, link, type Text } from "./text.ts";
import { eventUrl, versionUrl } from "./urls.ts";

/** A named example. */
export interface ExampleReference {
  readonly name: string;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly value: unknown;
}

/** A body in one media type. */
export interface BodyReference {
  readonly mediaType: string;
  readonly shape: Shape;
  readonly examples: readonly ExampleReference[];
  /** The media types that the parts of a form take, by the part's name. */
  readonly partTypes: Readonly<Record<string, string>>;
}

/** The body that an operation takes. */
export interface RequestBodyReference {
  readonly required: boolean;
  readonly description: Text | undefined;
  readonly bodies: readonly BodyReference[];
}

/** One documented response. */
export interface ResponseReference {
  readonly status: string;
  /** The status in words, such as `Not Found`. */
  readonly phrase: string;
  readonly description: Text;
  readonly marks: readonly Mark[];
  readonly headers: readonly Field[];
  readonly bodies: readonly BodyReference[];
}

/** A parameter as a field, with a value to show it by. */
export interface ParameterReference extends Field {
  readonly in: Parameter["in"];
  readonly example: unknown;
}

/** A credential that an operation takes. */
export interface CredentialReference {
  readonly name: string;
  /** The header that carries it. */
  readonly header: string;
  readonly description: Text | undefined;
  readonly marks: readonly Mark[];
}

/** One end of a link: a value of an answer, or a parameter that takes it. */
export interface LinkEnd {
  /** The operation, with the status of the answer or the place of the parameter: `createUser 200`, `createPortalUrl path`. */
  readonly at: string;
  readonly name: string;
  readonly otherEnd: Inline;
}

/** One operation. */
export interface OperationReference {
  readonly id: string;
  readonly url: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly description: Text;
  readonly tag: string;
  readonly version: string | undefined;
  readonly stability: string | undefined;
  readonly preconditions: readonly string[];
  /** Names of the events that it brings about. */
  readonly events: readonly string[];
  readonly deprecated: boolean;
  readonly marks: readonly Mark[];
  readonly credentials: readonly CredentialReference[];
  readonly servers: readonly { readonly url: string; readonly description: string | undefined }[];
  readonly parameters: readonly ParameterReference[];
  readonly requestBody: RequestBodyReference | undefined;
  readonly responses: readonly ResponseReference[];
  /** The ends of all links of the contract. */
  readonly linkEnds: readonly LinkEnd[];
}

/** One event, or family of events. */
export interface EventReference {
  readonly name: string;
  readonly url: string;
  readonly title: string;
  readonly description: Text;
  readonly tag: string;
  readonly deprecated: boolean;
  readonly stability: string | undefined;
  readonly preconditions: readonly string[];
  /** The operations that bring it about. */
  readonly broughtAboutBy: readonly { readonly id: string; readonly url: string }[];
  readonly marks: readonly Mark[];
  readonly payload: BodyReference;
  readonly responses: readonly ResponseReference[];
}

/** One component schema. */
export interface SchemaReference {
  readonly name: string;
  readonly url: string;
  readonly shape: Shape;
  /** What its page is reached from and for whom it matters: operations and events that carry it. */
  readonly usedBy: readonly { readonly title: string; readonly url: string }[];
}

/** A tag with what it groups. */
export interface TagReference {
  readonly name: string;
  readonly url: string;
  readonly description: Text | undefined;
  readonly operations: readonly OperationReference[];
  readonly events: readonly EventReference[];
}

/** The operations whose path contains one version. */
export interface VersionReference {
  readonly name: string;
  readonly url: string;
  readonly operations: readonly OperationReference[];
}

/** Everything that the pages show. */
export interface Reference {
  readonly document: OpenApiDocument;
  readonly operations: readonly OperationReference[];
  readonly events: readonly EventReference[];
  readonly schemas: readonly SchemaReference[];
  readonly tags: readonly TagReference[];
  readonly versions: readonly VersionReference[];
  readonly credentials: readonly CredentialReference[];
}

/**
 * Reads the contract into what the pages show.
 *
 * @param source Where its pages stand; another than the contract's for the control plane.
 */
export function readReference(contract: Contract, source = contractSource(contract.document)): Reference {
  const { document } = source;
  // The control token of a sandbox that was started with one is no header of its own name: the description of the document says how to send it
  const keys = Object.entries(document.components.securitySchemes).filter(([, { type }]) => type === "apiKey");
  const credentials = keys.map(([name]) => credentialOf(source, name));
  const linkEnds = linkEndsOf(contract, source);
  const operations = contract.operations.map((one) => ({ ...operationOf(source, one, credentials), linkEnds }));
  const events = contract.events.map((event) => eventOf(source, event, operations));
  const usedBy = usersOf(contract, source);
  const { schemaUrl } = source;
  const schemas =
    schemaUrl === undefined
      ? []
      : Object.entries(document.components.schemas).map(([name, schema]) => ({
          name,
          url: schemaUrl(name),
          shape: shapeOf(source, { schema, path: ["components", "schemas", name] }),
          usedBy: usedBy.get(name) ?? [],
        }));
  const tags = document.tags.map(({ name, description }, index) => ({
    name,
    url: source.tagUrl(name),
    description: description === undefined ? undefined : textAt(source, description, ["tags", index, "description"]),
    operations: operations.filter(({ tag }) => tag === name),
    events: events.filter(({ tag }) => tag === name),
  }));
  const versions = [...new Set(operations.flatMap(({ version }) => version ?? []))].sort().map((name) => ({
    name,
    url: versionUrl(name),
    operations: operations.filter(({ version }) => version === name),
  }));
  return { document, operations, events, schemas, tags, versions, credentials };
}

/** Ranges of statuses, such as `2XX`, in words. */
const ranges: Readonly<Record<string, string>> = { 2: "Any success", 4: "Any refusal" };

function operationOf(
  source: Source,
  { id, method, path, operation, security, requestBody, responses }: Contract["operations"][number],
  all: readonly CredentialReference[],
): Omit<OperationReference, "linkEnds"> {
  const { document } = source;
  const at: BundlePath = ["paths", path, method];
  const item = document.paths[path];
  const names = new Set(security.flat());
  const own = (operation.parameters ?? []).map((node, index) =>
    parameterOf(source, node, [...at, "parameters", index]),
  );
  const ofPath = (item?.parameters ?? []).map((node, index) =>
    parameterOf(source, node, ["paths", path, "parameters", index]),
  );
  // An operation may have one of the same name instead
  const parameters = [...ofPath.filter(({ name }) => !own.some((one) => one.name === name)), ...own];
  const bodyNode = operation.requestBody;
  const body = bodyNode && placeOf(source, bodyNode, [...at, "requestBody"]);
  return {
    id,
    url: source.operationUrl(id),
    method: method.toUpperCase(),
    path,
    title: operation.summary,
    description: textAt(source, operation.description, [...at, "description"]),
    tag: operation.tags[0] ?? "",
    version: /\/(v\d+)(?=\/|$)/.exec(path)?.[1],
    stability: operation["x-stability-level"],
    preconditions: operation["x-preconditions"] ?? [],
    events: operation["x-events"] ?? [],
    deprecated: operation.deprecated === true,
    marks: marksOf(operation, at),
    credentials: all.filter(({ name }) => names.has(name)),
    servers: (operation.servers ?? item?.servers ?? document.servers).map(({ url, description, variables }) => ({
      url: url.replaceAll(/\{(\w+)\}/g, (whole, name: string) => variables?.[name]?.default ?? whole),
      description,
    })),
    parameters,
    requestBody: body &&
      requestBody && {
        required: requestBody.required,
        description:
          body.node.description === undefined
            ? undefined
            : textAt(source, body.node.description, [...body.path, "description"]),
        bodies: requestBody.bodies.map((one) => bodyOf(source, one, body.path)),
      },
    responses: responses.map(({ status, response, bodies }) =>
      responseOf(source, status, response, bodies, operation.responses[status], [...at, "responses", status]),
    ),
  };
}

function eventOf(
  source: Source,
  { name, payload, operation }: Contract["events"][number],
  operations: readonly OperationReference[],
): EventReference {
  const { document } = source;
  const method = Object.keys(document.webhooks[name] ?? {}).find((key) => key !== "parameters") ?? "post";
  const at: BundlePath = ["webhooks", name, method];
  return {
    name,
    url: eventUrl(name),
    title: operation.summary,
    description: textAt(source, operation.description, [...at, "description"]),
    tag: operation.tags[0] ?? "",
    deprecated: operation.deprecated === true,
    stability: operation["x-stability-level"],
    preconditions: operation["x-preconditions"] ?? [],
    broughtAboutBy: operations.filter(({ events }) => events.includes(name)).map(({ id, url }) => ({ id, url })),
    marks: marksOf(operation, at),
    payload: bodyOf(source, payload, [...at, "requestBody"]),
    responses: Object.entries(operation.responses).map(([status, node]) => {
      const path = [...at, "responses", status];
      return responseOf(source, status, resolve(document, node), [], node, path);
    }),
  };
}

function responseOf(
  source: Source,
  status: string,
  response: Contract["operations"][number]["responses"][number]["response"],
  bodies: readonly ContractBody[],
  node: object | undefined,
  at: BundlePath,
): ResponseReference {
  const { path } = node === undefined ? { path: at } : placeOf(source, node, at);
  return {
    status,
    phrase: STATUS_CODES[status] ?? ranges[status.charAt(0)] ?? "",
    description: textAt(source, response.description, [...path, "description"]),
    marks: marksOf(response, path),
    headers: Object.entries(response.headers ?? {}).map(([name, header]) =>
      fieldOf(source, name, header, [...path, "headers", name]),
    ),
    bodies: bodies.map((body) => bodyOf(source, body, path)),
  };
}

function bodyOf(source: Source, body: ContractBody, at: BundlePath): BodyReference {
  const path = [...at, "content", body.mediaType];
  const media = path.reduce<unknown>((at, token) => Reflect.get(Object(at), token), source.document);
  const { encoding = {} } = Object(media) as {
    readonly encoding?: Readonly<Record<string, { readonly contentType?: string }>>;
  };
  return {
    mediaType: body.mediaType,
    shape: shapeOf(source, { schema: body.schema ?? {}, path: [...path, "schema"] }),
    examples: body.examples.map((example) => ({
      ...example,
      description: source.document.components.examples?.[example.name]?.description,
    })),
    partTypes: Object.fromEntries(
      Object.entries(encoding).flatMap(([name, { contentType }]) => (contentType ? [[name, contentType]] : [])),
    ),
  };
}

function parameterOf(source: Source, node: object, at: BundlePath): ParameterReference {
  const { node: parameter, path } = placeOf<Parameter>(source, node, at);
  return {
    ...fieldOf(source, parameter.name, parameter, path),
    in: parameter.in,
    example: parameter.example,
  };
}

/** A parameter or a header as a field: what is said beside its schema comes first. */
function fieldOf(
  source: Source,
  name: string,
  holder: Omit<Parameter, "name" | "in" | "schema"> & { readonly schema?: Parameter["schema"] },
  path: BundlePath,
): Field {
  const shape = shapeOf(source, { schema: holder.schema ?? {}, path: [...path, "schema"] });
  return {
    name,
    id: anchorOf(name),
    path,
    required: holder.required === true,
    deprecated: holder.deprecated === true || shape.deprecated,
    description:
      holder.description === undefined
        ? shape.description
        : textAt(source, holder.description, [...path, "description"]),
    shape: { ...shape, marks: [...marksOf(holder, path), ...shape.marks] },
  };
}

function credentialOf(source: Source, name: string): CredentialReference {
  const path = ["components", "securitySchemes", name];
  const scheme = source.document.components.securitySchemes[name];
  return {
    name,
    header: scheme?.name ?? name,
    description:
      scheme?.description === undefined ? undefined : textAt(source, scheme.description, [...path, "description"]),
    marks: scheme === undefined ? [] : marksOf(scheme, path),
  };
}

/** The thing itself, and where in the bundle it stands: at the reference's target when it is one. */
function placeOf<T extends object & { readonly description?: string }>(
  source: Source,
  node: object,
  at: BundlePath,
): { node: T; path: BundlePath } {
  const reference = "$ref" in node ? String(node.$ref) : undefined;
  if (reference === undefined) return { node: node as T, path: at };
  return { node: resolve<T>(source.document, { $ref: reference }), path: parseReference(reference) };
}

function textAt(source: Source, markdown: string, path: BundlePath): Text {
  return { markdown, origin: { in: source.name, path } };
}

/** Both ends of every link, by the names and anchors that the pages show. */
function linkEndsOf({ document, operations }: Contract, { operationUrl }: Source): LinkEnd[] {
  const links = operations.flatMap(({ id, responses }) =>
    responses.flatMap(({ status, response }) =>
      Object.values(response.links ?? {}).map((node) => ({ id, status, ...resolve<Link>(document, node) })),
    ),
  );
  return links.flatMap(({ id, status, operationId, parameters = {} }) =>
    Object.entries(parameters).flatMap(([name, expression]) => {
      const field = /^\$response\.body#\/([^/]+)$/.exec(expression)?.[1];
      const to = operations.find((one) => one.id === operationId)?.parameters.find((one) => one.name === name);
      if (field === undefined || to === undefined) return [];
      const called = (other: string) => (field === name ? "" : ` (${code(other)})`);
      const from = link(code(id), `${operationUrl(id)}#response-${status}.${anchorOf(field)}`);
      const taker = link(code(operationId), `${operationUrl(operationId)}#${to.in}.${anchorOf(name)}`);
      return [
        { at: `${id} ${status}`, name: field, otherEnd: taker + called(name) },
        { at: `${operationId} ${to.in}`, name, otherEnd: `${from} ${status}${called(field)}` },
      ];
    }),
  );
}

/** For each schema, the operations and events that carry it, directly or inside another schema. */
function usersOf(
  { document, operations, events }: Contract,
  source: Source,
): Map<string, { title: string; url: string }[]> {
  const inside = new Map<string, ReadonlySet<string>>();
  const namesIn = (name: string): ReadonlySet<string> => {
    const known = inside.get(name);
    if (known) return known;
    const names = new Set([name]);
    inside.set(name, names);
    for (const next of referencesIn(document.components.schemas[name])) {
      for (const one of namesIn(next)) names.add(one);
    }
    return names;
  };
  const users = new Map<string, { title: string; url: string }[]>();
  const add = (roots: readonly string[], user: { title: string; url: string }) => {
    for (const name of new Set(roots.flatMap((root) => [...namesIn(root)]))) {
      users.set(name, [...(users.get(name) ?? []), user]);
    }
  };
  for (const { id, parameters, requestBody, responses, operation } of operations) {
    const schemas = [
      ...parameters.map(({ schema }) => schema),
      ...(requestBody?.bodies ?? []).map(({ schema }) => schema),
      ...responses.flatMap(({ bodies }) => bodies.map(({ schema }) => schema)),
    ];
    add(schemas.flatMap(referencesIn), { title: operation.summary, url: source.operationUrl(id) });
  }
  for (const { name, payload, operation } of events) {
    add(referencesIn(payload.schema), { title: operation.summary, url: eventUrl(name) });
  }
  return users;
}

function referencesIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [String(parseReference(value)[2])] : referencesIn(value),
  );
}
