// A form of the page, as the sandbox has made it of the control document, and the call that it makes.

/** One value that a call takes. */
export interface Field {
  /** `path`, `query` or `body`. */
  readonly in: string;
  /** In an object of the body with a dot, such as `advance.days`. */
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly kind: "text" | "date" | "number" | "boolean" | "json";
  /** The values to choose from; any where there is none. One alone is sent without a choice. */
  readonly values: readonly string[];
  /** Does it take any other value, too? */
  readonly isOpen?: boolean;
  /** The values of the form's choice with which the call takes it; any where this is left out. */
  readonly of?: readonly string[];
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
  /** The field that decides which others the call takes, with a hint for each of its values. */
  readonly choice?: { readonly name: string; readonly hints: Readonly<Record<string, string>> };
  readonly example?: unknown;
}

/** Lists the fields that the call takes, as its choice was filled. */
export function listTaken({ fields, choice }: Form, filled: URLSearchParams): Field[] {
  const chosen = filled.get(choice?.name ?? "") ?? "";
  return fields.filter(({ of }) => of === undefined || of.includes(chosen));
}

/** Makes the call of a form that was filled. Text that is not of its type is left to the control plane to refuse. */
export function makeCall(form: Form, world: string, filled: URLSearchParams) {
  const { method, path } = form;
  const fields = listTaken(form, filled);
  let url = path;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
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
  const hasBody = fields.some((field) => field.in === "body");
  return {
    url: query.size === 0 ? url : `${url}?${query}`,
    method: method.toUpperCase(),
    body: hasBody ? JSON.stringify(body) : null,
  };
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
