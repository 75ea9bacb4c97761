// Writes what was learned, for a person and for a program.
import {
  type Assumed,
  excuse,
  type Parameter,
  pathOf,
  pointerOf,
  resolve,
  type Source,
} from "../../tools/contract/index.ts";
import { type Paint, visible } from "../../tools/findings/index.ts";
import { counted } from "../../tools/terminal/index.ts";
import { type Evidence, valueAt } from "./evidence.ts";
import type { Finding, Verdict } from "./findings.ts";
import { placesIn } from "./places.ts";
import type { Unused } from "./recording/recording.ts";
import { mostUsers } from "./tally.ts";

/** A HAR file that was read. */
export interface ReadFile {
  readonly file: string;
  readonly date: string;
  readonly unused: readonly Unused[];
}

/** Everything that a report is made of. */
export interface Learned {
  readonly evidence: Evidence;
  readonly files: readonly ReadFile[];
  readonly findings: readonly Finding[];
  /** The contract's own files, for the places of findings. */
  readonly source: Source;
}

/** The findings that ask for something: an edit, or a word with the service. */
export function askingFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ verdict }) => ["contradicted", "new", "violation"].includes(verdict));
}

/** The report for programs. */
export function jsonReport({ evidence, files, findings, source }: Learned): object {
  return {
    contract: evidence.contract.document.info.version,
    read: {
      files,
      exchanges: evidence.total.exchanges,
      users: evidence.total.users,
      failed: evidence.failed.exchanges,
      unreadable: evidence.unreadable.exchanges,
      unanswered: evidence.unanswered,
    },
    verdicts: Object.fromEntries(
      [...Map.groupBy(findings, ({ verdict }) => verdict)].map(([one, all]) => [one, all.length]),
    ),
    findings: findings.map((finding) => {
      const { file, line } = source.locate(pathOf(finding.pointer));
      return { ...finding, place: { file, line } };
    }),
  };
}

/** The report for people: what differs from the contract first, and what to call next at the end. */
export function textReport(learned: Learned, paint: Paint): string {
  const { findings } = learned;
  const isRead = ({ evidence }: Finding) => evidence.exchanges > 0;
  const of = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict);
  const section = (title: string, found: readonly Finding[], write: (found: readonly Finding[]) => string) =>
    found.length === 0 ? "" : `\n${paint("bold", title)} ${paint("dim", `(${found.length})`)}\n${write(found)}`;
  const inFull = (found: readonly Finding[]) => found.map((finding) => findingText(learned, finding, paint)).join("");
  const names = (found: readonly Finding[]) => found.map(({ pointer }) => nameOf(learned, pointer)).join(", ");
  return [
    headText(learned),
    section("The service differs from what the contract assumes", of("contradicted"), inFull),
    section("The contract does not have", of("new"), inFull),
    section("The service departs from what it states", of("violation"), inFull),
    section("The exchanges do not agree", of("mixed"), inFull),
    section("Confirmed", of("confirmed"), (found) => wordsText(found)),
    section("Seen, but not often enough", of("few"), (found) => byOperation(learned, found, paint)),
    section("Seen, and nothing new in it", of("not seen").filter(isRead), (found) => `  ${names(found)}\n`),
    section(
      "Not seen: call these next",
      of("not seen").filter((finding) => !isRead(finding)),
      (found) => unseenText(learned, found, paint),
    ),
    section("A recording cannot show these", of("beyond recordings"), (found) => wordsText(found)),
    `\n${closingText(findings)}\n`,
  ].join("");
}

function headText({ evidence, files }: Learned): string {
  const dates = [...new Set(files.map(({ date }) => date))].sort();
  const days = dates.length > 1 ? `, ${dates[0]} to ${dates.at(-1)}` : `, ${dates[0]}`;
  const lines = [
    `Read ${counted(evidence.total.exchanges, "exchange")} of ${usersText(evidence.total.users)} in ${counted(files.length, "file")}${days}, against contract ${evidence.contract.document.info.version}.`,
    ...(evidence.failed.exchanges === 0
      ? []
      : [
          `${counted(evidence.failed.exchanges, "answer")} with a status from 500 says nothing of the contract, and is left out.`,
        ]),
    ...(evidence.unreadable.exchanges === 0
      ? []
      : [
          `${counted(evidence.unreadable.exchanges, "answer")} had a body that is not JSON, or that the file does not hold.`,
        ]),
    ...(evidence.unanswered === 0 ? [] : [`${counted(evidence.unanswered, "exchange")} had no whole answer.`]),
    ...files.flatMap(({ file, unused }) =>
      unused.map(
        ({ reason, times, first }) =>
          `${file}: not used ${counted(times, "time")}, because it ${reason} (${first.join(", ")}${times > first.length ? ", …" : ""}).`,
      ),
    ),
  ];
  return `${lines.map(visible).join("\n")}\n`;
}

function findingText(learned: Learned, finding: Finding, paint: Paint): string {
  const { source, evidence } = learned;
  const { verdict, message, against, shownBy, pointer, words } = finding;
  const { file, line } = source.locate(pathOf(pointer));
  const node = valueAt(evidence.contract.document, pointer) as { readonly "x-assumption"?: Assumed } | undefined;
  // What is said of operations and statuses names them itself
  const name = /\/(?:schemas|parameters)\//.test(pointer) ? `${nameOf(learned, pointer)}: ` : "";
  const assumption = excuse(node?.["x-assumption"], ...words);
  const { exchanges, users } = finding.evidence;
  const seenIn = `${counted(exchanges, "exchange")}${users === 0 ? "" : ` of ${usersText(users)}`}`;
  const lines: [label: string, text: string | undefined, more?: string][] = [
    ["seen in", `${seenIn}${against > 0 ? `, ${against} say otherwise` : ""}`, shownBy.join(", ")],
    ["assumed", assumption],
    ["at", `${file}:${line}`, pointer],
  ];
  return [
    `  ${paint(verdict === "violation" || verdict === "contradicted" ? "red" : "yellow", verdict)}  ${visible(name + message)}\n`,
    ...lines.flatMap(([label, text, more]) =>
      text === undefined
        ? []
        : `    ${paint("dim", label.padEnd(8))} ${visible(text)}${more === undefined ? "" : `  ${paint("dim", visible(more))}`}\n`,
    ),
  ].join("");
}

function usersText(users: number): string {
  return users >= mostUsers ? `${mostUsers} or more users` : counted(users, "user");
}

/** How many findings there are of each word. */
function wordsText(findings: readonly Finding[]): string {
  const counts = Map.groupBy(
    findings,
    ({ words, mark }) => words.join(", ") || (mark === "x-not-shown" ? "not shown" : "other"),
  );
  const listed = [...counts].sort(([, a], [, b]) => b.length - a.length).map(([word, all]) => `${word} ${all.length}`);
  return `  ${listed.join(", ")}\n`;
}

/** Findings under the operation or event that shows them, each on a line. */
function byOperation(learned: Learned, findings: readonly Finding[], paint: Paint): string {
  return groupText(learned, findings, paint, (all) =>
    all.map(({ message, words, pointer }) => {
      const name = nameOf(learned, pointer);
      return `${name}${words.length > 0 ? ` (${words.join(", ")})` : ""}: ${message}`;
    }),
  );
}

/** What was not seen, in few lines for each operation: it is known what the assumptions are. */
function unseenText(learned: Learned, findings: readonly Finding[], paint: Paint): string {
  return groupText(learned, findings, paint, (all) => {
    const byWord = Map.groupBy(all, ({ words }) => words.join(", ") || "not shown");
    return [...byWord].map(([word, some]) => {
      const names = [...new Set(some.map(({ pointer }) => nameOf(learned, pointer)))];
      return `${word.padEnd(9)} ${names.join(", ")}`;
    });
  });
}

function groupText(
  learned: Learned,
  findings: readonly Finding[],
  paint: Paint,
  linesOf: (findings: readonly Finding[]) => readonly string[],
): string {
  const homes = homesOf(learned.evidence);
  const groups = Map.groupBy(findings, ({ pointer }) => homes(pointer));
  return [...groups]
    .map(([home, all]) => {
      const [id = ""] = home.split(" ");
      const isCalled = !learned.evidence.operations.has(id) || learned.evidence.statuses.has(id);
      const why = home.startsWith("the event ") ? "HAR files hold no events" : isCalled ? "" : "never called";
      const lines = linesOf(all).map((line) => `    ${visible(line)}\n`);
      return `  ${paint("bold", home)}${why === "" ? "" : `  ${paint("yellow", why)}`}\n${lines.join("")}`;
    })
    .join("");
}

/** What stands at a pointer, in a few words: `CreatedUser.user_id`, `query.lab_slug`, `status 200`. */
function nameOf({ evidence: { contract } }: Learned, pointer: string): string {
  const path = pathOf(pointer);
  const at = path.indexOf("parameters");
  if (at !== -1) {
    const node: unknown = valueAt(contract.document, pointerOf(path.slice(0, at + 2)));
    const { in: place, name } = resolve<Parameter>(contract.document, node as Parameter);
    return `${place}.${name}`;
  }
  const [first, kind] = path;
  if (path.includes("responses")) return first === "paths" ? `status ${path.at(-1)}` : String(path.at(-1));
  if (first !== "components" || kind !== "schemas") return first === "webhooks" ? "the event" : "the operation";
  return path
    .slice(2)
    .filter((part) => !/^(?:properties|allOf|anyOf|oneOf|\d+)$/.test(part))
    .join(".");
}

/** The operation or event that shows what stands at a pointer: the first one that has it. */
function homesOf({ operations, eventPlaces }: Evidence): (pointer: string) => string {
  const homes = new Map<string, string>();
  const add = (pointer: string, home: string) => {
    if (!homes.has(pointer)) homes.set(pointer, home);
  };
  const addAll = (home: string) => (place: Parameters<typeof placesIn>[0]) => {
    for (const { pointers } of placesIn(place)) for (const pointer of pointers) add(pointer, home);
  };
  for (const { operation, pointer, parameters, body, responses } of operations.values()) {
    const home = `${operation.id}  ${operation.method.toUpperCase()} ${operation.path}`;
    add(pointer, home);
    const visit = addAll(home);
    for (const { place } of parameters) visit(place);
    visit(body?.place);
    for (const { pointer: at, place } of responses.values()) {
      add(at, at.startsWith("#/components") ? "every operation" : home);
      visit(place);
    }
  }
  for (const [name, place] of eventPlaces) addAll(`the event ${name}`)(place);
  return (pointer) => {
    for (let at = pointer; at.includes("/"); at = at.slice(0, at.lastIndexOf("/"))) {
      const home = homes.get(at);
      if (home !== undefined && (at === pointer || !at.startsWith("#/components"))) return home;
    }
    const [first, name] = pathOf(pointer);
    return first === "webhooks" && name !== undefined ? `the event ${name}` : "other parts of the contract";
  };
}

function closingText(findings: readonly Finding[]): string {
  const count = (one: Verdict) => findings.filter(({ verdict }) => verdict === one).length;
  return `${count("confirmed")} confirmed, ${count("contradicted")} contradicted, ${count("new")} new, ${count("violation")} violated, ${count("mixed")} mixed, ${count("few")} seen too rarely, ${count("not seen")} not seen, ${count("beyond recordings")} that no recording can show.`;
}
