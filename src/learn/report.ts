// Says what recordings show: what is contradicted, confirmed and not seen of the contract, and what is new.
import { dirname, join } from "node:path";
import {
  type Assumption,
  contractRoot,
  listStrings,
  Parsed,
  parsePointer,
  readRegister,
  registerFile,
  Source,
  toPointer,
  writeSentence,
} from "../shared/contract/index.ts";
import { type Paint, visible } from "../shared/findings/index.ts";
import { counted } from "../shared/terminal/index.ts";
import type { Learner } from "./learn.ts";
import { describePointer } from "./places.ts";
import { Tally } from "./tally.ts";

/** The files of the contract, each parsed once. */
const parsed = new Parsed();

/** Makes the report of what was learned, as a program reads it. */
export async function makeReport({ contract, ...learned }: Learner) {
  const [source, assumptions] = [await Source.read(contractRoot, parsed), await readAssumptions()];
  const describe = (pointer: string) => {
    const { file, line } = source.locate(parsePointer(pointer));
    return { name: describePointer(contract, pointer), place: `${file}:${line}` };
  };
  const stated = [...learned.shown.keys()].filter((what) => !assumptions.has(what));
  const marked = [...assumptions, ...stated.map((what) => [what, describe(what)] as const)].map(([what, about]) => {
    const shown = [...(learned.shown.get(what) ?? [])].map(([where, one]) => ({ where, ...one }));
    const departing = shown.filter(({ contradicted }) => contradicted.exchanges > 0);
    const isHeld = departing.length === 0;
    const verdict = isHeld ? (shown.length > 0 ? "confirmed" : "not seen") : "contradicted";
    const seen = Tally.sum(shown.map(({ confirmed, contradicted }) => (isHeld ? confirmed : contradicted)));
    const isAssumed = assumptions.has(what);
    const text = isAssumed ? what : `The service states: ${departing[0]?.departure?.expected}`;
    return { about: isAssumed ? "assumption" : "statement", verdict, ...about, text, seen, shown } as const;
  });
  const unknowns = listUnknowns(contract.document).map(([pointer, texts]) => {
    const seen = learned.unknowns.get(pointer) ?? new Tally();
    const verdict = seen.exchanges > 0 ? "shown" : "not seen";
    return { about: "unknown", verdict, ...describe(pointer), text: texts.join(" "), seen, shown: [] } as const;
  });
  const news = Array.from(learned.novelties, ([key, seen]) => {
    const [kind, of, name] = JSON.parse(key) as readonly [kind: string, of: string, name: string | null];
    // A word that only one or two users have may be about them
    const isPrinted = name !== null && (kind === "status" || kind === "field" || seen.users.size >= 3);
    return { kind, of, name: isPrinted ? name : "(not printed)", seen };
  });
  const { calls, events } = learned;
  const read = { calls, events, unused: Object.fromEntries(learned.unused) };
  return { contract: contract.document.info.version, read, findings: [...marked, ...unknowns], new: news };
}

/** The report, as a person reads it: what is contradicted and what is new come first. */
export function writeReport(report: Awaited<ReturnType<typeof makeReport>>, paint: Paint): string {
  const { calls, events, unused } = report.read;
  const read = `${counted(calls.exchanges, "call")} and ${counted(events.exchanges, "event")}`;
  const lines = [`Read ${read}, against contract ${report.contract}.`];
  for (const [reason, tally] of Object.entries(unused)) lines.push(`Not used, as they ${reason}: ${seenText(tally)}`);
  const section = (title: string, blocks: readonly (readonly (string | undefined)[])[]) => {
    if (blocks.length > 0) lines.push("", paint("bold", `${title} (${blocks.length})`));
    lines.push(...blocks.map((parts) => `  ${parts.filter(Boolean).join("  ")}`));
  };
  const writeAll = (verdict: (typeof report.findings)[number]["verdict"]) =>
    report.findings
      .filter((one) => one.verdict === verdict)
      .map(({ name, text, seen, place, shown }) => {
        const departures = shown.flatMap(({ where, contradicted, departure }) => {
          if (departure === undefined) return [];
          const found = `expected ${departure.expected} Found ${departure.shape}`;
          return `\n    ${paint("red", where)}: ${seenText(contradicted)}\n      ${found}`;
        });
        return [paint("bold", name), text, seenText(seen), paint("dim", place), ...departures];
      });
  section("Contradicted", writeAll("contradicted"));
  const novelties = report.new.map(({ kind, of, name, seen }) => [kind, of, name, seenText(seen)]);
  section("New", novelties);
  section("Shown, where nothing was known", writeAll("shown"));
  section("Confirmed", writeAll("confirmed"));
  section("Not seen", writeAll("not seen"));
  return `${lines.map(visible).join("\n")}\n`;
}

function seenText({ exchanges, users, kind, firstShownBy }: Tally): string | undefined {
  if (exchanges === 0) return undefined;
  const of = users.size >= 100 ? " of 100 or more users" : users.size > 0 ? ` of ${counted(users.size, "user")}` : "";
  const numbers = `${firstShownBy.join(", ")}${exchanges > firstShownBy.length ? ", …" : ""}`;
  return `${kind === undefined ? "" : `${kind}  `}${counted(exchanges, "exchange")}${of}: ${numbers}`;
}

/** By its sentence: the key of each assumption, and where the register has it. */
async function readAssumptions() {
  const register = await Source.read(join(dirname(contractRoot), registerFile), parsed);
  const entries = [...readRegister(register.root)].map(([name, { topic, entry }]) => {
    const { file, line } = register.place([topic, name]);
    return [writeSentence(entry as unknown as Assumption), { name, place: `${file}:${line}` }] as const;
  });
  return new Map(entries);
}

/** By pointer: what the contract says is not shown. */
function listUnknowns(node: unknown, path: readonly string[] = []): readonly [pointer: string, texts: string[]][] {
  if (typeof node !== "object" || node === null) return [];
  const texts = listStrings((node as { readonly "x-not-shown"?: unknown })["x-not-shown"]);
  const inner = Object.entries(node).filter(([name]) => !["example", "examples", "default"].includes(name));
  const own: [string, string[]][] = texts.length > 0 ? [[toPointer(path), texts]] : [];
  return [...own, ...inner.flatMap(([name, value]) => listUnknowns(value, [...path, name]))];
}
