// What the log says of a failure of the sandbox itself, so that its operator can act, and nothing of what was sent.

/** The kind of an error. SQLite's own words for it, such as "disk I/O error", name nothing that was stored; a message may. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "errstr" in error ? `${error.name} (SQLite: ${String(error.errstr)})` : error.name;
}
