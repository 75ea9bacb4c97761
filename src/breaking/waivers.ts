// Waivers: the file that acknowledges breaking changes.
import {
  fromHere,
  isMissing,
  isObject,
  own,
  type Place,
  PlacedText,
  parsePointer,
  type ReadBytes,
  readText,
  toPointer,
} from "../shared/contract/index.ts";
import { FileProblemsError } from "../shared/findings/index.ts";
import { Failure } from "../shared/terminal/index.ts";
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
 * @param isNamed Whether --waivers names the file: then it must exist.
 * @param readBytes Where it is read from, by default the disk.
 * @throws {Failure} when a named file does not exist.
 * @throws {FileProblemsError} with file and line when an entry is invalid.
 */
export async function readWaivers(file: string, isNamed: boolean, readBytes?: ReadBytes): Promise<readonly Waiver[]> {
  const text = await readText(file, readBytes).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  if (text === undefined) {
    if (!isNamed) return [];
    throw new Failure(`The waivers file ${fromHere(file)} does not exist.`, "Correct --waivers.");
  }
  const placed = new PlacedText(text);
  const problems = placed.problems(fromHere(file));
  const findPlace = (index: number): Place => ({ file: fromHere(file), ...placed.place([String(index)]) });
  const complain = (index: number, message: string) =>
    problems.push({ ...findPlace(index), rule: "breaking/waivers", message });
  const written = problems.length > 0 ? [] : (placed.value ?? []);
  if (!Array.isArray(written)) complain(0, "Expected a list of waivers, each with `rule`, `pointer` and `reason`.");
  const waivers = [written].flat().map((item: unknown, index) => {
    const complaint = Array.isArray(written) ? complaintAbout(item) : undefined;
    if (complaint !== undefined) complain(index, complaint);
    const [rule = "", pointer = "", reason = ""] = fields.map((field) => readField(item, field));
    return { rule, pointer: toPointer(parsePointer(pointer)), reason, place: findPlace(index) };
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

function complaintAbout(item: unknown): string | undefined {
  if (!isObject(item)) return "Expected a waiver with `rule`, `pointer` and `reason`. Write all three.";
  const missing = fields.find((field) => readField(item, field) === "");
  const unknown = Object.keys(item).find((key) => !fields.some((field) => field === key));
  if (missing !== undefined) {
    return `This waiver has no \`${missing}\`. Copy rule and pointer from the report, and give the reason.`;
  }
  return unknown && `Unknown field \`${unknown}\`. A waiver has \`rule\`, \`pointer\` and \`reason\` only.`;
}

function readField(item: unknown, field: string): string {
  const value = own(item, field);
  return typeof value === "string" ? value.trim() : "";
}
