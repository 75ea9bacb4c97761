// The elements of a page, from which both HTML and Markdown are written.
import type { Inline } from "./inline.ts";

/** An element as HTML has it. The tag `prose` stands for paragraphs of Markdown, and its one child is their text. */
export interface Element {
  readonly tag: string;
  /** `to` is a link to a place of the site, from its root; what has `browser` is left out of the twin. */
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly children: readonly Content[];
}

/** A string is a line of Markdown, but for the text of `pre`, `script` and `option`, which stays as it is. */
export type Content = Inline | Element | undefined | readonly Content[];

/**
 * Makes an element.
 *
 * @param selector Its tag, and its class behind a dot.
 * @param first Its attributes, unless it has none: then its first child. One that is `undefined` or `false` is left out.
 */
export function el(selector: string, first?: Content | Element["attributes"], ...others: readonly Content[]): Element {
  const [tag = "", name] = selector.split(".");
  const own = name === undefined ? {} : { class: name };
  if (typeof first !== "object" || Array.isArray(first) || "tag" in first) {
    return { tag, attributes: own, children: [first as Content, ...others] };
  }
  return { tag, attributes: { ...own, ...(first as Element["attributes"]) }, children: others };
}

/** The elements of a content that a test finds, in their order. Nothing inside of one that is found is searched. */
export function findElements(content: Content, isWanted: (element: Element) => boolean): Element[] {
  if (content === undefined || typeof content === "string") return [];
  if (!("tag" in content)) return content.flatMap((one) => findElements(one, isWanted));
  return isWanted(content) ? [content] : findElements(content.children, isWanted);
}

/** One page of the site. */
export interface Page {
  readonly url: string;
  /** The group of the navigation that lists it among the guides. */
  readonly group?: string;
  readonly title: string;
  /** The page above this one. */
  readonly above?: { readonly title: string; readonly url: string };
  readonly badges?: readonly string[];
  /** One sentence on what is here, in plain words. */
  readonly summary: string;
  /** The content below the title. */
  readonly intro?: Content;
  /** Code beside the text where there is room: it stays in view. Where there is none, it comes before the rest. */
  readonly side?: Content;
  readonly rest: Content;
}
