// The register of a contract: `assumptions.yaml` beside its root document, in which each assumption stands once, under a key.
import { isObject, type JsonObject, listEntries } from "./json.ts";

/** The name of the register, beside the root document. */
export const registerFile = "assumptions.yaml";

/** The entries of a register by key, each with its topic. */
export function readRegister(content: unknown): Map<string, { readonly topic: string; readonly entry: JsonObject }> {
  const all = listEntries(content).flatMap(([topic, entries]) =>
    listEntries(entries).flatMap(([key, entry]) => (isObject(entry) ? [[key, { topic, entry }] as const] : [])),
  );
  return new Map(all);
}
