// The guides: prose by hand from guides/*.md and from the README of each tool, with lists that are read out of the contract.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, posix, relative } from "node:path";
import { controlRoot, projectDirectory } from "../../shared/contract/index.ts";
import { Failure } from "../../shared/terminal/index.ts";
import { codeBlock, heading, prose } from "../blocks.ts";
import type { LinkSource } from "../links.ts";
import { type Content, type Page, parseLanguage } from "../page.ts";
import { stripMarkdown, toSlug } from "../text.ts";
import { controlUrl, guideUrl, homeUrl } from "../urls.ts";
import type { GuideLists } from "./guide-lists.ts";

/** A guide's name, title and place in the navigation. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  /** The file that it is read from, as a path in the repository. */
  readonly source: string;
}

/** The guides in the order of the navigation: what an integrator does, other languages, the tools, what the contract is, and how to keep it. */
export const guides = {
  integrate: [
    ownGuide("quickstart", "Quickstart"),
    ownGuide("authentication", "Authentication"),
    { name: "client", title: "Client", source: "src/client/README.md" },
    ownGuide("receive-events-safely", "Receive events safely"),
    ownGuide("orders-and-results", "Orders and results"),
    ownGuide("errors", "Errors"),
    ownGuide("test-with-the-sandbox", "Test with the sandbox"),
    ownGuide("pagination", "Pagination"),
    ownGuide("open-enums", "Open enums"),
    ownGuide("ci", "Use it in CI"),
  ],
  languages: [
    ownGuide("use-it-from-your-language", "Use it from your language"),
    ownGuide("python", "Python"),
    ownGuide("go", "Go"),
    ownGuide("java", "Java"),
    ownGuide("test-from-python-and-go", "Test from Python and Go"),
    { name: "openapi-3-0", title: "OpenAPI 3.0", source: "src/generate/README.md" },
  ],
  tools: [
    { name: "sandbox", title: "Sandbox", source: "src/sandbox/README.md" },
    ownGuide("sandbox-choices", "What the sandbox chooses"),
    { name: "operate", title: "Run the sandbox for a company", source: "src/sandbox/OPERATE.md" },
    { name: "mock", title: "Local mock", source: "src/mock/README.md" },
    { name: "verify", title: "Verify a server", source: "src/verify/README.md" },
    { name: "check-receiver", title: "Check a webhook receiver", source: "src/check-receiver/README.md" },
  ],
  contract: [
    ownGuide("using-these-docs", "Using these docs"),
    ownGuide("what-we-assumed", "What we assumed"),
    ownGuide("known-gaps", "Known gaps"),
    ownGuide("deprecations", "Deprecations"),
    { name: "changelog", title: "Changelog", source: "CHANGELOG.md" },
  ],
  keep: [
    { name: "conventions", title: "Contract conventions", source: "openapi/README.md" },
    { name: "breaking", title: "Breaking changes", source: "src/breaking/README.md" },
    { name: "releases", title: "Releases", source: "src/release/README.md" },
  ],
} satisfies Readonly<Record<string, readonly Guide[]>>;

const allGuides: readonly Guide[] = Object.values(guides).flat();

const homeSource = "src/site/guides/home.md";

/** The files of the repository that are on the site, with their addresses. */
const fileUrls: ReadonlyMap<string, string> = new Map([
  ...allGuides.map(({ name, source }) => [source, guideUrl(name)] as const),
  [relative(projectDirectory, controlRoot), controlUrl],
  ...["openapi.json", "openapi-3.0.json"].map((name) => [`generated/${name}`, name] as const),
]);

function ownGuide(name: string, title: string): Guide {
  return { name, title, source: `src/site/guides/${name}.md` };
}

/**
 * Reads every guide, and the first page.
 *
 * @throws {Failure} when a guide asks for a list or an example that is not there.
 */
export async function guidePages(lists: GuideLists, title: string): Promise<Page[]> {
  const home = await readGuide(homeSource, lists);
  return [
    { ...home, url: homeUrl, title, area: "home", summary: `Reference of the ${title}.` },
    ...(await Promise.all(
      allGuides.map(async ({ name, title, source }): Promise<Page> => {
        return { ...(await readGuide(source, lists)), url: guideUrl(name), title, area: "guides" };
      }),
    )),
  ];
}

/** The files of the guides, to find the lines of their links. */
export function listGuideFiles(): LinkSource[] {
  return [{ name: "", title: "", source: homeSource }, ...allGuides].map(({ name, source }) => ({
    path: join(projectDirectory, source),
    resolve: (target) => (target.startsWith("#") ? guideUrl(name) + target : (resolveLink(target, source) ?? target)),
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
  // What is left is a page that no file is written for, or a broken link: the link check says which
  return existsSync(join(projectDirectory, file)) ? undefined : target;
}

/**
 * Cuts a guide into headings, code, and between them prose.
 * A line `{{name words}}` asks for a list out of the contract.
 */
async function readGuide(source: string, lists: GuideLists): Promise<Pick<Page, "summary" | "rest">> {
  const path = join(projectDirectory, source);
  const lines = (await readFile(path, "utf8")).split("\n");
  const parts: Content[] = [];
  const slugs = new Map<string, number>();
  let summary = "";
  let text: string[] = [];
  const flush = () => {
    const paragraphs = rewriteLinks(text.join("\n").trim(), source);
    if (summary === "") summary = stripMarkdown(paragraphs.split(/\n\s*\n/)[0] ?? "");
    parts.push(prose(paragraphs));
    text = [];
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const title = /^(#{1,3}) (.+)$/.exec(line);
    const directive = /^\{\{([\w-]+)((?: \S+)*)\}\}$/.exec(line);
    const fence = /^```(\w*)(?: (.+))?$/.exec(line);
    if (title || directive || fence) flush();
    if (title) {
      const [, marks = "", words = ""] = title;
      if (marks.length === 1) continue;
      const slug = toSlug(words);
      const count = slugs.get(slug) ?? 0;
      slugs.set(slug, count + 1);
      // As on GitHub, where the same files are read
      parts.push(heading(marks.length === 2 ? 2 : 3, count === 0 ? slug : `${slug}-${count}`, words));
    } else if (directive) {
      const [, name = "", words = ""] = directive;
      const made = lists[name]?.(words.split(" ").filter((word) => word !== ""));
      if (made === undefined) {
        throw new Failure(
          `${relative(process.cwd(), path)}:${index + 1}: {{${name}${words}}} does not name anything in this contract.`,
          `Correct it; known names are ${Object.keys(lists).join(", ")}.`,
        );
      }
      parts.push(made);
    } else if (fence) {
      const end = lines.indexOf("```", index + 1);
      const [, language = "", label = ""] = fence;
      parts.push(codeBlock(label, parseLanguage(language), lines.slice(index + 1, end).join("\n")));
      index = end;
    } else text.push(line);
  }
  flush();
  return { summary, rest: parts };
}
