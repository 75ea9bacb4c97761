// The shape of the bundled OpenAPI document, as far as this project reads it.
import type { Assumed } from "./assumption.ts";
import { own, parseReference } from "./json.ts";

/** A map whose keys are names. */
type ByName<T> = Readonly<Record<string, T>>;

/** A `$ref` to a component, perhaps with marks of its own beside it. */
export interface Reference extends Marks {
  readonly $ref: string;
}

/** The four extensions that say what is promised, assumed and unknown. */
export interface Marks {
  readonly "x-extensible-enum"?: readonly (string | number)[];
  readonly "x-not-shown"?: readonly string[];
  readonly "x-assumption"?: Assumed;
  readonly "x-stability-level"?: string;
}

export interface Schema extends Marks {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly title?: string;
  readonly deprecated?: boolean;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: ByName<Schema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
}

export interface Example {
  readonly summary?: string;
  readonly description?: string;
  readonly value: unknown;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly examples?: ByName<Example | Reference>;
  readonly encoding?: ByName<{ readonly contentType?: string }>;
}

export interface Parameter extends Marks {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface RequestBody extends Marks {
  readonly description?: string;
  readonly required?: boolean;
  readonly content: ByName<MediaType>;
}

/** The operation that takes a value of an answer: for each of its parameters, the expression that names the value. */
export interface Link {
  readonly operationId: string;
  readonly parameters?: ByName<string>;
}

export interface Response extends Marks {
  readonly description: string;
  readonly content?: ByName<MediaType>;
  readonly links?: ByName<Link | Reference>;
}

export interface Server {
  readonly url: string;
  readonly description?: string;
  readonly variables?: ByName<{ readonly default: string; readonly description?: string }>;
}

export type SecurityRequirement = ByName<readonly string[]>;

export interface SecurityScheme extends Marks {
  readonly name?: string;
  readonly description?: string;
}

export interface OperationObject extends Marks {
  readonly operationId: string;
  /** Keys of the webhooks that it brings about. */
  readonly "x-events"?: readonly string[];
  readonly "x-preconditions"?: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly SecurityRequirement[];
  readonly servers?: readonly Server[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: ByName<Response | Reference>;
}

export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;
export type Method = (typeof methods)[number];

export type PathItem = Readonly<Partial<Record<Method, OperationObject>>> & {
  readonly servers?: readonly Server[];
  readonly parameters?: readonly (Parameter | Reference)[];
};

/** A choice of the sandbox where neither the service nor the contract says anything. */
export interface SandboxChoice {
  readonly id: string;
  /** The behaviour of the sandbox. */
  readonly chosen: string;
  /** The gap in the description, and the reason of the choice. */
  readonly because: string;
  /** The operations and events that it concerns, by id and name; `every operation` or `every event` for what concerns all. */
  readonly operations: readonly string[];
}

/** A common situation that a consumer easily handles wrongly, which the sandbox plays step by step. */
export interface Story {
  readonly id: string;
  readonly summary: string;
  /** The fields of a new user, where they matter. */
  readonly user?: ByName<string>;
  /** Payloads that the caller gives, since the contract does not show them. */
  readonly payloads: { readonly data?: readonly string[]; readonly results?: readonly string[] };
  readonly steps: readonly StoryStep[];
}

/** A step of a story. Of `simulate`, `call` and `advance` it has one; `$name` in what it is given stands for what is known by then. */
export interface StoryStep {
  readonly text: string;
  /** A happening, and its input. */
  readonly simulate?: string;
  readonly input?: ByName<unknown>;
  /** A change of the settings. */
  readonly settings?: ByName<unknown>;
  /** An operation of the service, and what it is called with. */
  readonly call?: string;
  readonly path?: ByName<unknown>;
  readonly query?: ByName<unknown>;
  readonly body?: ByName<unknown>;
  /** An event fault of all endpoints, for the events of this step. */
  readonly fault?: ByName<unknown>;
  /** A length of time. */
  readonly advance?: ByName<number>;
  /** Fields of the result that later steps know, each by a name of its own. */
  readonly keep?: ByName<string>;
  /** Is it to be refused? */
  readonly is_refused?: boolean;
}

/** The bundled document: one file, every reference local. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly jsonSchemaDialect?: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers: readonly Server[];
  readonly security?: readonly SecurityRequirement[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: ByName<PathItem>;
  readonly webhooks: ByName<PathItem>;
  readonly components: {
    readonly schemas: ByName<Schema>;
    readonly securitySchemes: ByName<SecurityScheme>;
    readonly parameters?: ByName<Parameter>;
    readonly responses?: ByName<Response>;
    readonly examples?: ByName<Example>;
  };
  /** In the document of the sandbox's control plane only. */
  readonly "x-choices"?: readonly SandboxChoice[];
  readonly "x-stories"?: readonly Story[];
}

/** Tells a reference from the thing itself. */
export function isReference(node: unknown): node is Reference {
  return typeof node === "object" && node !== null && "$ref" in node && typeof node.$ref === "string";
}

/**
 * Follows local references until the thing itself is reached.
 *
 * @throws when a reference points to nothing, which a bundle never does.
 */
export function resolve<T extends object>(document: OpenApiDocument, node: T | Reference): T {
  if (!isReference(node)) return node;
  const target = parseReference(node.$ref).reduce<unknown>(own, document);
  if (typeof target !== "object" || target === null) throw new Error(`The bundle has nothing at ${node.$ref}.`);
  return resolve(document, target as T | Reference);
}

/** A happening of the sandbox: the form of the body of `simulateHappening` that has its name. */
interface Happening {
  readonly name: string;
  readonly schema: Schema;
}

/** The happenings in the document of the control plane. */
export function listHappenings(document: OpenApiDocument): Happening[] {
  return (document.components.schemas["Happening"]?.anyOf ?? []).map((form) => {
    const schema = resolve<Schema>(document, form);
    return { name: String(schema.properties?.["name"]?.const), schema };
  });
}
