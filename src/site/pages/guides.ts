// The guides: prose by hand from guides/*.md, with lists that are read out of the contract.
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { projectDirectory } from "../../contract/index.ts";
import { Failure } from "../../terminal/index.ts";
import type { Gaps } from "../gaps.ts";
import { type Block, languageOf, type Page } from "../page.ts";
import type { Reference } from "../reference.ts";
import { slugOf } from "../text.ts";
import { type GuideLists, guideLists } from "./guide-lists.ts";

/** A guide's name, title and place in the navigation. */
export interface Guide {
  readonly name: string;
  readonly title: string;
}

/** The guides in the order of the navigation. */
export const guides: readonly Guide[] = [
  { name: "getting-started-reading", title: "Start reading" },
  { name: "getting-started-consuming", title: "Start calling" },
  { name: "getting-started-mocking", title: "Start mocking" },
  { name: "authentication", title: "Authentication" },
  { name: "errors", title: "Errors" },
  { name: "pagination", title: "Pagination" },
  { name: "events", title: "Receiving events" },
  { name: "open-enums", title: "Open enums" },
  { name: "deprecations", title: "Deprecations" },
  { name: "known-gaps", title: "Known gaps" },
  { name: "changelog", title: "Changelog" },
];

const directory = join(import.meta.dirname, "..", "guides");

/**
 * Reads every guide.
 *
 * @throws {Failure} when a guide asks for a list or an example that is not there.
 */
export async function guidePages(reference: Reference, gaps: Gaps): Promise<Page[]> {
  const lists = guideLists(reference, gaps);
  return Promise.all(
    guides.map(async ({ name, title }) => {
      const file = name === "changelog" ? join(projectDirectory, "CHANGELOG.md") : join(directory, `${name}.md`);
      const { summary, blocks } = readGuide(await readFile(file, "utf8"), relative(process.cwd(), file), lists);
      return { url: `guides/${name}.html`, title, area: "guides", trail: [], badges: [], summary, blocks };
    }),
  );
}

/** Reads the prose at the top of the first page. */
export async function homeBlocks(reference: Reference, gaps: Gaps): Promise<readonly Block[]> {
  const file = join(directory, "home.md");
  return readGuide(await readFile(file, "utf8"), relative(process.cwd(), file), guideLists(reference, gaps)).blocks;
}

/**
 * Cuts a guide into blocks: headings, code, and between them prose.
 * A line `{{name words}}` stands for a list out of the contract.
 */
function readGuide(text: string, file: string, lists: GuideLists): { summary: string; blocks: Block[] } {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  let prose: string[] = [];
  let start = 1;
  let summary = "";
  const flush = () => {
    const markdown = prose.join("\n").trim();
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
          `${file}:${index + 1}: {{${name}${words}}} names nothing of this contract.`,
          `Correct it; there are ${Object.keys(lists).join(", ")}.`,
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
