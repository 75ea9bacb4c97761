// A form of the page, as the sandbox has made it of the control document, and the call that it makes.

/** One value that a call takes. */
export interface Field {
  readonly in: "path" | "query" | "body";
  /** In an object of the body with a dot, such as `advance.days`. */
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Must one of the fields of its object be filled? */
  readonly isOneRequired?: boolean;
  readonly kind: "text" | "date" | "number" | "boolean" | "json";
  /** The values to choose from; any where there is none. One alone is sent without a choice. */
  readonly values: readonly string[];
  /** Does it take any other value, too? */
  readonly isOpen?: boolean;
  /** On the field that decides which others the call takes: a hint for each of its values. */
  readonly hints?: Readonly<Record<string, string>>;
  /** The value of that field with which the call takes this one; any where this is left out. */
  readonly of?: string;
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
  /** All fields, of whatever is chosen: `listTaken` has those of one choice. */
  readonly fields: readonly Field[];
  readonly example?: unknown;
}

/** Lists the fields that the call takes, as its choice was filled. */
export function listTaken({ fields }: Form, filled: URLSearchParams): Field[] {
  const chosen = filled.get(fields.find(({ hints }) => hints)?.name ?? "");
  return fields.filter(({ of = chosen }) => of === chosen);
}

/** Reads the input of the call of a form that was filled. Text that is not of its type is left to the control plane to refuse. */
export function readInput(form: Form, world: string, filled: URLSearchParams) {
  const input: Record<Field["in"], Record<string, unknown>> = { path: { world_id: world }, query: {}, body: {} };
  for (const field of listTaken(form, filled)) {
    const text = filled.get(field.name)?.trim() ?? "";
    if (text === "") continue;
    const [name = "", inner] = field.name.split(".");
    const value = readValue(field, text);
    const part = input[field.in];
    part[name] = inner === undefined ? value : { ...Object(part[name]), [inner]: value };
  }
  return input;
}

function readValue({ kind }: Field, text: string): unknown {
  if (kind === "text" || kind === "date") return text;
  try {
    // Of these kinds each value is one of JSON
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
