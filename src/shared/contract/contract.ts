// The contract as plain typed objects: operations, events and examples with every reference resolved.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedDirectory } from "./directories.ts";
import {
  type Example,
  type MediaType,
  type Method,
  methods,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type PathItem,
  type RequestBody,
  type Response,
  resolve,
  type Schema,
} from "./document.ts";

/** An example with the name it has in the contract. */
export interface NamedExample extends Example {
  readonly name: string;
}

/** A body in one media type. */
export interface ContractBody {
  readonly mediaType: string;
  readonly schema: Schema | undefined;
  /** How the parts of a form are encoded, by name. */
  readonly encoding: NonNullable<MediaType["encoding"]>;
  readonly examples: readonly NamedExample[];
}

export interface ContractResponse {
  /** The documented status: `"200"`, or a range such as `"2XX"`. */
  readonly status: string;
  readonly response: Response;
  /** One per media type; empty when the answer has no body. */
  readonly bodies: readonly ContractBody[];
}

export interface ContractRequestBody {
  readonly required: boolean;
  readonly bodies: readonly ContractBody[];
}

/** One operation of the contract. */
export interface ContractOperation {
  readonly id: string;
  readonly method: Method;
  /** The path template, such as `/v2/user/resolve/{client_user_id}`. */
  readonly path: string;
  /** Names of the security schemes of which the operation needs one set, such as `[["TeamApiKey"]]`. */
  readonly security: readonly (readonly string[])[];
  readonly parameters: readonly Parameter[];
  readonly requestBody: ContractRequestBody | undefined;
  readonly responses: readonly ContractResponse[];
  readonly operation: OperationObject;
}

/** One event, or family of events, that the service pushes. */
export interface ContractEvent {
  /** The webhook's key: the event's name, with the free part of a family in braces. */
  readonly name: string;
  readonly payload: ContractBody;
  readonly operation: OperationObject;
}

export interface Contract {
  readonly document: OpenApiDocument;
  readonly operations: readonly ContractOperation[];
  readonly events: readonly ContractEvent[];
}

/**
 * Reads the contract out of a bundle.
 *
 * @param document The bundle; by default that of the package: here `generated/openapi.json`.
 */
export async function readContract(document?: OpenApiDocument): Promise<Contract> {
  if (document !== undefined) {
    return { document, operations: listOperations(document), events: listEvents(document) };
  }
  // By the name of its package: the tools are installed beside it. Node finds it in this repository by the same name
  const file = fileURLToPath(import.meta.resolve("wearable-health-api/openapi.json"));
  return readBundle(file);
}

/** Reads the description of the sandbox's control plane, `generated/control-openapi.json`: our tool, not the service. */
export async function readControlDocument(): Promise<Contract> {
  return readBundle(join(generatedDirectory, "control-openapi.json"));
}

/** By their files: each is read once, so that its schemas are compiled once, too. */
const bundles = new Map<string, Promise<Contract>>();

function readBundle(file: string): Promise<Contract> {
  const read = async () => freeze(await readContract(JSON.parse(await readFile(file, "utf8"))));
  const contract = bundles.get(file) ?? read();
  bundles.set(file, contract);
  return contract;
}

/** Freezes a value with all that it holds: everybody in the process reads the same one. */
export function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const child of Object.values(value)) freeze(child);
  return Object.freeze(value);
}

function listOperations(document: OpenApiDocument): ContractOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    listMethods(item).map(([method, operation]) => ({
      id: operation.operationId,
      method,
      path,
      security: (operation.security ?? document.security ?? []).map((requirement) => Object.keys(requirement)),
      parameters: listParameters(document, item, operation),
      requestBody: readRequestBody(document, operation),
      responses: Object.entries(operation.responses).map(([status, node]) => {
        const response = resolve<Response>(document, node);
        return { status, response, bodies: listBodies(document, response.content ?? {}) };
      }),
      operation,
    })),
  );
}

/** The parameters of a path and of its operation, which may have one of the same name instead. */
function listParameters(document: OpenApiDocument, item: PathItem, operation: OperationObject): Parameter[] {
  const [ofPath = [], own = []] = [item.parameters, operation.parameters].map((nodes) =>
    nodes?.map((node) => resolve<Parameter>(document, node)),
  );
  const isReplaced = (one: Parameter) => own.some((other) => other.name === one.name && other.in === one.in);
  // A free-form object in the query stands for parameters that are not shown: there is nothing to read or to check
  const isFreeForm = (one: Parameter) => one.in === "query" && resolve<Schema>(document, one.schema).type === "object";
  return [...ofPath.filter((one) => !isReplaced(one)), ...own].filter((one) => !isFreeForm(one));
}

function listEvents(document: OpenApiDocument): ContractEvent[] {
  return Object.entries(document.webhooks ?? {}).flatMap(([name, item]) =>
    listMethods(item).map(([, operation]) => {
      const [payload] = readRequestBody(document, operation)?.bodies ?? [];
      if (payload === undefined) throw new Error(`The event ${name} has no payload.`);
      return { name, payload, operation };
    }),
  );
}

function listMethods(item: PathItem): [Method, OperationObject][] {
  return methods.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, operation]];
  });
}

function readRequestBody(document: OpenApiDocument, operation: OperationObject): ContractRequestBody | undefined {
  if (operation.requestBody === undefined) return undefined;
  const body = resolve<RequestBody>(document, operation.requestBody);
  return { required: body.required === true, bodies: listBodies(document, body.content) };
}

function listBodies(document: OpenApiDocument, content: Readonly<Record<string, MediaType>>): ContractBody[] {
  return Object.entries(content).map(([mediaType, media]) => ({
    mediaType,
    schema: media.schema,
    encoding: media.encoding ?? {},
    examples: Object.entries(media.examples ?? {}).map(([name, node]) => ({
      ...resolve<Example>(document, node),
      name,
    })),
  }));
}
