// The guides: prose by hand from guides/*.md and from the README of each tool, with lists that are read out of the contract.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, posix, relative } from "node:path";
import { controlRoot, projectDirectory } from "../../../tools/contract/index.ts";
import { Failure } from "../../../tools/terminal/index.ts";
import { type Block, languageOf, type Page } from "../page.ts";
import { slugOf } from "../text.ts";
import { controlUrl, guideUrl } from "../urls.ts";
import type { GuideLists } from "./guide-lists.ts";

/** A guide's name, title and place in the navigation. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  /** The file that it is read from, as a path in the repository. */
  readonly source: string;
}

/** The guides in the order of the navigation: what a reader does, other languages, the tools, and what the contract is. */
export const guides = {
  tasks: [
    ownGuide("quickstart", "Quickstart"),
    ownGuide("authentication", "Authentication"),
    { name: "client", title: "Client", source: "src/package/client/README.md" },
    ownGuide("receive-events-safely", "Receive events safely"),
    ownGuide("orders-and-results", "Orders and results"),
    ownGuide("errors", "Errors"),
    ownGuide("pagination", "Pagination"),
    ownGuide("open-enums", "Open enums"),
    ownGuide("test-with-the-sandbox", "Test with the sandbox"),
    ownGuide("ci", "Use it in CI"),
  ],
  languages: [
    ownGuide("use-it-from-your-language", "Use it from your language"),
    ownGuide("python", "Python"),
    ownGuide("go", "Go"),
    ownGuide("java", "Java"),
    ownGuide("test-from-python-and-go", "Test from Python and Go"),
    { name: "openapi-3-0", title: "OpenAPI 3.0", source: "src/pipeline/generate/README.md" },
  ],
  tools: [
    { name: "mock", title: "Local mock", source: "src/pipeline/mock/README.md" },
    { name: "sandbox", title: "Sandbox", source: "src/tools/sandbox/README.md" },
    ownGuide("sandbox-choices", "What the sandbox chooses"),
    { name: "operate", title: "Run the sandbox for a company", source: "src/tools/sandbox/OPERATE.md" },
    { name: "verify", title: "Verify a server", source: "src/tools/verify/README.md" },
    { name: "check-receiver", title: "Check a webhook receiver", source: "src/tools/check-receiver/README.md" },
    { name: "breaking", title: "Breaking changes", source: "src/tools/breaking/README.md" },
    { name: "breaking-measured", title: "How the gate was measured", source: "src/tools/breaking/MEASURED.md" },
  ],
  contract: [
    ownGuide("using-these-docs", "Using these docs"),
    ownGuide("known-gaps", "Known gaps"),
    ownGuide("deprecations", "Deprecations"),
    { name: "conventions", title: "Contract conventions", source: "openapi/README.md" },
    { name: "learn", title: "Check the assumptions", source: "src/pipeline/learn/README.md" },
    { name: "releases", title: "Releases", source: "src/pipeline/release/README.md" },
    { name: "changelog", title: "Changelog", source: "CHANGELOG.md" },
  ],
} satisfies Readonly<Record<string, readonly Guide[]>>;

const allGuides: readonly Guide[] = Object.values(guides).flat();

/** The files of the repository that are on the site, with their addresses. */
const pagesOfFiles: ReadonlyMap<string, string> = new Map([
  ...allGuides.map(({ name, source }) => [source, guideUrl(name)] as const),
  [relative(projectDirectory, controlRoot), controlUrl],
  ...["openapi.json", "openapi-3.0.json"].map((name) => [`generated/${name}`, name] as const),
]);

function ownGuide(name: string, title: string): Guide {
  return { name, title, source: `src/pipeline/site/guides/${name}.md` };
}

/**
 * Reads every guide.
 *
 * @throws {Failure} when a guide asks for a list or an example that is not there.
 */
export async function guidePages(lists: GuideLists): Promise<Page[]> {
  return Promise.all(
    allGuides.map(async ({ name, title, source }) => {
      const { summary, blocks } = await readGuide(source, lists);
      return { url: guideUrl(name), title, area: "guides", trail: [], badges: [], summary, blocks };
    }),
  );
}

/** Reads the prose at the top of the first page. */
export async function homeBlocks(lists: GuideLists): Promise<readonly Block[]> {
  return (await readGuide("src/pipeline/site/guides/home.md", lists)).blocks;
}

/**
 * Writes the links of a guide as the site has them. In the file a link is relative to the file, so that it works in
 * any viewer of the repository. A file without a page on the site keeps the words of its link.
 */
export function withSiteLinks(markdown: string, source: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, words: string, target: string) => {
    if (/^(?:#|[a-z][a-z\d+.-]*:)/i.test(target)) return whole;
    const [path = "", anchor] = target.split("#");
    const file = posix.join(posix.dirname(source), path);
    const page = pagesOfFiles.get(file);
    if (page !== undefined) return `[${words}](${page}${anchor === undefined ? "" : `#${anchor}`})`;
    // What is left is a page that no file is written for, or a broken link: the link check says which
    return existsSync(join(projectDirectory, file)) ? words : whole;
  });
}

/**
 * Cuts a guide into blocks: headings, code, and between them prose.
 * A line `{{name words}}` stands for a list out of the contract.
 */
async function readGuide(source: string, lists: GuideLists): Promise<{ summary: string; blocks: Block[] }> {
  const path = join(projectDirectory, source);
  const file = relative(process.cwd(), path);
  const text = await readFile(path, "utf8");
  const blocks: Block[] = [];
  const lines = text.split("\n");
  let prose: string[] = [];
  let start = 1;
  let summary = "";
  const flush = () => {
    const markdown = withSiteLinks(prose.join("\n").trim(), source);
    if (markdown !== "") {
      summary ||=
        markdown
          .split(/\n\s*\n/)[0]
          ?.replaceAll(/\s+/g, " ")
          .replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, "$1") ?? "";
      blocks.push({ kind: "prose", text: { markdown, origin: { in: "file", file, line: start } } });
    }
    prose = [];
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const heading = /^(#{1,3}) (.+)$/.exec(line);
    const directive = /^\{\{([\w-]+)((?: \S+)*)\}\}$/.exec(line);
    const fence = /^```(\w*)(?: (.+))?$/.exec(line);
    if (heading || directive || fence) flush();
    if (heading) {
      const [, marks = "", words = ""] = heading;
      if (marks.length === 1) continue;
      const level = marks.length === 2 ? 2 : 3;
      blocks.push({ kind: "heading", level, id: slugOf(words), text: words });
    } else if (directive) {
      const [, name = "", words = ""] = directive;
      const list = lists[name];
      const made = list?.(
        words
          .trim()
          .split(" ")
          .filter((word) => word !== ""),
      );
      if (made === undefined) {
        throw new Failure(
          `${file}:${index + 1}: {{${name}${words}}} does not name anything in this contract.`,
          `Correct it; known names are ${Object.keys(lists).join(", ")}.`,
        );
      }
      blocks.push(...made);
    } else if (fence) {
      const end = lines.indexOf("```", index + 1);
      const [, language = "", label = ""] = fence;
      const body = lines.slice(index + 1, end).join("\n");
      blocks.push({ kind: "code", label, language: languageOf(language), text: body });
      index = end;
    } else {
      if (prose.length === 0) start = index + 1;
      prose.push(line);
    }
  }
  flush();
  return { summary, blocks };
}
