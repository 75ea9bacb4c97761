// Waivers: the file that acknowledges breaking changes.
import { dirname, join } from "node:path";
import {
  fromHere,
  isMissing,
  own,
  type Place,
  parseFile,
  parsePointer,
  readText,
  toPointer,
} from "../shared/contract/index.ts";
import { type FileProblem, FileProblemsError } from "../shared/findings/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import type { Contract } from "./contracts.ts";
import type { JudgedChange } from "./judge.ts";

/** An acknowledged breaking change. */
export interface Waiver {
  readonly rule: string;
  readonly pointer: string;
  readonly reason: string;
  readonly place: Place;
}

const fields = ["rule", "pointer", "reason"] as const;

/**
 * Reads a file of waivers: a list of entries, each with `rule`, `pointer` and `reason`.
 *
 * @param named The file of --waivers, which must exist; by default the one beside the root document, where there is one.
 * @throws {Failure} when a named file does not exist.
 * @throws {FileProblemsError} with file and line when an entry is invalid.
 */
export async function readWaivers(
  { root, readBytes }: Contract,
  named: string | undefined,
): Promise<readonly Waiver[]> {
  const file = named ?? join(dirname(root), "waivers.yaml");
  const text = await readText(file, named === undefined ? readBytes : undefined).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  if (text === undefined) {
    if (named === undefined) return [];
    throw new Failure(`The waivers file ${fromHere(file)} does not exist.`, "Correct --waivers.");
  }
  const { content, place: findPlace } = parseFile(text, file);
  const written = content ?? [];
  const problems: FileProblem[] = [];
  const waivers = [written].flat().map((item: unknown, index): Waiver => {
    const place: Place = { file: fromHere(file), ...findPlace([`${index}`]) };
    const message = Array.isArray(written)
      ? describeProblem(item)
      : "Expected a list of waivers, each with `rule`, `pointer` and `reason`.";
    if (message !== undefined) problems.push({ ...place, rule: "breaking/waivers", message });
    const [rule = "", pointer = "", reason = ""] = fields.map((field) => readField(item, field));
    return { rule, pointer: toPointer(parsePointer(pointer)), reason, place };
  });
  if (problems.length > 0) throw new FileProblemsError(problems);
  return waivers;
}

/** Finds the reason for each waived change, and the unused waivers. */
export function applyWaivers(
  changes: readonly JudgedChange[],
  waivers: readonly Waiver[],
): { readonly reasons: ReadonlyMap<JudgedChange, string>; readonly unused: readonly Waiver[] } {
  const reasons = new Map<JudgedChange, string>();
  const used = new Set<Waiver>();
  for (const change of changes) {
    if (change.level !== "breaking") continue;
    for (const waiver of waivers) {
      if (waiver.rule !== change.rule || !change.concerns(waiver.pointer)) continue;
      used.add(waiver);
      reasons.set(change, waiver.reason);
    }
  }
  return { reasons, unused: waivers.filter((waiver) => !used.has(waiver)) };
}

function describeProblem(item: unknown): string | undefined {
  const missing = fields.find((field) => readField(item, field) === "");
  if (missing !== undefined) {
    return `This waiver has no \`${missing}\`. Copy rule and pointer from the report, and give the reason.`;
  }
  const unknown = Object.keys(Object(item) as object).find((key) => !fields.some((field) => field === key));
  return unknown && `Unknown field \`${unknown}\`. A waiver has \`rule\`, \`pointer\` and \`reason\` only.`;
}

function readField(item: unknown, field: string): string {
  const value = own(item, field);
  return typeof value === "string" ? value.trim() : "";
}
