// The lists inside guides that are read out of the contract, each under the name that a guide asks for it by.
import { counted } from "../../shared/terminal/index.ts";
import type { Gap, Gaps } from "../gaps.ts";
import type { Block, TableRow } from "../page.ts";
import type { PagePlace } from "../places.ts";
import { writeQuestions } from "../questions.ts";
import { findExample, type Reference } from "../reference.ts";
import { code, escapeMarkdown, type Inline, joinLines, joinWords, link, toAnchor, toSlug } from "../text.ts";
import { guideUrl } from "../urls.ts";
import { markBlocks, proseBlocks, toEventEntry, toOperationEntry } from "./lists.ts";

/** Makes the blocks of a list; nothing when the words name nothing. */
export type GuideLists = Readonly<Record<string, (words: readonly string[]) => Block[] | undefined>>;

/** What the lists are read from. */
export interface ListSources {
  readonly reference: Reference;
  readonly control: Reference;
  readonly gaps: Gaps;
  /** The content of the register of assumptions. */
  readonly register: unknown;
  /** The places of the contract, each where it belongs. */
  readonly places: readonly PagePlace[];
}

/** The lists, by name. */
export function makeGuideLists({ reference, control, gaps, register, places }: ListSources): GuideLists {
  const { document, operations, events, tags } = reference;
  const withOperations = tags.filter((tag) => tag.operations.length > 0);
  return {
    addresses: () => [
      {
        kind: "facts",
        items: [
          // The mock is a tool of its own
          ...(operations[0]?.servers ?? [])
            .filter(({ description }) => description !== "Local mock")
            .map(({ description, url }) => [description, code(url)] as const),
          ["Operations", withOperations.map(({ name, url }) => link(name, url)).join(", ")],
        ],
      },
    ],
    "all-operations": () =>
      withOperations.flatMap((tag): Block[] => [
        { kind: "heading", level: 3, id: toSlug(tag.name), text: link(tag.name, tag.url) },
        ...proseBlocks(tag.description),
        { kind: "entries", entries: tag.operations.map(toOperationEntry) },
      ]),
    credentials: () => listCredentials(reference),
    errors: () => listErrors(reference),
    example: ([name = ""]) => {
      const example = findExample(document, name);
      return example && [{ kind: "examples", label: "Example", examples: [example], isOpen: true }];
    },
    operations: (ids) => {
      const found = ids.flatMap((id) => operations.find((one) => one.id === id) ?? []);
      return found.length === ids.length ? [{ kind: "entries", entries: found.map(toOperationEntry) }] : undefined;
    },
    events: () => [{ kind: "entries", entries: events.map(toEventEntry) }],
    "open-enums": () => listEnums(places, "Open enums", "Known values; others are valid, too", true),
    "closed-enums": () => listEnums(places, "Closed enums", "All values", false),
    deprecations: () => listDeprecations(reference, places),
    questions: () => [{ kind: "prose", text: writeQuestions(register) }],
    assumptions: () => listGaps(gaps, "assumed"),
    "not-shown": () => listGaps(gaps, "not-shown"),
    choices: () => listChoices(reference, control),
  };
}

function listCredentials({ credentials, operations }: Reference): Block[] {
  return credentials.flatMap(({ name, header, description, marks }): Block[] => {
    const taking = operations.filter((one) => one.credentials.some((credential) => credential.name === name));
    const takers =
      taking.length < 4
        ? joinWords(taking.map(({ id, url }) => link(code(id), url)))
        : counted(taking.length, "operation");
    return [
      { kind: "heading", level: 2, id: toAnchor(name), text: escapeMarkdown(name) },
      {
        kind: "facts",
        items: [
          ["Header", code(header)],
          ["Taken by", takers],
        ],
      },
      ...proseBlocks(description),
      ...markBlocks(marks),
    ];
  });
}

function listErrors({ operations }: Reference): Block[] {
  const all = operations.flatMap(({ id, url, responses }) =>
    responses
      .filter(({ status }) => /^[45]/.test(status))
      .map(({ status, phrase, description }) => ({
        status: `**${status}** ${phrase}`,
        description,
        place: link(code(id), `${url}#response-${status}`),
      })),
  );
  const rows = [...Map.groupBy(all, ({ status, description }) => `${status} ${description}`).values()]
    .map((same): readonly Inline[] => {
      const places = same.map(({ place }) => place);
      const where =
        places.length > 6 ? `${counted(places.length, "operation")}, such as ${places[0]}` : joinWords(places);
      return [same[0]?.status ?? "", same[0]?.description ?? "", where];
    })
    .sort(([a = ""], [b = ""]) => a.localeCompare(b));
  return makeTable("Documented errors", ["Status", "When", "Where"], rows);
}

function listEnums(places: readonly PagePlace[], label: string, values: string, isOpen: boolean): Block[] {
  const rows = new Map<object, readonly Inline[]>();
  for (const { words, url, known } of places) {
    if (known?.open !== isOpen || rows.has(known.node)) continue;
    rows.set(known.node, [link(words, url), known.values.map((value) => code(String(value))).join(", ")]);
  }
  return makeTable(label, ["Where", values], [...rows.values()]);
}

function listDeprecations({ operations, events }: Reference, places: readonly PagePlace[]): Block[] {
  const rows = [
    ...operations
      .filter(({ deprecated }) => deprecated)
      .map((one) => [code(one.id), one.url, one.description] as const),
    ...events.filter(({ deprecated }) => deprecated).map((one) => [code(one.name), one.url, one.description] as const),
    ...places
      .filter(
        ({ field }, index) => field?.deprecated && places.findIndex((one) => one.field?.node === field.node) === index,
      )
      .map(({ words, url, field }) => [words, url, field?.description ?? ""] as const),
  ];
  return makeTable(
    "Everything that is deprecated",
    ["What", "What to do"],
    rows.map(([words, url, description]) => [link(words, url), findReplacement(description)]),
  );
}

/** The part of a description that says what replaces a thing. */
function findReplacement(markdown: string): Inline {
  const [, text = markdown] = /Deprecated: ([^\n]*?\.)(?:\s|$)/.exec(joinLines(markdown)) ?? [];
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The assumptions by topic, or what is not shown by the part that it belongs to, each with the places that have it. */
function listGaps(gaps: Gaps, kind: Gap["kind"]): Block[] {
  const all = gaps.list(kind);
  const groups = Map.groupBy(all, ({ topic }) => topic);
  const makeRow = ({ id, text, spots }: Gap): TableRow => ({ id, mark: kind, cells: [text, formatSpots(spots)] });
  if (kind === "not-shown") {
    return makeGroups(
      `${all.length} in all.`,
      { label: "What is not shown", head: ["What", "Where"], prefix: "of" },
      groups,
      makeRow,
    );
  }
  const count = counted(
    all.reduce((sum, { spots }) => sum + spots.size, 0),
    "place",
  );
  const summary = `${counted(all.length, "assumption")} at ${count}.`;
  return makeGroups(summary, { label: "What we assumed", head: ["What", "Where"], prefix: "on" }, groups, makeRow);
}

function formatSpots(spots: Gap["spots"]): Inline {
  return Array.from(spots.values(), ({ place, more }) => {
    return `${link(place.words, place.url)}${more === 0 ? "" : ` (and ${more} more)`}`;
  }).join(", ");
}

/** The choices of the sandbox, by the part of the service that each concerns first. Why each was made, a running sandbox says. */
function listChoices({ operations }: Reference, { document }: Reference): Block[] {
  const choices = document["x-choices"] ?? [];
  const nameGroup = (first: string | undefined) =>
    operations.find(({ id }) => id === first)?.tag ?? (first === "every operation" ? "All operations" : "Events");
  return makeGroups(
    `${counted(choices.length, "choice")}.`,
    { label: "Choices of the sandbox", head: ["Choice", "What the sandbox does"], prefix: "choices" },
    Map.groupBy(choices, (choice) => nameGroup(choice.operations[0])),
    ({ id, chosen }) => ({ id: toAnchor(id), cells: [code(id), chosen] }),
  );
}

function makeTable(label: string, head: readonly string[], rows: readonly (readonly Inline[])[]): Block[] {
  return [{ kind: "table", label, head, rows: rows.map((cells) => ({ cells })) }];
}

/** A table whose rows are grouped, with links to the groups above it. */
function makeGroups<T>(
  summary: Inline,
  { label, head, prefix }: { label: string; head: readonly string[]; prefix: string },
  groups: ReadonlyMap<string, readonly T[]>,
  makeRow: (item: T) => TableRow,
): Block[] {
  const toId = (group: string) => `${prefix}-${toSlug(group)}`;
  const page = guideUrl(prefix === "choices" ? "sandbox-choices" : "known-gaps");
  const links = Array.from(
    groups,
    ([group, { length }]) => `${link(escapeMarkdown(group), `${page}#${toId(group)}`)} ${length}`,
  );
  const rows = Array.from(groups, ([group, items]): TableRow[] => [
    { id: toId(group), group: escapeMarkdown(group) },
    ...items.map(makeRow),
  ]);
  return [
    { kind: "line", text: `${summary} By part: ${links.join(", ")}.` },
    { kind: "table", label, head, rows: rows.flat() },
  ];
}
