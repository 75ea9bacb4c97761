// Lines of lists, as several pages show them, and the words that pages have in common.
import { badge, entry, method as methodLabel } from "../blocks.ts";
import { code, firstSentence, type Inline, link, stripMarkdown } from "../inline.ts";
import { type Element, el } from "../page.ts";
import type { EventReference, OperationReference, SchemaReference } from "../reference.ts";
import { controlCallUrl, guideUrl } from "../urls.ts";

/** An operation in a list. */
export function writeOperationEntry(operation: OperationReference): Element {
  const { url, title, method, path } = operation;
  return entry(url, title, listBadges(operation).map(badge), " ", methodLabel(method), " ", el("code", path));
}

/** An event in a list. */
export function writeEventEntry(event: EventReference): Element {
  const { url, name, description } = event;
  return entry(url, name, listBadges(event).map(badge), " ", el("p", firstSentence(description)));
}

/** A schema in a list. */
export function writeSchemaEntry({ name, url, description }: SchemaReference): Element {
  return entry(url, name, description && [" ", el("p", firstSentence(description))]);
}

const changeSettings = link("change its settings", controlCallUrl("changeSettings"));

/** Each precondition, in words. */
const preconditionWords: Readonly<Record<string, Inline>> = {
  "closed-beta": "The team takes part in the closed beta.",
  "enabled-per-team": `It is enabled for the team. In the sandbox, ${changeSettings}.`,
};

/** The preconditions of an operation or an event, in words. */
export function listRequirements({ preconditions }: Pick<OperationReference, "preconditions">): Inline[] {
  return preconditions.map((one) => `**Required:** ${preconditionWords[one] ?? code(one)}`);
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

/** A description as one plain sentence, for a page's head. */
export function summarize(markdown: string): string {
  return stripMarkdown(firstSentence(markdown)).replaceAll("_", "");
}
