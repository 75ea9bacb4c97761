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
          .map(({ description, url }) => [description, code(url)]),
      ),
    "all-operations": () =>
      tags.map(({ name, description, operations: own }) =>
        own.length === 0
          ? undefined
          : [
              heading(3, toSlug(name), escapeMarkdown(name)),
              prose(description),
              entryList(own.map(writeOperationEntry)),
            ],
      ),
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

function listCredentials({ credentials }: Reference): Content {
  return credentials.map(({ name, header, description, marks, takenBy }) => {
    const takers =
      takenBy.length < 4
        ? joinWords(takenBy.map(({ id, url }) => link(code(id), url)))
        : counted(takenBy.length, "operation");
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
      .map(({ status, phrase, description, part }) => ({
        status: `**${status}** ${phrase}`,
        when: joinLines(description),
        where: link(code(id), `${url}#${part}`),
      })),
  );
  const rows = Array.from(Map.groupBy(all, ({ status, when }) => `${status} ${when}`).values(), (same) => {
    const [{ status, when, where } = { status: "", when: "", where: "" }] = same;
    const many = `${counted(same.length, "operation")}, such as ${where}`;
    return [status, when, same.length > 6 ? many : joinWords(same.map((one) => one.where))];
  });
  return table(
    "Documented errors",
    ["Status", "When", "Where"],
    rows.toSorted(([a = ""], [b = ""]) => a.localeCompare(b)),
  );
}

function listEnums(locations: readonly Location[], label: string, values: string, isOpen: boolean): Content {
  const rows = locations.flatMap(({ words, url, known }) =>
    known?.open === isOpen ? [[link(words, url), known.values.map((value) => code(String(value))).join(", ")]] : [],
  );
  return table(label, ["Where", values], rows);
}

function listDeprecations({ operations, events }: Reference, locations: readonly Location[]): Content {
  const all = [
    ...operations.map((one) => ({ ...one, words: code(one.id) })),
    ...events.map((one) => ({ ...one, words: code(one.name) })),
    // Of a node that several operations share, the last
    ...new Map(locations.filter(isField).map((location) => [location.node, location])).values(),
  ];
  const rows = all
    .filter(({ deprecated }) => deprecated)
    .map(({ words, url, description = "" }) => [link(words, url), findReplacement(description)]);
  return table("Everything that is deprecated", ["What", "What to do"], rows);
}

/** The part of a description that says what replaces a thing. */
function findReplacement(markdown: string): Inline {
  const [, text = markdown] = /Deprecated: ([^\n]*?\.)(?:\s|$)/.exec(joinLines(markdown)) ?? [];
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The assumptions by topic, in the order of the register, those that decide how one codes first, each with the locations that rest on it. */
function listAssumptions(locations: readonly Location[], register: unknown): Content {
  const byKey = Map.groupBy(
    locations.flatMap((location) => location.marks.map((mark) => ({ location, ...mark }))),
    ({ key }) => key,
  );
  const items = Array.from(readRegister(register)).flatMap(([key, { topic }]) => {
    const same = byKey.get(key) ?? [];
    return same.slice(0, 1).map(({ text, chose = text, decides = false }) => {
      // The others are one line: their sentence opens at each location
      const words = decides ? text : chose;
      const item = el("li", { id: assumedRow(key) }, words, " ", linkLocations(same.map(({ location }) => location)));
      return { decides, group: decides ? "These decide how you code" : topic, item };
    });
  });
  const sorted = items.toSorted((a, b) => Number(b.decides) - Number(a.decides));
  return makeGroups("assumption", "on", sorted);
}

/** Everything that is not shown, by the part of the contract that it belongs to. */
function listNotShown(locations: readonly Location[]): Content {
  const items = [...Map.groupBy(locations, ({ node }) => node).values()].flatMap((same) =>
    same
      .slice(0, 1)
      .flatMap(({ topic, marks }) =>
        marks
          .filter(({ kind }) => kind === "not-shown")
          .map(({ text }) => ({ group: topic, item: el("li", text, " ", linkLocations(same)) })),
      ),
  );
  return makeGroups("gap", "of", items);
}

/** More links than these fold. */
const maxLinks = 4;

/** Links to locations; of a node that several operations share, to the first. */
function linkLocations(locations: readonly Location[]): Element {
  const links = [...Map.groupBy(locations, ({ node }) => node).values()].flatMap(([first, ...others]) => {
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    return first ? `${link(first.words, first.url)}${more}` : [];
  });
  const line = el("p.limits", links.join(", "));
  return links.length > maxLinks ? el("details", el("summary", counted(links.length, "place")), line) : line;
}

/** The choices of the sandbox, by the part of the service that each concerns first. Why each was made, a running sandbox says. */
function listChoices({ operations, choices }: Reference): Content {
  const items = choices.map(({ id, operations: [first], chosen }) => ({
    group:
      operations.find((one) => one.id === first)?.tag ?? (first === "every operation" ? "All operations" : "Events"),
    item: el("li", { id: toAnchor(id) }, chosen, " ", el("p.limits", code(id))),
  }));
  return makeGroups("choice", "choices", items);
}

/** How many there are, and a list under a heading for each group. */
function makeGroups(
  noun: string,
  prefix: string,
  items: readonly { readonly group: string; readonly item: Element }[],
): Content {
  const groups = Array.from(
    Map.groupBy(items, ({ group }) => group),
    ([group, own]) => [
      heading(3, `${prefix}-${toSlug(group)}`, escapeMarkdown(group)),
      el("ul.gaps", ...own.map(({ item }) => item)),
    ],
  );
  return [el("p", `${counted(items.length, noun)}.`), groups];
}
