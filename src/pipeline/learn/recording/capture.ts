// Turns what was exchanged into what is recorded of it. Values go in, and only shapes come out.
import {
  type Contract,
  type ContractBody,
  type ContractOperation,
  isObject,
  type Method,
  type Schema,
} from "../../../tools/contract/index.ts";
import { readJson } from "../../../tools/http/index.ts";
import { decompress } from "./decompress.ts";
import { hiddenName, isFieldName, isHeaderName } from "./names.ts";
import { Place, placeAt } from "./place.ts";
import { Pseudonyms } from "./pseudonyms.ts";
import type { RecordedExchange, RecordedWord, ScalarShape, Shape } from "./recording.ts";
import { Shapes, wordsOf } from "./shape.ts";

/** A message as it came. */
export interface Message {
  /** Names and values, as often as they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As sent: its `content-encoding` is among the headers. Undefined when it is not known. */
  readonly body: Buffer<ArrayBuffer> | undefined;
}

/** A request, and its answer where a whole one came. */
export interface Exchange {
  readonly method: string;
  /** The path and the query as sent. */
  readonly target: string;
  readonly request: Message;
  readonly response: (Message & { readonly status: number }) | undefined;
}

/** Records what is exchanged: it gives each exchange its number, and keeps the pseudonyms. */
export class Capture {
  readonly #contract: Contract;
  readonly #pseudonyms = new Pseudonyms();
  readonly #shapes: Shapes;
  /** Of what a client sends: its words are not the vocabulary of the service, and are never spelled out. */
  readonly #sentShapes: Shapes;
  readonly #words = new Map<string, { seen: number; at: number; isWritten: boolean }>();
  #newWords: RecordedWord[] = [];
  readonly #users = new Map<string, string>();
  readonly #templates: readonly Template[];
  readonly #literals: ReadonlySet<string>;
  readonly #credentialNames: ReadonlySet<string>;
  readonly #places = new Map<Schema, Place>();
  readonly #nowhere: Place;
  #exchanges = 0;

  constructor(contract: Contract) {
    this.#contract = contract;
    const { operations, document } = contract;
    this.#nowhere = new Place(document, [], "");
    this.#templates = templatesOf(operations);
    const segments = operations.flatMap(({ path }) => path.split("/"));
    this.#literals = new Set(segments.filter((segment) => !segment.startsWith("{")));
    const pathNames = operations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name),
    );
    const idNames = new Set(pathNames);
    this.#shapes = new Shapes(this.#pseudonyms, idNames, (word, is) => this.#takeWord(word, is));
    this.#sentShapes = new Shapes(this.#pseudonyms, idNames);
    const schemes = Object.values(document.components.securitySchemes).flatMap((scheme) => scheme.name ?? []);
    this.#credentialNames = new Set([...schemes, ...otherCredentials].map((name) => name.toLowerCase()));
  }

  /** Whether the contract has this path. */
  hasPath(path: string): boolean {
    return this.#templates.some(({ pattern }) => pattern.test(path));
  }

  /** What is recorded of an exchange, and the words that may be spelled out since. */
  async exchange(exchange: Exchange): Promise<[RecordedExchange, ...RecordedWord[]]> {
    // A form is read with waiting; what gives numbers comes after it, all at once
    const requestBody = await readBody(exchange.request);
    const responseBody = exchange.response && (await readBody(exchange.response));
    return this.#exchange(exchange, requestBody, responseBody);
  }

  #exchange(
    { method, target, request, response }: Exchange,
    requestBody: ReadBody,
    responseBody: ReadBody | undefined,
  ): [RecordedExchange, ...RecordedWord[]] {
    this.#exchanges += 1;
    const [, rawPath = "", query = ""] = /^([^?#]*)\??([^#]*)/.exec(target) ?? [];
    const upper = method.toUpperCase();
    const known = methods.find((one) => one.toUpperCase() === upper);
    const template = this.#templates.find(({ pattern }) => pattern.test(rawPath));
    const operation = template?.operations.find((one) => one.method === known);
    const declared = operation ?? template?.operations[0];
    const parameters = {
      path: this.#pathParameters(template, declared, rawPath),
      query: this.#queryParameters(operation, query),
      header: this.#headerParameters(operation, request.headers),
    };
    const bodies = operation?.requestBody?.bodies ?? [];
    const body = this.#body(requestBody, bodies, request, operation?.id ?? "", this.#sentShapes);
    const answered = response && this.#response(response, responseBody ?? { kind: "unknown" }, operation);
    const credentials = this.#credentials(request.headers);
    const userId = this.#userOf(parameters, body, answered?.body);
    const recorded: RecordedExchange = {
      exchange: this.#exchanges,
      ...(operation === undefined ? {} : { operation: operation.id }),
      method: known === undefined ? "OTHER" : (known.toUpperCase() as RecordedExchange["method"]),
      path: template?.path ?? this.#unknownPath(rawPath),
      ...(userId === undefined ? {} : { user: userId }),
      ...(credentials === undefined ? {} : { credentials }),
      request: {
        ...parametersOf(parameters),
        // Most requests have no body, and none is documented
        ...(body === "absent" && operation?.requestBody === undefined ? {} : { ...typeOf(request), body }),
      },
      ...(answered === undefined ? {} : { response: answered }),
    };
    return [recorded, ...this.#takeNewWords()];
  }

  #pathParameters(
    template: Template | undefined,
    operation: ContractOperation | undefined,
    path: string,
  ): Record<string, Shape> {
    const [, ...values] = template?.pattern.exec(path) ?? [];
    return this.#named(
      values.map((value, index) => [template?.names[index] ?? "", [decoded(value)]]),
      operation,
      "path",
    );
  }

  #queryParameters(operation: ContractOperation | undefined, query: string): Record<string, Shape> {
    const sent = new URLSearchParams(query);
    const names = [...new Set(sent.keys())].slice(0, mostParameters);
    return this.#named(
      names.map((name) => [name, sent.getAll(name)]),
      operation,
      "query",
    );
  }

  #headerParameters(operation: ContractOperation | undefined, headers: Message["headers"]): Record<string, Shape> {
    const known = operation?.parameters.filter((parameter) => parameter.in === "header") ?? [];
    const shapes: Record<string, Shape> = {};
    for (const { name } of known) {
      const values = headers.filter(([sent]) => sent.toLowerCase() === name.toLowerCase());
      // Keys and tokens: which ones are the same is all that is kept
      const [value] = values.map(([, value]) =>
        [...wordsOf(value), this.#pseudonyms.ofText(value, name.toLowerCase().replaceAll("-", "_"))].join(" "),
      );
      if (value !== undefined) shapes[name] = value;
    }
    return shapes;
  }

  #named(
    sent: readonly (readonly [name: string, values: readonly string[]])[],
    operation: ContractOperation | undefined,
    where: "path" | "query",
  ): Record<string, Shape> {
    const shapes: Record<string, Shape> = {};
    for (const [name, texts] of sent) {
      const parameter = operation?.parameters.find((one) => one.in === where && one.name === name);
      const isKnown = parameter !== undefined || where === "path";
      const shown = isKnown || (isFieldName(name) && !this.#pseudonyms.has(name)) ? name : hiddenName;
      const place = parameter === undefined ? this.#nowhere.other(shown) : this.#placeOf(parameter.schema, name);
      const isList = place.types.has("array");
      const inner = isList ? place.items() : place;
      const values = texts
        .slice(0, mostParameters)
        .map((text) => this.#sentShapes.scalar(converted(text, inner), inner));
      shapes[shown] = isList || values.length > 1 ? values : (values[0] ?? "string empty");
    }
    return shapes;
  }

  #response(
    response: Message & { readonly status: number },
    body: ReadBody,
    operation: ContractOperation | undefined,
  ): NonNullable<RecordedExchange["response"]> {
    const { status, headers } = response;
    const documented = [String(status), `${String(status).charAt(0)}XX`, "default"].flatMap(
      (one) => operation?.responses.find((found) => found.status === one) ?? [],
    );
    const shape = this.#body(body, documented[0]?.bodies ?? [], response, operation?.id ?? "");
    return { status, headers: this.#headerNames(headers), body: shape };
  }

  /** The shape of a body; undefined when it is not known. */
  #body(
    read: ReadBody,
    bodies: readonly ContractBody[],
    { headers }: Pick<Message, "headers">,
    name: string,
    shapes = this.#shapes,
  ): Shape | undefined {
    if (read.kind === "unknown") return undefined;
    if (!("value" in read)) return read.kind;
    const type = mediaTypeOf(headers);
    const documented = bodies.find(({ mediaType }) => mediaType === type) ?? bodies[0];
    const place = documented?.schema === undefined ? this.#nowhere : this.#placeOf(documented.schema, name);
    const { kind, value } = read;
    return shapes.of(kind === "form" && isObject(value) ? formValues(value, place) : value, place);
  }

  #headerNames(headers: Message["headers"]): string[] {
    const names = headers.flatMap(([sent]) => {
      const name = sent.toLowerCase();
      if (ofTransport.has(name) || name.startsWith(":") || this.#credentialNames.has(name)) return [];
      return ofHttp.has(name) || (isHeaderName(name) && !this.#pseudonyms.has(name)) ? name : hiddenName;
    });
    return [...new Set(names)].sort().slice(0, mostParameters);
  }

  #credentials(headers: Message["headers"]): Record<string, ScalarShape> | undefined {
    const found = headers
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => this.#credentialNames.has(name))
      .map(([name, value]) => [name, this.#pseudonyms.ofText(value, "key")] as const);
    return found.length === 0 ? undefined : Object.fromEntries(found);
  }

  #unknownPath(path: string): string {
    const segments = path.split("/");
    const shown = segments.slice(0, mostSegments).map((segment) => {
      const text = decoded(segment);
      return this.#literals.has(text) ? text : `{${wordsOf(text).join(" ")}}`;
    });
    return [...shown, ...(segments.length > mostSegments ? ["…"] : [])].join("/");
  }

  /** The user that an exchange is about: by its own id, by the client's, or by what a previous answer said of another id. */
  #userOf(
    parameters: Readonly<Record<string, Readonly<Record<string, Shape>>>>,
    request: Shape | undefined,
    response: Shape | undefined,
  ): string | undefined {
    const data = isShapes(request) ? request["data"] : undefined;
    const all = [...Object.values(parameters), request, data, response].filter(isShapes);
    const own = all.flatMap((one) => pseudonymIn(one["user_id"]) ?? [])[0];
    const others = all.flatMap((one) => namesOfOthers.flatMap((name) => pseudonymIn(one[name]) ?? []));
    const user = own ?? others.flatMap((other) => this.#users.get(other) ?? [])[0];
    if (user !== undefined) for (const other of others) this.#users.set(other, user);
    return user ?? all.flatMap((one) => pseudonymIn(one["client_user_id"]) ?? [])[0];
  }

  #placeOf(schema: Schema, name: string): Place {
    const place = this.#places.get(schema) ?? placeAt(this.#contract, schema, name);
    this.#places.set(schema, place);
    return place;
  }

  #takeWord(word: string, is: string): void {
    const at = this.#exchanges;
    const known = this.#words.get(is) ?? { seen: 0, at: 0, isWritten: false };
    if (known.at !== at) known.seen += 1;
    known.at = at;
    if (known.seen >= spelledAfter && !known.isWritten) {
      known.isWritten = true;
      this.#newWords.push({ word, is });
    }
    this.#words.set(is, known);
  }

  #takeNewWords(): RecordedWord[] {
    const words = this.#newWords;
    this.#newWords = [];
    return words;
  }
}

/** In how many exchanges an unknown value has to be seen before it is spelled out. */
const spelledAfter = 3;

const mostParameters = 50;
const mostSegments = 16;

/** The ids by which later exchanges are known to be about the same user. */
const namesOfOthers = ["client_user_id", "order_id", "job_id", "id"];

const otherCredentials = ["authorization", "proxy-authorization", "cookie"];

/** Says how a message travelled, not what it is about. */
const ofTransport = new Set(
  (
    "accept accept-encoding accept-language connection content-encoding content-length content-type date host keep-alive " +
    "origin referer te trailer transfer-encoding upgrade upgrade-insecure-requests user-agent priority dnt pragma via " +
    "forwarded x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip"
  ).split(" "),
);

/** Headers of HTTP. */
const ofHttp = new Set(
  (
    "age allow cache-control content-disposition content-language content-location etag expires last-modified link location " +
    "retry-after server vary www-authenticate if-match if-none-match prefer idempotency-key webhook-timestamp " +
    "ratelimit ratelimit-policy ratelimit-limit ratelimit-remaining ratelimit-reset x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset"
  ).split(" "),
);

const knownTypes = new Set([
  "application/json",
  "application/problem+json",
  "application/hal+json",
  "application/vnd.api+json",
  "application/ld+json",
  "application/x-ndjson",
  "application/xml",
  "application/pdf",
  "application/octet-stream",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
  "text/html",
  "text/csv",
  "text/xml",
  "image/png",
  "image/jpeg",
]);

interface Template {
  readonly path: string;
  readonly names: readonly string[];
  readonly pattern: RegExp;
  readonly operations: readonly ContractOperation[];
}

/** In this order text stands before a parameter: `{` comes after all letters. */
function templatesOf(operations: readonly ContractOperation[]): Template[] {
  return [...new Set(operations.map(({ path }) => path))].sort().map((path) => ({
    path,
    names: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name),
    pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "([^/]+)")}$`),
    operations: operations.filter((one) => one.path === path),
  }));
}

const methods: readonly Method[] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** A body as far as it could be read. `unknown` when nobody kept it. */
type ReadBody =
  | { readonly kind: "json" | "form"; readonly value: unknown }
  | { readonly kind: "absent" | "unreadable" }
  | { readonly kind: "unknown" };

async function readBody({ headers, body }: Message): Promise<ReadBody> {
  if (body === undefined) return { kind: "unknown" };
  if (body.length === 0) return { kind: "absent" };
  try {
    const encoding = headers.findLast(([name]) => name.toLowerCase() === "content-encoding")?.[1];
    const bytes = await decompress(body, encoding);
    const type = mediaTypeOf(headers);
    if (type === "multipart/form-data" || type === "application/x-www-form-urlencoded") {
      const [, contentType = ""] = headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
      const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
      const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
      for (const name of new Set(form.keys())) {
        const all = form.getAll(name);
        values[name] = all.length > 1 ? all : all[0];
      }
      return { kind: "form", value: values };
    }
    return { kind: "json", value: readJson(bytes) };
  } catch {
    return { kind: "unreadable" };
  }
}

/** The parts of a form are texts, whatever their schema. */
function formValues(form: Readonly<Record<string, unknown>>, place: Place): Record<string, unknown> {
  const entries = Object.entries(form).map(([name, value]) => {
    const field = place.field(name);
    return [name, typeof value === "string" && field !== undefined ? converted(value, field) : value] as const;
  });
  return Object.fromEntries(entries);
}

/** Text that is not a value of its type stays text. */
function converted(text: string, { types }: Place): unknown {
  if ((types.has("integer") || types.has("number")) && /^-?\d{1,15}(?:\.\d+)?$/.test(text)) return Number(text);
  if (types.has("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  return text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The media type of a message, when it has one. */
function typeOf({ headers }: Message): { type?: string } {
  const type = mediaTypeOf(headers);
  return type === undefined ? {} : { type: knownTypes.has(type) ? type : "other" };
}

function mediaTypeOf(headers: Message["headers"]): string | undefined {
  const [, value] = headers.find(([name]) => name.toLowerCase() === "content-type") ?? [];
  return value?.split(";", 1).join().trim().toLowerCase();
}

function parametersOf(parameters: Readonly<Record<string, Readonly<Record<string, Shape>>>>): {
  parameters?: Record<string, Readonly<Record<string, Shape>>>;
} {
  const sent = Object.entries(parameters).filter(([, shapes]) => Object.keys(shapes).length > 0);
  return sent.length === 0 ? {} : { parameters: Object.fromEntries(sent) };
}

function pseudonymIn(shape: Shape | undefined): string | undefined {
  return typeof shape === "string" ? /(?:^| )(~\S+)/.exec(shape)?.[1] : undefined;
}

/** Whether this is the shape of an object. */
function isShapes(shape: Shape | undefined): shape is { readonly [name: string]: Shape } {
  return isObject(shape);
}
