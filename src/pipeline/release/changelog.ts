// Reads CHANGELOG.md in the form of Keep a Changelog, and turns what is unreleased into a release.

/** Headings of a release, in the order in which they are written. */
const headings = ["Breaking", "Deprecated", "Added", "Changed", "Removed", "Fixed", "Security"] as const;

/** A heading of a release. The generated entries are for four audiences and for what may concern them. */
export type Heading = (typeof headings)[number];

/** One entry: its text, without the bullet. */
export interface Entry {
  readonly heading: Heading;
  readonly text: string;
}

/** A changelog in three parts. */
export interface Changelog {
  /** Everything before the heading of the unreleased part. */
  readonly before: string;
  /** What a person wrote under `## [Unreleased]`. */
  readonly unreleased: Unreleased;
  /** The releases, newest first, and the links below them. */
  readonly after: string;
  /** The newest version that has a heading; undefined before the first release. */
  readonly latest: string | undefined;
}

/** The unreleased part. */
export interface Unreleased {
  /** What stands before the first `###`. */
  readonly opening: string;
  /** The text below each `###`, by heading as it is written. */
  readonly sections: ReadonlyMap<string, string>;
}

/** Reads a changelog; undefined when it has no `## [Unreleased]`. */
export function parseChangelog(text: string): Changelog | undefined {
  const heading = /^## \[?Unreleased\]?[ \t]*$/im.exec(text);
  if (heading === null) return undefined;
  const rest = text.slice(heading.index + heading[0].length);
  // The next release, or the links that Keep a Changelog puts last
  const end = /^(?:## |\[[^\]]+\]: )/m.exec(rest)?.index ?? rest.length;
  return {
    before: text.slice(0, heading.index),
    unreleased: parseSections(rest.slice(0, end)),
    after: rest.slice(end),
    latest: /^## \[?(\d+\.\d+\.\d+)\]?/m.exec(rest.slice(end))?.[1],
  };
}

function parseSections(text: string): Unreleased {
  const [opening = "", ...parts] = text.split(/^### /m);
  const sections = new Map<string, string>();
  for (const part of parts) {
    const [title = "", ...lines] = part.split("\n");
    const name = headings.find((known) => known.toLowerCase() === title.trim().toLowerCase()) ?? title.trim();
    const body = lines.join("\n").trim();
    const before = sections.get(name);
    if (body !== "") sections.set(name, before === undefined ? body : `${before}\n${body}`);
  }
  return { opening: opening.trim(), sections };
}

/**
 * The text of a release, without its `##` line: what a person wrote first, and below it the generated entries.
 *
 * An entry that a person has written in the same words is not repeated.
 */
export function releaseNotes({ opening, sections }: Unreleased, entries: readonly Entry[]): string {
  const own = [...sections.keys()].filter((title) => !headings.some((heading) => heading === title));
  const parts = [...headings, ...own].flatMap((title) => {
    const written = sections.get(title);
    const generated = entries
      .filter(({ heading }) => heading === title)
      .map(({ text }) => `- ${text}`)
      .filter((line) => !written?.split("\n").includes(line));
    const lines = [...(written === undefined ? [] : [written]), ...new Set(generated)];
    return lines.length === 0 ? [] : [`### ${title}\n\n${lines.join("\n")}`];
  });
  return [...(opening === "" ? [] : [opening]), ...parts].join("\n\n");
}

/**
 * The changelog after a release: an empty unreleased part, then the release.
 *
 * @param date The day of the release, as `2026-01-31`.
 */
export function withRelease({ before, after }: Changelog, version: string, date: string, notes: string): string {
  const release = `${before}## [Unreleased]\n\n## [${version}] - ${date}\n\n${notes}\n`;
  return after.trim() === "" ? release : `${release}\n${after}`;
}
