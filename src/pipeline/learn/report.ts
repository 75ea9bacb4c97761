// Writes what was learned: for a person with an afternoon, and for a program.
import {
  type Assumption,
  type Parameter,
  pathOf,
  pointerOf,
  resolve,
  type Source,
  sentenceOf,
} from "../../tools/contract/index.ts";
import type { Unused } from "../../tools/recording/index.ts";
import { type Paint, visible } from "../../tools/report/index.ts";
import { counted } from "../../tools/terminal/index.ts";
import { CodePlaces } from "./code.ts";
import type { OtherDocuments } from "./documents.ts";
import { type Evidence, valueAt } from "./evidence.ts";
import type { Place } from "./places.ts";
import type { Finding, Proposal } from "./proposal.ts";
import { mostUsers } from "./tally.ts";

/** A recording that was read. */
export interface ReadFile {
  readonly file: string;
  readonly date: string;
  readonly unused: readonly Unused[];
}

/** Everything that a report is made of. */
export interface Learned {
  readonly evidence: Evidence;
  readonly files: readonly ReadFile[];
  readonly documents: OtherDocuments;
  readonly findings: readonly Finding[];
  /** The contract's own files, for the places of findings. */
  readonly source: Source;
}

/** The findings that ask for something: an edit, or a word with the service. */
export function askingFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ verdict }) => ["contradicted", "new", "violation"].includes(verdict));
}

/** The report for programs. */
export function jsonReport({ evidence, files, documents, findings, source }: Learned): object {
  const code = new CodePlaces(evidence);
  return {
    contract: evidence.contract.document.info.version,
    read: {
      recordings: files,
      documents: documents.files,
      exchanges: evidence.total.exchanges - evidence.eventCount,
      events: evidence.eventCount,
      users: evidence.users,
      failed: evidence.failed.exchanges,
      unanswered: evidence.unanswered,
    },
    verdicts: Object.fromEntries(
      [...Map.groupBy(findings, ({ verdict }) => verdict)].map(([one, all]) => [one, all.length]),
    ),
    findings: findings.map((finding) => {
      const { file, line } = source.locate(pathOf(finding.pointer));
      return { ...finding, place: { file, line }, documents: documents.about(finding), code: code.about(finding) };
    }),
  };
}

/** The report for people: what needs an edit first, and what to call next at the end. */
export function textReport(learned: Learned, paint: Paint): string {
  const { findings } = learned;
  const of = (...verdicts: readonly Finding["verdict"][]) =>
    findings.filter(({ verdict }) => verdicts.includes(verdict));
  const section = (title: string, found: readonly Finding[], write: (found: readonly Finding[]) => string) =>
    found.length === 0 ? "" : `\n${paint("bold", title)} ${paint("dim", `(${found.length})`)}\n${write(found)}`;
  const code = new CodePlaces(learned.evidence);
  const inFull = (found: readonly Finding[]) =>
    found.map((finding) => findingText(learned, finding, code.about(finding), paint)).join("");
  const edits = of("contradicted", "new");
  const unseen = of("not seen");
  const isRead = ({ evidence }: Finding) => evidence.exchanges > 0;
  const names = (found: readonly Finding[]) => found.map(({ pointer }) => nameOf(learned, pointer)).join(", ");
  return [
    headText(learned),
    section(
      "Needs an edit",
      edits.filter(({ proposal }) => proposal !== undefined),
      inFull,
    ),
    section(
      "Needs an edit by hand",
      edits.filter(({ proposal }) => proposal === undefined),
      inFull,
    ),
    section("The service departs from what it states", of("violation"), inFull),
    section("The exchanges do not agree", of("mixed"), inFull),
    section("Confirmed", of("confirmed"), (found) => wordsText(found)),
    section("Seen, but not often enough", of("few"), (found) => byOperation(learned, found, paint)),
    section("Seen, and nothing new in it", unseen.filter(isRead), (found) => `  ${names(found)}\n`),
    section(
      "Not seen: call these next",
      unseen.filter((finding) => !isRead(finding)),
      (found) => unseenText(learned, found, paint),
    ),
    section("A recording cannot show these", of("beyond recordings"), (found) => wordsText(found)),
    `\n${closingText(findings)}\n`,
  ].join("");
}

function headText({ evidence, files, documents }: Learned): string {
  const exchanges = evidence.total.exchanges - evidence.eventCount;
  const dates = [...new Set(files.map(({ date }) => date))].sort();
  const users = evidence.users >= mostUsers ? `${mostUsers} or more users` : counted(evidence.users, "user");
  const days = dates.length > 1 ? `, ${dates[0]} to ${dates.at(-1)}` : dates.length === 1 ? `, ${dates[0]}` : "";
  const lines = [
    `Read ${counted(exchanges, "exchange")} and ${counted(evidence.eventCount, "event")} of ${users} in ${counted(files.length, "recording")}${days}, against contract ${evidence.contract.document.info.version}.`,
    ...(documents.files.length === 0
      ? []
      : [
          `Compared ${counted(documents.files.length, "other document")}: it says what somebody wrote, so it stands beside a finding and changes none.`,
        ]),
    ...(evidence.failed.exchanges === 0
      ? []
      : [
          `${counted(evidence.failed.exchanges, "answer")} with a status from 500 says nothing of the contract, and is left out.`,
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

function findingText(
  { source, documents, evidence }: Learned,
  finding: Finding,
  code: readonly string[],
  paint: Paint,
): string {
  const { verdict, message, against, shownBy, pointer, proposal } = finding;
  const style = verdict === "violation" || verdict === "contradicted" ? "red" : "yellow";
  const target = proposal !== undefined && "pointer" in proposal ? proposal.pointer : pointer;
  const { file, line } = source.locate(pathOf(target));
  const assumption = (
    valueAt(evidence.contract.document, pointer) as { readonly "x-assumption"?: Assumption } | undefined
  )?.["x-assumption"];
  const lines: [label: string, text: string | undefined, more?: string][] = [
    ["seen in", `${evidenceText(finding)}${against > 0 ? `, ${against} say otherwise` : ""}`, shownBy.join(", ")],
    ["edit", proposal === undefined ? undefined : proposalText(proposal)],
    ["assumed", assumption === undefined ? undefined : sentenceOf(assumption)],
    ["code", code.length === 0 ? undefined : `may have to follow: ${code.join("; ")}`],
    ["also", documents.about(finding).join("; ") || undefined],
    ["at", `${file}:${line}`, target],
  ];
  return [
    `  ${paint(style, verdict)}  ${visible(message)}\n`,
    ...lines.flatMap(([label, text, more]) =>
      text === undefined || text === ""
        ? []
        : `    ${paint("dim", label.padEnd(8))} ${visible(text)}${more === undefined || more === "" ? "" : `  ${paint("dim", visible(more))}`}\n`,
    ),
  ].join("");
}

/** A proposal in words. */
function proposalText(proposal: Proposal): string {
  switch (proposal.kind) {
    case "confirm":
      return "the mark says that it is confirmed";
    case "change-status":
      return `the status is ${proposal.status}`;
    case "add-status":
      return `one more response, ${proposal.status}`;
    case "add-header":
      return `one more header, \`${proposal.name}\``;
    case "rename":
      return `the name is \`${proposal.name}\``;
    case "move":
      return `its place is \`${proposal.to.join(".")}\``;
    case "require":
      return proposal.required ? "it is required" : "it is optional";
    case "nullable":
      return proposal.nullable ? "it may be null" : "it is never null";
    case "change-schema":
      return `its schema is ${JSON.stringify(proposal.schema)}`;
    case "add-field":
      return `one more ${proposal.required ? "required" : "optional"} field, \`${proposal.name}\`: ${JSON.stringify(proposal.schema)}`;
    case "add-value":
      return `one more known value, \`${proposal.value}\``;
    case "change-media-type":
      return `${proposal.to} instead of ${proposal.from}`;
  }
}

function evidenceText({ evidence: { exchanges, users } }: Finding): string {
  const of = users === 0 ? "" : ` of ${users >= mostUsers ? `${mostUsers} or more users` : counted(users, "user")}`;
  return `${counted(exchanges, "exchange")}${of}`;
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
      const lines = linesOf(all).map((line) => `    ${visible(line)}\n`);
      return `  ${paint("bold", home)}${isCalled ? "" : `  ${paint("yellow", "never called")}`}\n${lines.join("")}`;
    })
    .join("");
}

/** What stands at a pointer, in a few words: `CreatedUser.user_id`, `query.lab_slug`, `status 200`. */
function nameOf({ evidence: { contract } }: Learned, pointer: string): string {
  const path = pathOf(pointer);
  const at = path.indexOf("parameters");
  if (at !== -1) {
    const node = valueAt(contract.document, pointerOf(path.slice(0, at + 2))) as Parameter;
    const { in: place, name } = resolve<Parameter>(contract.document, node);
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
function homesOf(evidence: Evidence): (pointer: string) => string {
  const homes = new Map<string, string>();
  const visit = (place: Place | undefined, home: string, seen: Set<Place>): void => {
    if (place === undefined || seen.has(place)) return;
    seen.add(place);
    for (const pointer of place.pointers) if (!homes.has(pointer)) homes.set(pointer, home);
    for (const field of place.fields.values()) visit(field, home, seen);
    visit(place.items, home, seen);
    visit(place.values, home, seen);
  };
  const byPath = new Map<string, string>();
  for (const { operation, pointer, parameters, body, responses } of evidence.operations.values()) {
    const home = `${operation.id}  ${operation.method.toUpperCase()} ${operation.path}`;
    byPath.set(pointer, home);
    const seen = new Set<Place>();
    for (const { place } of parameters) visit(place, home, seen);
    visit(body?.place, home, seen);
    for (const { pointer: at, place } of responses.values()) {
      if (!homes.has(at)) homes.set(at, at.startsWith("#/components") ? "every operation" : home);
      visit(place, home, seen);
    }
  }
  for (const [name, place] of evidence.eventPlaces) visit(place, `the event ${name}`, new Set());
  return (pointer) => {
    const known = homes.get(pointer) ?? [...byPath].find(([at]) => pointer.startsWith(`${at}/`) || pointer === at)?.[1];
    if (known !== undefined) return known;
    const [first, name] = pathOf(pointer);
    return first === "webhooks" && name !== undefined ? `the event ${name}` : "other parts of the contract";
  };
}

function closingText(findings: readonly Finding[]): string {
  const count = (...verdicts: readonly Finding["verdict"][]) =>
    findings.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return `${count("confirmed")} confirmed, ${count("contradicted")} contradicted, ${count("new")} new, ${count("violation")} violated, ${count("mixed")} mixed, ${count("few")} seen too rarely, ${count("not seen")} not seen, ${count("beyond recordings")} that no recording can show.`;
}
