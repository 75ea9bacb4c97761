// Text of the site: Markdown that remembers where it was written, and how plain words and code become Markdown.

/** A path into the bundle, such as `["components", "schemas", "User"]`. */
export type BundlePath = readonly (string | number)[];

/** Where a text was written: in the contract, in the description of the control plane, or on a line of a guide. */
export type Origin =
  | { readonly in: "contract" | "control"; readonly path: BundlePath }
  | { readonly in: "file"; readonly file: string; readonly line: number };

/** A text in Markdown, with the place that a broken link in it is reported at. */
export interface Text {
  readonly markdown: string;
  readonly origin: Origin;
}

/** A line of Markdown that this room writes itself. Its links are paths from the site's root. */
export type Inline = string;

/** Escapes plain text, such as a summary of the contract, for Markdown. */
export function plain(words: string): Inline {
  return words.replace(/[\\`*_[\]<>&#|~!]/g, "\\$&").replace(/\s+/g, " ");
}

/** A value as inline code, whatever it holds. */
export function code(value: string): Inline {
  const longest = Math.max(0, ...(value.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = value.startsWith("`") || value.endsWith("`") || value === "" ? " " : "";
  return `${fence}${space}${value.replace(/\s+/g, " ")}${space}${fence}`;
}

/** A link to a page of the site, or to a place on it. */
export function link(words: Inline, url: string): Inline {
  return `[${words}](<${url}>)`;
}

/** Joins words as a sentence does: `a`, `b` and `c`. */
export function listed(words: readonly Inline[], and = "and"): Inline {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;
}

/** The first sentence of a text, for lists and previews. */
export function firstSentence(markdown: string): Inline {
  const [paragraph = ""] = markdown.trim().split(/\n\s*\n/);
  const flat = paragraph.replace(/\s+/g, " ");
  return /^.*?[.?!](?=\s+[A-Z`"(]|$)/.exec(flat)?.[0] ?? flat;
}

/** Words as part of an address: `Lab tests` is `lab-tests`. */
export function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\w]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** A name as part of an anchor: no space, nothing that a URL or HTML would read otherwise. */
export function anchorOf(name: string): string {
  return encodeURIComponent(name)
    .replaceAll("%", "_")
    .replace(/[!'()*]/g, "_");
}
