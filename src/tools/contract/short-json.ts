// Writes a value of an answer into a message, however odd it is.

/** The value as JSON, cut to a length. A value that is nested too deeply to be written is described. */
export function shortJson(value: unknown, length: number): string {
  try {
    const text = JSON.stringify(value) ?? "nothing";
    return text.length > length ? `${text.slice(0, length)}…` : text;
  } catch {
    return "something nested too deeply to be shown";
  }
}
