// Text of the site is Markdown whose links are paths from the site's root. Here plain words and code become Markdown, and parts of an address.

/** A line of Markdown. */
export type Inline = string;

/** Escapes plain text, such as a summary of the contract, for Markdown. */
export function escapeMarkdown(words: string): Inline {
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

/** Joins words as a sentence does: `a`, `b` and `c`, or with "or". */
export function joinWords(words: readonly Inline[], type: "conjunction" | "disjunction" = "conjunction"): Inline {
  return new Intl.ListFormat("en-GB", { type }).format(words);
}

/** The first sentence of a text, for lists and previews. */
export function firstSentence(markdown: string): Inline {
  const [paragraph = ""] = markdown.trim().split(/\n\s*\n/);
  const flat = joinLines(paragraph);
  return /^.*?[.?!](?=\s+[A-Z`"(]|$)/.exec(flat)?.[0] ?? flat;
}

/** A text of Markdown as words: links by their words, no signs of emphasis and code. */
export function stripMarkdown(markdown: string): string {
  return joinLines(markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/\\(?=[^\w\s])|[`*]/g, ""));
}

/** A text in one line. */
export function joinLines(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Words as part of an address: `Lab tests` is `lab-tests`. */
export function toSlug(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[^\w]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** A name as part of an anchor: no space, nothing that a URL or HTML would read otherwise. */
export function toAnchor(name: string): string {
  return encodeURIComponent(name)
    .replaceAll("%", "_")
    .replace(/[!'()*]/g, "_");
}
