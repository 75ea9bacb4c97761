// The lists inside guides that are read out of the contract, each under the name that a guide asks for it by.
import { readRegister } from "../../shared/contract/index.ts";
import { counted } from "../../shared/terminal/index.ts";
import { assumedRow, entryList, examples, facts, heading, prose, table, writeMark } from "../blocks.ts";
import { code, escapeMarkdown, type Inline, joinLines, joinWords, link, toAnchor, toSlug } from "../inline.ts";
import { isField, type Location } from "../locations.ts";
import { type Content, type Element, el } from "../page.ts";
import { writeQuestions } from "../questions.ts";
import type { Reference } from "../reference.ts";
import { writeControlCalls } from "./control-calls.ts";
import { writeEventEntry, writeOperationEntry, writeSchemaEntry } from "./lists.ts";

/** Makes a list; undefined when an argument names nothing. */
export type GuideLists = Readonly<Record<string, (words: readonly string[]) => Content>>;

/** The lists, by name. @param register The content of the register of assumptions. */
export function makeGuideLists(reference: Reference, locations: readonly Location[], register: unknown): GuideLists {
  const { document, operations, events, schemas, tags } = reference;
  return {
    addresses: () =>
      facts(
        (operations[0]?.servers ?? [])
          // The mock is a tool of its own
          .filter(({ description }) => description !== "Local mock")
          .map(({ description, url }) => [description, code(url)] as const),
      ),
    "all-operations": () =>
      tags
        .filter((tag) => tag.operations.length > 0)
        .map((tag) => [
          heading(3, toSlug(tag.name), escapeMarkdown(tag.name)),
          prose(tag.description),
          entryList(tag.operations.map(writeOperationEntry)),
        ]),
    credentials: () => listCredentials(reference),
    errors: () => listErrors(reference),
    example: ([name = ""]) => {
      const example = document.components.examples?.[name];
      return example && examples([{ ...example, name }]);
    },
    operations: (ids) => {
      const found = ids.flatMap((id) => operations.find((one) => one.id === id) ?? []);
      return found.length === ids.length ? entryList(found.map(writeOperationEntry)) : undefined;
    },
    events: ([kind]) =>
      entryList(events.filter(({ deprecated }) => deprecated === (kind === "deprecated")).map(writeEventEntry)),
    schemas: () => entryList(schemas.toSorted((a, b) => a.name.localeCompare(b.name)).map(writeSchemaEntry)),
    "control-calls": () => writeControlCalls(reference),
    "open-enums": () => listEnums(locations, "Open enums", "Known values; others are valid, too", true),
    "closed-enums": () => listEnums(locations, "Closed enums", "All values", false),
    deprecations: () => listDeprecations(reference, locations),
    questions: () => prose(writeQuestions(register)),
    assumptions: () => listAssumptions(locations, register),
    "not-shown": () => listNotShown(locations),
    choices: () => listChoices(reference),
  };
}

function listCredentials({ credentials, operations }: Reference): Content {
  return credentials.map(({ name, header, description, marks }) => {
    const taking = operations.filter((one) => one.credentials.some((credential) => credential.name === name));
    const takers =
      taking.length < 4
        ? joinWords(taking.map(({ id, url }) => link(code(id), url)))
        : counted(taking.length, "operation");
    return [
      heading(2, toAnchor(name), escapeMarkdown(name)),
      facts([
        ["Header", code(header)],
        ["Taken by", takers],
      ]),
      prose(description),
      marks.map((mark) => el("p", writeMark(mark))),
    ];
  });
}

function listErrors({ operations }: Reference): Content {
  const all = operations.flatMap(({ id, url, responses }) =>
    responses
      .filter(({ status }) => /^[45]/.test(status))
      .map(({ status, phrase, description }) => ({
        status: `**${status}** ${phrase}`,
        description,
        location: link(code(id), `${url}#response-${status}`),
      })),
  );
  const rows = [...Map.groupBy(all, ({ status, description }) => `${status} ${description}`).values()]
    .map((same): readonly Inline[] => {
      const locations = same.map(({ location }) => location);
      const where =
        locations.length > 6
          ? `${counted(locations.length, "operation")}, such as ${locations[0]}`
          : joinWords(locations);
      return [same[0]?.status ?? "", joinLines(same[0]?.description ?? ""), where];
    })
    .sort(([a = ""], [b = ""]) => a.localeCompare(b));
  return table("Documented errors", ["Status", "When", "Where"], rows);
}

function listEnums(locations: readonly Location[], label: string, values: string, isOpen: boolean): Content {
  const rows = locations.flatMap(({ words, url, known }) =>
    known?.open === isOpen ? [[link(words, url), known.values.map((value) => code(String(value))).join(", ")]] : [],
  );
  return table(label, ["Where", values], rows);
}

function listDeprecations({ operations, events }: Reference, locations: readonly Location[]): Content {
  const rows = [
    ...operations.map((one) => ({ ...one, words: code(one.id) })),
    ...events.map((one) => ({ ...one, words: code(one.name) })),
    ...[...new Map(locations.filter(isField).map((location) => [location.node, location])).values()],
  ].filter(({ deprecated }) => deprecated);
  return table(
    "Everything that is deprecated",
    ["What", "What to do"],
    rows.map(({ words, url, description = "" }) => [link(words, url), findReplacement(description)]),
  );
}

/** The part of a description that says what replaces a thing. */
function findReplacement(markdown: string): Inline {
  const [, text = markdown] = /Deprecated: ([^\n]*?\.)(?:\s|$)/.exec(joinLines(markdown)) ?? [];
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The assumptions by topic, in the order of the register, those that decide how one codes first, each with the locations that rest on it. */
function listAssumptions(locations: readonly Location[], register: unknown): Content {
  const assumed = locations.flatMap((location) => location.marks.map((mark) => ({ location, mark })));
  const byKey = Map.groupBy(assumed, ({ mark }) => mark.key);
  const items = Array.from(readRegister(register)).flatMap(([key, { topic }]) => {
    const same = byKey.get(key) ?? [];
    return same.slice(0, 1).map(({ mark: { text, chose = text, decides = false } }) => {
      // The others are one line: their sentence opens at each location
      const where = linkLocations(same.map(({ location }) => location));
      const item = el("li", { id: assumedRow(key) }, decides ? text : chose, " ", where);
      return { decides, group: decides ? "These decide how you code" : topic, item };
    });
  });
  return makeGroups(
    counted(items.length, "assumption"),
    "on",
    items.toSorted((a, b) => Number(b.decides) - Number(a.decides)),
  );
}

/** Everything that is not shown, by the part of the contract that it belongs to. */
function listNotShown(locations: readonly Location[]): Content {
  const items = Array.from(Map.groupBy(locations, ({ node }) => node).values(), (same) =>
    (same[0]?.marks ?? [])
      .filter(({ kind }) => kind === "not-shown")
      .map(({ text }) => ({
        group: same[0]?.topic ?? "",
        item: el("li", text, " ", linkLocations(same)),
      })),
  ).flat();
  return makeGroups(counted(items.length, "gap"), "of", items);
}

/** More links than these fold. */
const maxLinks = 4;

/** Links to locations; of a node that several operations share, to the first. */
function linkLocations(locations: readonly Location[]): Element {
  const links = Array.from(Map.groupBy(locations, ({ node }) => node).values(), ([first, ...others]) => {
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    return first === undefined ? "" : `${link(first.words, first.url)}${more}`;
  });
  const line = el("p.limits", links.join(", "));
  return links.length > maxLinks ? el("details", el("summary", counted(links.length, "place")), line) : line;
}

/** The choices of the sandbox, by the part of the service that each concerns first. Why each was made, a running sandbox says. */
function listChoices({ operations, choices }: Reference): Content {
  const nameGroup = (first: string | undefined) =>
    operations.find(({ id }) => id === first)?.tag ?? (first === "every operation" ? "All operations" : "Events");
  return makeGroups(
    counted(choices.length, "choice"),
    "choices",
    choices.map(({ id, operations: [first], chosen }) => ({
      group: nameGroup(first),
      item: el("li", { id: toAnchor(id) }, chosen, " ", el("p.limits", code(id))),
    })),
  );
}

/** A list under a heading for each group. */
function makeGroups(
  count: string,
  prefix: string,
  items: readonly { readonly group: string; readonly item: Element }[],
): Content {
  return [
    el("p", `${count}.`),
    Array.from(
      Map.groupBy(items, ({ group }) => group),
      ([group, own]) => [
        heading(3, `${prefix}-${toSlug(group)}`, escapeMarkdown(group)),
        el("ul.gaps", ...own.map(({ item }) => item)),
      ],
    ),
  ];
}
