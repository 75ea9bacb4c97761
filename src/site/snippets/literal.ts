// Writes JSON values as a language writes them.

/** How a language writes values. */
export interface Dialect {
  /** The words of a language that JSON has, too, but writes otherwise. */
  readonly words: Readonly<Record<string, string>>;
  /** What is around the entries of an object that fits on one line. */
  readonly braces: readonly [open: string, close: string];
  writeKey(name: string): string;
  readonly indent: string;
}

/** From so many letters on, a list or an object has a line for each item. */
const maxWidth = 57;

/**
 * Writes a value, on one line where it fits.
 *
 * @param replaced The fields of the outermost object that are written as something else.
 */
export function writeLiteral(
  value: unknown,
  dialect: Dialect,
  replaced: Readonly<Record<string, string>> = {},
): string {
  if (typeof value !== "object" || value === null) {
    const json = JSON.stringify(value);
    return dialect.words[json] ?? json;
  }
  const [open, close] = Array.isArray(value) ? ["[", "]"] : dialect.braces;
  const items = Array.isArray(value)
    ? value.map((item) => writeLiteral(item, dialect))
    : Object.entries(value).map(
        ([name, item]) => `${dialect.writeKey(name)}: ${replaced[name] ?? writeLiteral(item, dialect)}`,
      );
  if (items.length === 0) return `${open.trim()}${close.trim()}`;
  const flat = `${open}${items.join(", ")}${close}`;
  if (!flat.includes("\n") && flat.length < maxWidth) return flat;
  const lines = items.map((item) => `${dialect.indent}${item.replaceAll("\n", `\n${dialect.indent}`)},\n`);
  return `${open.trim()}\n${lines.join("")}${close.trim()}`;
}
