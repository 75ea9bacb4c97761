// Lines of lists, as several pages show them, and the parts that pages of bodies share.
import type { Mark, Shape } from "../fields.ts";
import type { Badge, Block, Entry } from "../page.ts";
import { bodyPart } from "../places.ts";
import type { BodyReference, EventReference, LinkEnd, OperationReference, ResponseReference } from "../reference.ts";
import { code, firstSentence, type Inline, link, listed, type Text } from "../text.ts";
import { guideUrl } from "../urls.ts";

/** An operation in a list. */
export function operationEntry(operation: OperationReference): Entry {
  return {
    url: operation.url,
    title: operation.title,
    method: operation.method,
    code: operation.path,
    badges: badgesOf(operation),
  };
}

/** An event in a list. */
export function eventEntry(event: EventReference): Entry {
  return {
    url: event.url,
    title: event.name,
    text: firstSentence(event.description.markdown),
    badges: badgesOf(event),
  };
}

/** What each precondition asks for, in words. */
const preconditionWords: Readonly<Record<string, Inline>> = {
  "closed-beta": "the team takes part in the closed beta",
  "opt-in": "the team has opted in",
  "enabled-per-team": "it is enabled for the team",
};

/** What has to be so before an operation or an event is there, where something has to be. */
export function preconditionFacts(preconditions: readonly string[]): [string, Inline][] {
  const words = preconditions.map((one) => preconditionWords[one] ?? code(one));
  return words.length === 0 ? [] : [["Precondition", listed(words)]];
}

const quickstart = link("Quickstart", guideUrl("quickstart"));
const ordersAndResults = link("Orders and results", guideUrl("orders-and-results"));

/** The guides that show a thing in use: by the tag of an operation, and by the first word of an event's name. */
const guidesOf: ReadonlyMap<string, Inline> = new Map([
  ...["Users", "Connections", "Providers", "Summaries"].map((tag) => [tag, quickstart] as const),
  ...["Orders", "Appointments", "Lab reports", "order", "lab_report"].map((name) => [name, ordersAndResults] as const),
  ["Events", link("Receive events safely", guideUrl("receive-events-safely"))],
]);

/** The guide that shows the operations of a tag, or an event, in use, where there is one. */
export function guideLinks(name: string): Inline[] {
  const found = guidesOf.get(name);
  return found === undefined ? [] : [found];
}

/** The words on how far an operation or event can be relied on. */
export function badgesOf({ stability, deprecated }: { stability: string | undefined; deprecated: boolean }): Badge[] {
  return [...(stability === undefined ? [] : [stability]), ...(deprecated ? ["deprecated"] : [])];
}

/** A description, where there is one. */
export function prose(text: Text | undefined): Block[] {
  return text === undefined ? [] : [{ kind: "prose", text }];
}

/** Marks, where there are any. */
export function marks(all: readonly Mark[], areShared = false): Block[] {
  return all.length === 0 ? [] : [{ kind: "marks", marks: all, areShared }];
}

/** What a value is, and its fields. */
export function shapeBlocks(shape: Shape, part: string, label: string, areShared = false): Block[] {
  return [
    ...(shape.known === undefined ? [] : [{ kind: "values", known: shape.known } as const]),
    ...marks(shape.marks, areShared),
    ...(shape.fields.length === 0 ? [] : [{ kind: "fields", part, label, fields: shape.fields } as const]),
  ];
}

/** A body: its type, its fields, and its examples to stand beside them. */
export function bodyBlocks(
  bodies: readonly BodyReference[],
  part: string,
  label: string,
  isError = false,
): { main: Block[]; side: Block[] } {
  const main = bodies.flatMap(({ mediaType, shape }, index): Block[] => [
    { kind: "line", text: `${typeLine(shape)} as ${code(mediaType)}` },
    ...shapeBlocks(shape, bodyPart(part, index), `Fields of ${label}`, isError && shape.fields.length === 0),
  ]);
  const side = bodies.flatMap(({ examples }): Block[] =>
    examples.length === 0 ? [] : [{ kind: "examples", label: `Examples of ${label}`, examples }],
  );
  return { main, side };
}

/** The ends of links at one place, a line for each name. */
export function linkLines(ends: readonly LinkEnd[], at: string, words: string): Block[] {
  const here = Map.groupBy(
    ends.filter((end) => end.at === at),
    ({ name }) => name,
  );
  return Array.from(here, ([name, all]) => ({
    kind: "line",
    text: `${code(name)} ${words} ${listed(all.map(({ otherEnd }) => otherEnd))}.`,
  }));
}

/** A response: status, meaning, body, what takes its values, and examples. */
export function responseSection(response: ResponseReference, links: readonly Block[] = []): Block {
  const { status, phrase, description, headers, bodies } = response;
  const part = `response-${status}`;
  // What is assumed of a response that is written once, such as 401, or of the body of every error, is not repeated on each page
  const areShared = response.marks.some(({ path }) => path[0] === "components");
  const { main, side } = bodyBlocks(bodies, part, `response ${status}`, /^[45]/.test(status));
  return {
    kind: "section",
    main: [
      { kind: "status", id: part, status, phrase },
      ...prose(description),
      ...marks(response.marks, areShared),
      ...(headers.length === 0
        ? []
        : [
            {
              kind: "fields",
              part: `${part}-header`,
              label: `Headers of response ${status}`,
              fields: headers,
            } as const,
          ]),
      ...main,
      ...links,
    ],
    side,
  };
}

/** The type of a value with its limits, as a phrase. */
export function typeLine({ type, limits }: Shape): Inline {
  return [type, ...limits].join(", ");
}

/** A description as one plain sentence, for a page's head. */
export function summaryOf(markdown: string): string {
  return firstSentence(markdown).replaceAll(/[`*_]|\[([^\]]*)\]\([^)]*\)/g, (_, words?: string) => words ?? "");
}
