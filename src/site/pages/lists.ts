// Lines of lists, as several pages show them, and the parts that pages of bodies share.
import type { Mark } from "../fields.ts";
import type { Block, Entry } from "../page.ts";
import type { BodyReference, EventReference, OperationReference, ResponseReference } from "../reference.ts";
import { code, firstSentence, type Inline, joinWords, link, stripMarkdown } from "../text.ts";
import { controlOperationUrl, guideUrl } from "../urls.ts";

/** An operation in a list. */
export function toOperationEntry(operation: OperationReference): Entry {
  const { url, title, method, path } = operation;
  return { url, title, method, code: path, badges: listBadges(operation) };
}

/** An event in a list. */
export function toEventEntry(event: EventReference): Entry {
  const { url, name, description } = event;
  return { url, title: name, text: firstSentence(description), badges: listBadges(event) };
}

const changeSettings = link("change its settings", controlOperationUrl("simulateSettingsChanged"));

/** What each precondition asks for, in words. */
const preconditionWords: Readonly<Record<string, Inline>> = {
  "closed-beta": "the team takes part in the closed beta",
  "enabled-per-team": `it is enabled for the team (to enable it at the sandbox, ${changeSettings})`,
};

/** What an operation or an event requires of the team. */
export function listPreconditions(preconditions: readonly string[]): [string, Inline][] {
  const words = preconditions.map((one) => preconditionWords[one] ?? code(one));
  return words.length === 0 ? [] : [["Precondition", joinWords(words)]];
}

const quickstart = link("Quickstart", guideUrl("quickstart"));
const ordersAndResults = link("Orders and results", guideUrl("orders-and-results"));

/** The guides that show a thing in use: by the tag of an operation, and by the first word of an event's name. */
const guidesByName: ReadonlyMap<string, Inline> = new Map([
  ...["Users", "Connections", "Providers", "Summaries"].map((tag) => [tag, quickstart] as const),
  ...["Orders", "Appointments", "Lab reports", "order", "lab_report"].map((name) => [name, ordersAndResults] as const),
  ["Events", link("Receive events safely", guideUrl("receive-events-safely"))],
]);

/** The guide that shows the operations of a tag, or an event, in use, where there is one. */
export function findGuides(...names: readonly string[]): Inline[] {
  return names.flatMap((name) => guidesByName.get(name) ?? []);
}

/** The words on how far an operation or event can be relied on. */
export function listBadges({ stability, deprecated }: Pick<OperationReference, "stability" | "deprecated">): string[] {
  return [...(stability === undefined ? [] : [stability]), ...(deprecated ? ["deprecated"] : [])];
}

/** A description, where there is one. */
export function proseBlocks(text: string | undefined): Block[] {
  return text === undefined ? [] : [{ kind: "prose", text }];
}

/** Marks that are shown with their words, where there are any. */
export function markBlocks(marks: readonly Mark[]): Block[] {
  return marks.length === 0 ? [] : [{ kind: "marks", marks }];
}

/** What a page begins with: the description, its marks, and the facts that are known. */
export function introBlocks(
  description: string | undefined,
  marks: readonly Mark[],
  facts: readonly (readonly [string, Inline])[],
): Block[] {
  const items = facts.filter(([, text]) => text !== "");
  return [...proseBlocks(description), ...markBlocks(marks), { kind: "facts", items }];
}

/** A body in each of its media types: its type and its fields. */
export function bodyBlocks(bodies: readonly BodyReference[], part: string, label: string): Block[] {
  return bodies.flatMap(({ mediaType, shape }, index): Block[] => {
    // A second media type has anchors of its own
    const own = index === 0 ? part : `${part}-${index + 1}`;
    const { fields } = shape;
    return [
      { kind: "body", part: own, hasAnchor: index === 0, mediaType, shape },
      ...(fields.length === 0 ? [] : [{ kind: "fields", part: own, label: `Fields of ${label}`, fields } as const]),
    ];
  });
}

/** The examples of a body, for the column beside the text. */
export function exampleBlocks(bodies: readonly BodyReference[], label: string, isOpen = false): Block[] {
  return bodies.flatMap(({ examples }): Block[] =>
    examples.length === 0 ? [] : [{ kind: "examples", label, examples, isOpen }],
  );
}

/** The responses of an operation or an event: status, meaning, headers, body, and what takes its values. */
export function responseBlocks(responses: readonly ResponseReference[], title: string): Block[] {
  return [
    { kind: "heading", level: 2, id: "responses", text: title },
    ...responses.flatMap(({ status, phrase, description, headers, bodies, marks, takenBy }): Block[] => {
      const part = `response-${status}`;
      const label = `Headers of response ${status}`;
      return [
        { kind: "status", id: part, status, phrase, marks },
        ...proseBlocks(description),
        ...(headers.length === 0 ? [] : [{ kind: "fields", part: `${part}-header`, label, fields: headers } as const]),
        ...bodyBlocks(bodies, part, `response ${status}`),
        ...Array.from(takenBy, ([field, takers]) => {
          return { kind: "line", text: `${code(field)} is taken by ${joinWords(takers)}.` } as const;
        }),
      ];
    }),
  ];
}

/** A description as one plain sentence, for a page's head. */
export function summarize(markdown: string): string {
  return stripMarkdown(firstSentence(markdown)).replaceAll("_", "");
}
