// Describes an event without its values: logs and reports hold no health data by default.

/** The shape of a JSON value on one line: its fields and their types. Keys that may be data themselves are left out. */
export function shapeOf(value: unknown, depth = 4): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.length} × ${shapeOf(value[0], depth - 1)}]`;
  if (typeof value !== "object" || value === null) return typeOf(value);
  if (depth <= 0) return "{…}";
  const entries = Object.entries(value);
  const named = entries.filter(([key]) => /^[a-z]\w{0,40}$/i.test(key)).slice(0, mostKeys);
  const shown = named.map(([key, inner]) => `${key}: ${shapeOf(inner, depth - 1)}`);
  return `{${[...shown, ...(named.length < entries.length ? ["…"] : [])].join(", ")}}`;
}

/** The type of a value, as it stands in a message. */
export function describeType(value: unknown): string {
  const type = Array.isArray(value) ? "list" : typeOf(value);
  return type === "null" || type === "undefined" ? type : `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`;
}

/** The name of an event where it can be one; another text is not shown. */
export function shownType(type: string | undefined): string {
  if (type === undefined) return "no event_type";
  return /^[\w.-]{1,100}$/.test(type) ? type : "an event_type that is no name";
}

const mostKeys = 20;

function typeOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}
