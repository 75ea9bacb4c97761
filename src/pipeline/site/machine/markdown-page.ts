// Writes a page as Markdown: the twin that stands beside each page, for programs and for readers who prefer plain text.
import { anyKey, type Field, type KnownValues, type Mark } from "../fields.ts";
import type { Gaps } from "../gaps.ts";
import type { Block, Entry, Page, TableRow } from "../page.ts";
import { fieldAnchor } from "../places.ts";
import type { ExampleReference } from "../reference.ts";
import { code, type Inline, link, plain } from "../text.ts";
import { relativeUrl, twinUrl } from "../urls.ts";

/** What the blocks of one twin are written with. */
interface Writing {
  readonly gaps: Gaps;
  /** A text with its links as the twin has them. */
  line(text: Inline): string;
}

/** Writes the twin of a page: the same words, the same anchors and the same links. */
export function pageMarkdown(page: Page, gaps: Gaps): string {
  const badges = page.badges.length === 0 ? "" : ` (${page.badges.join(", ")})`;
  const writing: Writing = { gaps, line: (text) => withTwinLinks(text, twinUrl(page.url)) };
  const parts = [`# ${plain(page.title)}${badges}`, ...page.blocks.flatMap((block) => blockMarkdown(block, writing))];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function blockMarkdown(block: Block, writing: Writing): string[] {
  const { line } = writing;
  switch (block.kind) {
    case "heading":
      return [`${"#".repeat(block.level)} ${anchor(block.id)}${line(block.text)}`];
    case "prose":
      return [line(block.text.markdown.trim())];
    case "line":
      return [line(block.text)];
    case "endpoint":
      return [code(`${block.method} ${block.path}`)];
    case "status":
      return [`### ${anchor(block.id)}${block.status} ${block.phrase}`];
    case "facts":
      return [block.items.map(([label, text]) => `- ${label}: ${line(text)}`).join("\n")];
    case "marks":
      return block.areShared
        ? [line(block.marks.map((mark) => labelOf(mark, writing.gaps)).join(", "))]
        : [
            marksOf(block.marks, writing.gaps)
              .map((mark) => `- ${line(mark)}`)
              .join("\n"),
          ];
    case "values":
      return [valuesOf(block.known)];
    case "fields":
      return [fieldLines(block.fields, block.part, "", writing).join("\n")];
    case "examples":
      return block.examples.flatMap(exampleParts);
    case "code":
      return [...(block.label === "" ? [] : [`${plain(block.label)}:`]), fenced(block.text, block.language)];
    case "samples":
      return block.samples.flatMap((one) => blockMarkdown(one, writing));
    case "entries":
      return [block.entries.map((entry) => line(entryLine(entry))).join("\n")];
    case "table":
      return [line(tableOf(block.head, block.rows))];
    case "section":
      return [...block.main, ...block.side].flatMap((one) => blockMarkdown(one, writing));
    case "try-it":
      return [];
  }
}

/** An anchor as Markdown carries it: in HTML, since it has no form of its own. */
function anchor(id: string): string {
  return `<a id="${id}"></a>`;
}

/** Marks, each with the way to its row among the known gaps. */
function marksOf(marks: readonly Mark[], gaps: Gaps): Inline[] {
  return marks.flatMap((mark) => {
    const label = labelOf(mark, gaps);
    return gaps.isShared(mark) ? [`**${label}**`] : mark.texts.map((text) => `**${label}:** ${flat(text)}`);
  });
}

function labelOf(mark: Mark, gaps: Gaps): Inline {
  return link(mark.label, gaps.urlOf(mark));
}

function valuesOf({ values, open }: KnownValues): Inline {
  const list = values.map((value) => code(String(value))).join(", ");
  return open ? `Known values, others are valid, too: ${list}.` : `One of: ${list}.`;
}

function fieldLines(fields: readonly Field[], part: string, indent: string, writing: Writing): string[] {
  return fields.flatMap((field) => {
    const { shape } = field;
    const words = [
      shape.type,
      ...(field.required ? ["required"] : []),
      ...(field.deprecated ? ["deprecated"] : []),
      ...shape.limits,
      ...(shape.default === undefined ? [] : [`default ${code(JSON.stringify(shape.default))}`]),
    ].join(", ");
    const said = [
      flat(field.description?.markdown ?? ""),
      ...(shape.known === undefined ? [] : [valuesOf(shape.known)]),
      ...marksOf(shape.marks, writing.gaps),
    ];
    const name = field.name === anyKey ? "any key" : code(field.name);
    const text = `${indent}- ${anchor(fieldAnchor(part, field))}${name} (${words}): ${said.filter((part) => part !== "").join(" ")}`;
    return [writing.line(text), ...fieldLines(shape.fields, part, `${indent}  `, writing)];
  });
}

function exampleParts({ name, summary, description, value }: ExampleReference): string[] {
  return [
    `Example ${code(name)}${summary === undefined ? "" : `: ${plain(summary)}`}`,
    ...(description === undefined ? [] : [description]),
    fenced(JSON.stringify(value, null, 2), "json"),
  ];
}

function entryLine({ url, title, method, code: path, text, badges = [] }: Entry): Inline {
  const call = path === undefined ? "" : ` ${code(`${method ?? ""} ${path}`.trim())}`;
  const marks = badges.length === 0 ? "" : ` (${badges.join(", ")})`;
  return `- [${plain(title)}](<${url}>)${call}${marks}${text === undefined ? "" : `: ${flat(text)}`}`;
}

function tableOf(head: readonly string[], rows: readonly TableRow[]): string {
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell) => flat(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  const cellsOf = (row: TableRow): readonly string[] => {
    if ("group" in row) return head.map((_, index) => (index === 0 ? `${anchor(row.id)}**${row.group}**` : ""));
    return row.cells.map((cell, index) => (index === 0 && row.id !== undefined ? anchor(row.id) + cell : cell));
  };
  return [lineOf(head), lineOf(head.map(() => "---")), ...rows.map(cellsOf).map(lineOf)].join("\n");
}

function fenced(text: string, language: string): string {
  return `\`\`\`${language === "text" ? "" : language}\n${text}\n\`\`\``;
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Links of a page lead to pages; those of its twin lead to twins. */
function withTwinLinks(text: string, twin: string): string {
  return text.replaceAll(/\]\(<?([^)>\s]+)>?\)/g, (whole, target: string) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith("#")) return whole;
    return `](${relativeUrl(twin, twinUrl(target))})`;
  });
}
