// The forms of the page, made of the control document: which there are, what each takes, and the call that it makes.

/** A schema, as far as the control document uses the language. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly examples?: Examples }>>;
  };
}

type Examples = Readonly<Record<string, { readonly value: unknown }>>;

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query";
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** The control document, as it is served. */
interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Operation>> & { readonly parameters?: readonly Parameter[] }>
  >;
  readonly "x-stories"?: unknown;
}

/** One value that a call takes. */
export interface Field {
  readonly in: "path" | "query" | "body";
  /** In an object of the body with a dot, such as `advance.days`. */
  readonly name: string;
  readonly schema: Schema;
  readonly description: string;
  readonly required: boolean;
}

/** A form: an operation of the control plane; one that makes something happen has a form for each happening. */
export interface Form {
  /** The id of the operation, or the name of the happening. */
  readonly id: string;
  readonly operationId: string;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  readonly method: string;
  readonly path: string;
  readonly fields: readonly Field[];
  /** What the body has in addition. */
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly example: unknown;
}

/** The control document as the page reads it. */
export interface ControlDocument {
  readonly forms: readonly Form[];
  readonly stories: unknown;
}

const verbs = ["get", "post", "put", "patch", "delete"];

/** Reads the forms of the document: of all operations but those that describe the sandbox, and the stream. */
export function readControlDocument(document: OpenApi): ControlDocument {
  const forms = Object.entries(document.paths).flatMap(([path, item]) =>
    verbs.flatMap((method) => {
      const operation = item[method];
      if (
        operation === undefined ||
        ["watchWorld", "backUpWorld"].includes(operation.operationId) ||
        operation.tags.includes("About")
      )
        return [];
      return listForms(document, path, method, operation, item.parameters ?? []);
    }),
  );
  return { forms, stories: document["x-stories"] };
}

function listForms(
  document: OpenApi,
  path: string,
  method: string,
  operation: Operation,
  shared: readonly Parameter[],
) {
  const { operationId, summary, description, tags, requestBody } = operation;
  // The world is the one that is shown, unless the call names a new one
  const parameters = [...shared, ...(operation.parameters ?? [])].map((parameter) => resolve(document, parameter));
  const inAddress = [...new Map(parameters.map((parameter) => [parameter.name, parameter])).values()]
    .filter(({ name }) => name !== "world_id" || operationId === "openWorld")
    .map((parameter): Field => ({ required: false, ...parameter }));
  const [media] = Object.values(requestBody?.content ?? {});
  const body = resolve(document, media?.schema ?? {});
  const examples = Object.values(media?.examples ?? {}).map(({ value }) => value);
  const form = { operationId, group: tags[0] ?? "", method, path };
  const named = (body.anyOf ?? []).map((one) => ({ one, name: resolve(document, one).properties?.["name"]?.const }));
  if (named.length > 0 && named.every(({ name }) => typeof name === "string")) {
    return named.map(({ one, name }): Form => {
      const { title = String(name), description: does = "" } = resolve(document, one);
      const fields = [...inAddress, ...listFields(document, one).filter((field) => field.name !== "name")];
      const example = examples.find((value) => Object(value).name === name);
      return { ...form, id: String(name), title, description: does, fields, fixed: { name }, example };
    });
  }
  const fields = [...inAddress, ...listFields(document, body)];
  return [
    { ...form, id: operationId, title: summary, description, fields, fixed: {}, example: examples[0] } satisfies Form,
  ];
}

/** The fields of a body; those of an object within it each stand for themselves. */
function listFields(document: OpenApi, schema: Schema): Field[] {
  const { required = [] } = resolve(document, schema);
  return Array.from(listProperties(document, schema)).flatMap(([name, property]): Field[] => {
    const field: Field = {
      in: "body",
      name,
      schema: property,
      description: property.description ?? "",
      required: required.includes(name),
    };
    const below = Array.from(listProperties(document, property));
    if (below.length === 0) return [field];
    return below.map(([key, one]) => ({
      ...field,
      name: `${name}.${key}`,
      schema: one,
      description: one.description ?? "",
      required: false,
    }));
  });
}

/** The properties of an object; of one that takes several forms, those of all. */
function listProperties(document: OpenApi, schema: Schema): Map<string, Schema> {
  const { properties = {}, anyOf = [] } = resolve(document, schema);
  const found = new Map<string, Schema>();
  const add = (name: string, property: Schema) => {
    const values = [...listValues(found.get(name) ?? {}), ...listValues(property)];
    found.set(name, values.length === 0 ? property : { ...property, enum: [...new Set(values)] });
  };
  for (const [name, property] of Object.entries(properties)) add(name, resolve(document, property));
  for (const form of anyOf) for (const [name, property] of listProperties(document, form)) add(name, property);
  return found;
}

function resolve<Part extends { readonly $ref?: string }>(document: OpenApi, part: Part): Part {
  if (part.$ref === undefined) return part;
  const tokens = part.$ref.split("/").slice(1);
  const target = tokens.reduce<unknown>((at, token) => Object(at)[token], document) as Part;
  return { ...resolve(document, target), ...part, $ref: undefined };
}

/** The values that a schema names, if it does. */
export function listValues(schema: Schema): readonly unknown[] {
  if (schema.const !== undefined) return [schema.const];
  return schema.enum ?? (listTypes(schema).includes("boolean") ? [true, false] : []);
}

/** The types that a schema names. */
export function listTypes({ type = [] }: Schema): readonly string[] {
  return [type].flat();
}

/** Is a value written as JSON? */
export function isJson(schema: Schema): boolean {
  const types = listTypes(schema);
  return types.length === 0 || types.includes("object") || types.includes("array");
}

/** Makes the call of a form that was filled. Text that is not of its type is left to the control plane to refuse. */
export function makeCall({ method, path, fields, fixed }: Form, world: string, filled: URLSearchParams) {
  let url = path;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = { ...fixed };
  for (const field of fields) {
    const text = filled.get(field.name)?.trim() ?? "";
    const [key = "", inner] = field.name.split(".");
    if (field.in === "path") url = url.replace(`{${key}}`, encodeURIComponent(text));
    else if (text === "") continue;
    else if (field.in === "query") query.set(key, text);
    else
      body[key] =
        inner === undefined ? readValue(field, text) : { ...Object(body[key]), [inner]: readValue(field, text) };
  }
  url = url.replace("{world_id}", encodeURIComponent(world));
  const hasBody = fields.some((field) => field.in === "body") || Object.keys(fixed).length > 0;
  return {
    url: query.size === 0 ? url : `${url}?${query}`,
    method: method.toUpperCase(),
    body: hasBody ? JSON.stringify(body) : null,
  };
}

function readValue({ schema }: Field, text: string): unknown {
  const types = listTypes(schema);
  if (types.includes("boolean")) return text === "true";
  if (types.includes("number") || types.includes("integer")) return Number.isNaN(Number(text)) ? text : Number(text);
  if (!isJson(schema)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
