// Waivers: the file that acknowledges breaking changes.
import { isMap, isScalar, isSeq, type Node } from "yaml";
import {
  fromHere,
  isMissing,
  type Place,
  PlacedText,
  pathOf,
  pointerOf,
  type ReadBytes,
  readText,
} from "../contract/index.ts";
import { FindingsError } from "../findings/index.ts";
import { Failure } from "../terminal/index.ts";
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
 * @throws {FindingsError} with file and line when an entry is invalid.
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
  const findings = placed.findings(fromHere(file));
  const placeOf = (offset: number): Place => ({ file: fromHere(file), ...placed.at(offset) });
  const complain = (offset: number, message: string) =>
    findings.push({ ...placeOf(offset), rule: "breaking/waivers", message });
  const contents = placed.document.contents as Node | null;
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
  if (!isEmpty && !isSeq(contents)) {
    complain(contents.range?.[0] ?? 0, "Expected a list of waivers, each with `rule`, `pointer` and `reason`.");
  }
  const waivers = isSeq(contents)
    ? contents.items.flatMap((item) => {
        const offset = (item as Node).range?.[0] ?? 0;
        const complaint = complaintAbout(item);
        if (complaint !== undefined) {
          complain(offset, complaint);
          return [];
        }
        const [rule = "", pointer = "", reason = ""] = fields.map((field) => textOf(item, field) ?? "");
        return [{ rule, pointer: pointerOf(pathOf(pointer)), reason, place: placeOf(offset) }];
      })
    : [];
  if (findings.length > 0) throw new FindingsError(findings);
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
  if (!isMap(item)) return "Expected a waiver with `rule`, `pointer` and `reason`. Write all three.";
  for (const field of fields) {
    if (textOf(item, field) === undefined) {
      return `This waiver has no \`${field}\`. Copy rule and pointer from the report, and give the reason.`;
    }
  }
  const unknown = item.items
    .map(({ key }) => String(isScalar(key) ? key.value : key))
    .find((key) => !fields.some((field) => field === key));
  return unknown === undefined
    ? undefined
    : `Unknown field \`${unknown}\`. A waiver has \`rule\`, \`pointer\` and \`reason\` only.`;
}

function textOf(item: unknown, field: string): string | undefined {
  const value = isMap(item) ? item.get(field) : undefined;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
