// The contract as plain typed objects: operations, events and examples with every reference resolved.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedDirectory } from "./directories.ts";
import {
  type Example,
  isReference,
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
import { toPointer } from "./json.ts";

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
  /** Where it is written, as a JSON pointer into the bundle: at the operation, or where the reference there leads. */
  readonly pointer: string;
  /** One per media type; empty when the answer has no body. */
  readonly bodies: readonly ContractBody[];
}

/** A parameter, and where it is written. */
export type ContractParameter = Parameter & Pick<ContractResponse, "pointer">;

export interface ContractRequestBody extends Pick<ContractResponse, "pointer"> {
  readonly required: boolean;
  readonly bodies: readonly ContractBody[];
}

/** One operation of the contract. */
export interface ContractOperation {
  readonly id: string;
  readonly method: Method;
  /** The path template, such as `/v2/user/resolve/{client_user_id}`. */
  readonly path: string;
  /** Where it is written, as a JSON pointer into the bundle. */
  readonly pointer: string;
  /** Names of the security schemes of which the operation needs one set, such as `[["TeamApiKey"]]`. */
  readonly security: readonly (readonly string[])[];
  readonly parameters: readonly ContractParameter[];
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
    listMethods(item).map(([method, operation]) => {
      const pointer = toPointer(["paths", path, method]);
      return {
        id: operation.operationId,
        method,
        path,
        pointer,
        security: (operation.security ?? document.security ?? []).map((requirement) => Object.keys(requirement)),
        parameters: listParameters(document, item, path, method),
        requestBody: readRequestBody(document, operation, pointer),
        responses: Object.entries(operation.responses).map(([status, node]) => {
          const response = resolve<Response>(document, node);
          const bodies = listBodies(document, response.content ?? {});
          return { status, response, pointer: pointAt(node, `${pointer}/responses/${status}`), bodies };
        }),
        operation,
      };
    }),
  );
}

/** Where a node is written: here, or where the reference here leads. */
function pointAt(node: object, here: string): string {
  return isReference(node) ? node.$ref : here;
}

/** The parameters of a path and of its operation, which may have one of the same name instead. */
function listParameters(document: OpenApiDocument, item: PathItem, path: string, method: Method): ContractParameter[] {
  const read = ({ parameters = [] }: Pick<PathItem, "parameters"> = {}, ...steps: readonly Method[]) =>
    parameters.map((node, index) => ({
      ...resolve<Parameter>(document, node),
      pointer: pointAt(node, toPointer(["paths", path, ...steps, "parameters", index])),
    }));
  const own = read(item[method], method);
  const isReplaced = (one: Parameter) => own.some((other) => other.name === one.name && other.in === one.in);
  // A free-form object in the query stands for parameters that are not shown: there is nothing to read or to check
  const isFreeForm = (one: Parameter) => one.in === "query" && resolve<Schema>(document, one.schema).type === "object";
  return [...read(item).filter((one) => !isReplaced(one)), ...own].filter((one) => !isFreeForm(one));
}

function listEvents(document: OpenApiDocument): ContractEvent[] {
  return Object.entries(document.webhooks ?? {}).flatMap(([name, item]) =>
    listMethods(item).map(([method, operation]) => {
      const [payload] = readRequestBody(document, operation, toPointer(["webhooks", name, method]))?.bodies ?? [];
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

function readRequestBody(
  document: OpenApiDocument,
  { requestBody: node }: OperationObject,
  around: string,
): ContractRequestBody | undefined {
  if (node === undefined) return undefined;
  const { required = false, content } = resolve<RequestBody>(document, node);
  return { required, pointer: pointAt(node, `${around}/requestBody`), bodies: listBodies(document, content) };
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
