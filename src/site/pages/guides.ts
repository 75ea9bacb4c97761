// The guides: prose by hand from guides/*.md and from the README of each tool, with lists that are read out of the contract.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, posix, relative } from "node:path";
import { controlRoot, projectDirectory } from "../../shared/contract/index.ts";
import { Failure } from "../../shared/terminal/index.ts";
import { codeBlock, heading, prose } from "../blocks.ts";
import { stripMarkdown, toSlug } from "../inline.ts";
import type { Page } from "../page.ts";
import { controlUrl, eventsUrl, guideUrl, homeUrl, notFoundUrl, schemasUrl } from "../urls.ts";
import type { GuideLists } from "./guide-lists.ts";

/** The guides by the groups of the navigation, in its order. Behind them, pages around the guides that it lists otherwise. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Start: [
    "quickstart",
    "authentication",
    "client",
    "receive-events-safely",
    "orders-and-results",
    "errors",
    "test-with-the-sandbox",
    "pagination",
    "open-enums",
    "ci",
  ],
  "Other languages": ["use-it-from-your-language", "python", "go", "java", "test-from-python-and-go", "openapi-3-0"],
  Tools: ["sandbox", "sandbox-choices", "operate", "mock", "verify", "check-receiver", "control-plane"],
  "About the contract": ["using-these-docs", "what-we-assumed", "known-gaps", "deprecations", "changelog"],
  "Keep the contract": ["conventions", "breaking", "releases"],
  "": ["home", "events", "schemas", "not-found"],
};

/** The files of the guides that are not in `guides/`, as paths in the repository. */
const sources: Readonly<Record<string, string>> = {
  client: "src/client/README.md",
  "openapi-3-0": "src/generate/README.md",
  sandbox: "src/sandbox/README.md",
  operate: "src/sandbox/OPERATE.md",
  mock: "src/mock/README.md",
  verify: "src/verify/README.md",
  "check-receiver": "src/check-receiver/README.md",
  changelog: "CHANGELOG.md",
  conventions: "openapi/README.md",
  breaking: "src/breaking/README.md",
  releases: "src/release/README.md",
};

/** The pages that are not under `guides/`. */
const urls: Readonly<Record<string, string>> = {
  "control-plane": controlUrl,
  home: homeUrl,
  events: eventsUrl,
  schemas: schemasUrl,
  "not-found": notFoundUrl,
};

const written = Object.entries(groups).flatMap(([group, names]) =>
  names.map((name) => ({
    group,
    url: urls[name] ?? guideUrl(name),
    source: sources[name] ?? `src/site/guides/${name}.md`,
  })),
);

/** The files of the repository that are on the site, with their addresses. */
const fileUrls: ReadonlyMap<string, string> = new Map([
  ...written.map(({ url, source }) => [source, url] as const),
  [relative(projectDirectory, controlRoot), controlUrl],
  ...["openapi.json", "openapi-3.0.json"].map((name) => [`generated/${name}`, name] as const),
]);

/**
 * Reads every page that people write.
 *
 * @param title The title of the first page, which has none of its own.
 * @throws {Failure} when one names a list or an example that does not exist.
 */
export function guidePages(lists: GuideLists, title: string): Promise<Page[]> {
  return Promise.all(
    written.map(async ({ source, ...page }) => ({ ...page, ...(await readGuide(source, lists, title)) })),
  );
}

/** A file that people write links in. */
export interface LinkSource {
  readonly path: string;
  /** Where a link of this file leads, as a path from the site's root. */
  resolve(target: string): string;
}

/** The files of the guides, to find the lines of their links. */
export function listGuideFiles(): LinkSource[] {
  return written.map(({ url, source }) => ({
    path: join(projectDirectory, source),
    resolve: (target) => (target.startsWith("#") ? url + target : (resolveLink(target, source) ?? target)),
  }));
}

/** Writes the links of a guide as the site has them. A file without a page on the site keeps the words of its link. */
function rewriteLinks(markdown: string, source: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, words: string, target: string) => {
    const url = resolveLink(target, source);
    return url === undefined ? words : url === target ? whole : `[${words}](${url})`;
  });
}

/**
 * Where a link of a guide leads on the site. In the file a link is relative to the file, so that it works in any viewer
 * of the repository; nothing when it leads to a file without a page.
 */
function resolveLink(target: string, source: string): string | undefined {
  if (/^(?:#|[a-z][a-z\d+.-]*:)/i.test(target)) return target;
  const [path = "", ...anchor] = target.split(/(?=#)/);
  const file = posix.join(posix.dirname(source), path);
  const page = fileUrls.get(file);
  if (page !== undefined) return page + anchor.join("");
  // Either a page without a file, or a broken link: the link check says which
  return existsSync(join(projectDirectory, file)) ? undefined : target;
}

/** A heading, a line `{{name words}}` that asks for a list out of the contract, or code. */
const block = /^(#{2,3} .+|\{\{[\w-]+(?: \S+)*\}\}|```[\s\S]*?^```)$/m;

/** Cuts a guide into headings, lists and code, and between them prose. */
async function readGuide(source: string, lists: GuideLists, untitled: string): Promise<Omit<Page, "url">> {
  const path = join(projectDirectory, source);
  const text = await readFile(path, "utf8");
  const [first = "", title = untitled] = /^\s*# (.+)/.exec(text) ?? [];
  const pieces = text.slice(first.length).split(block);
  const slugs: string[] = [];
  const rest = pieces.map((piece, index) => {
    // Every other piece is a block
    if (index % 2 === 0) return prose(rewriteLinks(piece.trim(), source));
    const [, marks, words = ""] = /^(#+) (.+)$/.exec(piece) ?? [];
    if (marks !== undefined) {
      const slug = toSlug(words);
      const before = slugs.filter((one) => one === slug).length;
      slugs.push(slug);
      // As on GitHub, where the same files are read
      return heading(marks === "##" ? 2 : 3, before === 0 ? slug : `${slug}-${before}`, words);
    }
    const [, language = "", label = "", code] = /^```(\w*) ?(.*)\n([\s\S]*?)\n?```$/.exec(piece) ?? [];
    if (code !== undefined) return codeBlock(label, language, code);
    const [name = "", ...asked] = piece.slice(2, -2).split(" ");
    const made = lists[name]?.(asked);
    if (made !== undefined) return made;
    const line = pieces.slice(0, index).join("").split("\n").length;
    throw new Failure(
      `${relative(process.cwd(), path)}:${line}: ${piece} does not name anything in this contract.`,
      `Correct it; known names are ${Object.keys(lists).join(", ")}.`,
    );
  });
  const lead = pieces.find((piece, index) => index % 2 === 0 && piece.trim() !== "") ?? "";
  return { title, summary: stripMarkdown(lead.trim().split(/\n\s*\n/)[0] ?? ""), rest };
}
