// The log line of a bug in the sandbox: enough to find it, without request data.
import { StoreUnavailable } from "./store-unavailable.ts";

/** The kind of an error. SQLite's own words for it, such as "disk I/O error", name nothing that was stored; a message may. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error instanceof StoreUnavailable) return `${error.name} (${error.reason})`;
  return "errstr" in error ? `${error.name} (SQLite: ${String(error.errstr)})` : error.name;
}
