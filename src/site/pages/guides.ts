// The guides: prose by hand from guides/*.md and from the README of each tool, with lists that are read out of the contract.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, posix, relative } from "node:path";
import { controlRoot, projectDirectory } from "../../shared/contract/index.ts";
import { Failure } from "../../shared/terminal/index.ts";
import { codeBlock, heading, prose } from "../blocks.ts";
import { stripMarkdown, toSlug } from "../inline.ts";
import type { LinkSource } from "../links.ts";
import { type Area, type Content, type Page, parseLanguage } from "../page.ts";
import { controlUrl, eventsUrl, guideUrl, homeUrl, notFoundUrl, schemasUrl } from "../urls.ts";
import type { GuideLists } from "./guide-lists.ts";

/** A page that people write. */
export interface Guide {
  readonly url: string;
  readonly title: string;
  readonly area: Area;
  /** The file that it is read from, as a path in the repository. */
  readonly source: string;
}

/** The guides in the order of the navigation: what an integrator does, other languages, the tools, what the contract is, and how to keep it. */
export const guides = {
  integrate: [
    toGuide("quickstart", "Quickstart"),
    toGuide("authentication", "Authentication"),
    toGuide("client", "Client", "src/client/README.md"),
    toGuide("receive-events-safely", "Receive events safely"),
    toGuide("orders-and-results", "Orders and results"),
    toGuide("errors", "Errors"),
    toGuide("test-with-the-sandbox", "Test with the sandbox"),
    toGuide("pagination", "Pagination"),
    toGuide("open-enums", "Open enums"),
    toGuide("ci", "Use it in CI"),
  ],
  languages: [
    toGuide("use-it-from-your-language", "Use it from your language"),
    toGuide("python", "Python"),
    toGuide("go", "Go"),
    toGuide("java", "Java"),
    toGuide("test-from-python-and-go", "Test from Python and Go"),
    toGuide("openapi-3-0", "OpenAPI 3.0", "src/generate/README.md"),
  ],
  tools: [
    toGuide("sandbox", "Sandbox", "src/sandbox/README.md"),
    toGuide("sandbox-choices", "What the sandbox chooses"),
    toGuide("operate", "Run the sandbox for a company", "src/sandbox/OPERATE.md"),
    toGuide("mock", "Local mock", "src/mock/README.md"),
    toGuide("verify", "Verify a server", "src/verify/README.md"),
    toGuide("check-receiver", "Check a webhook receiver", "src/check-receiver/README.md"),
    { ...toGuide("control-plane", "Sandbox control plane"), url: controlUrl, area: "sandbox" },
  ],
  contract: [
    toGuide("using-these-docs", "Using these docs"),
    toGuide("what-we-assumed", "What we assumed"),
    toGuide("known-gaps", "Known gaps"),
    toGuide("deprecations", "Deprecations"),
    toGuide("changelog", "Changelog", "CHANGELOG.md"),
  ],
  keep: [
    toGuide("conventions", "Contract conventions", "openapi/README.md"),
    toGuide("breaking", "Breaking changes", "src/breaking/README.md"),
    toGuide("releases", "Releases", "src/release/README.md"),
  ],
} satisfies Readonly<Record<string, readonly Guide[]>>;

/** The pages around the guides: the first, the lists, and the page for addresses without one. */
const otherPages: readonly Guide[] = [
  { ...toGuide("home", "Overview"), url: homeUrl, area: "home" },
  { ...toGuide("events", "Events"), url: eventsUrl, area: "events" },
  { ...toGuide("schemas", "Schemas"), url: schemasUrl, area: "schemas" },
  { ...toGuide("not-found", "Page not found"), url: notFoundUrl, area: "home" },
];

const written: readonly Guide[] = [...Object.values(guides).flat(), ...otherPages];

/** The files of the repository that are on the site, with their addresses. */
const fileUrls: ReadonlyMap<string, string> = new Map([
  ...written.map(({ url, source }) => [source, url] as const),
  [relative(projectDirectory, controlRoot), controlUrl],
  ...["openapi.json", "openapi-3.0.json"].map((name) => [`generated/${name}`, name] as const),
]);

function toGuide(name: string, title: string, source = `src/site/guides/${name}.md`): Guide {
  return { url: guideUrl(name), title, area: "guides", source };
}

/**
 * Reads every page that people write.
 *
 * @param title The title of the first page.
 * @throws {Failure} when one names a list or an example that does not exist.
 */
export async function guidePages(lists: GuideLists, title: string): Promise<Page[]> {
  return Promise.all(
    written.map(async ({ source, ...page }): Promise<Page> => {
      return { ...page, ...(page.url === homeUrl ? { title } : {}), ...(await readGuide(source, lists)) };
    }),
  );
}

/** The files of the guides, to find the lines of their links. */
export function listGuideFiles(): LinkSource[] {
  return written.map(({ url, source }) => ({
    path: join(projectDirectory, source),
    resolve: (target) => (target.startsWith("#") ? url + target : (resolveLink(target, source) ?? target)),
  }));
}

/** Writes the links of a guide as the site has them. A file without a page on the site keeps the words of its link. */
export function rewriteLinks(markdown: string, source: string): string {
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
  const [path = "", anchor] = target.split("#");
  const file = posix.join(posix.dirname(source), path);
  const page = fileUrls.get(file);
  if (page !== undefined) return anchor === undefined ? page : `${page}#${anchor}`;
  // Either a page without a file, or a broken link: the link check says which
  return existsSync(join(projectDirectory, file)) ? undefined : target;
}

/** A heading, a line `{{name words}}` that asks for a list out of the contract, or code. */
const block = /^(#{1,3} .+|\{\{[\w-]+(?: \S+)*\}\}|```[\s\S]*?^```)$/m;

/** Cuts a guide into headings, lists and code, and between them prose. */
async function readGuide(source: string, lists: GuideLists): Promise<Pick<Page, "summary" | "rest">> {
  const path = join(projectDirectory, source);
  const pieces = (await readFile(path, "utf8")).split(block);
  const slugs: string[] = [];
  const writeBlock = (piece: string, index: number): Content => {
    const [, marks, words = ""] = /^(#+) (.+)$/.exec(piece) ?? [];
    if (marks === "#") return undefined;
    if (marks !== undefined) {
      const slug = toSlug(words);
      const before = slugs.filter((one) => one === slug).length;
      slugs.push(slug);
      // As on GitHub, where the same files are read
      return heading(marks === "##" ? 2 : 3, before === 0 ? slug : `${slug}-${before}`, words);
    }
    const [, language = "", label = "", text = ""] = /^```(\w*) ?(.*)\n([\s\S]*?)\n?```$/.exec(piece) ?? [];
    if (!piece.startsWith("{{")) return codeBlock(label, parseLanguage(language), text);
    const [name = "", ...asked] = piece.slice(2, -2).split(" ");
    const made = lists[name]?.(asked);
    if (made !== undefined) return made;
    const line = pieces.slice(0, index).join("").split("\n").length;
    throw new Failure(
      `${relative(process.cwd(), path)}:${line}: ${piece} does not name anything in this contract.`,
      `Correct it; known names are ${Object.keys(lists).join(", ")}.`,
    );
  };
  const lead = pieces.find((piece, index) => index % 2 === 0 && piece.trim() !== "") ?? "";
  return {
    summary: stripMarkdown(lead.trim().split(/\n\s*\n/)[0] ?? ""),
    // Every other piece is a block
    rest: pieces.map((piece, index) =>
      index % 2 === 0 ? prose(rewriteLinks(piece.trim(), source)) : writeBlock(piece, index),
    ),
  };
}
