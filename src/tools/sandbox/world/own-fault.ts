// The log line of a bug in the sandbox: enough to find it, without request data.

/** The kind of an error. SQLite's own words for it, such as "disk I/O error", name nothing that was stored; a message may. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "errstr" in error ? `${error.name} (SQLite: ${String(error.errstr)})` : error.name;
}
