// Writes a page as Markdown: the twin of each page, for programs and for readers who prefer plain text.
import { anyKey, type Field, type KnownValues, type Mark } from "../fields.ts";
import type { Gaps } from "../gaps.ts";
import { labelMark, uniqueMarks } from "../marks.ts";
import { type Block, type Entry, type Page, type TableRow, toFieldAnchor } from "../page.ts";
import type { ExampleReference } from "../reference.ts";
import { code, escapeMarkdown, type Inline, joinLines, link } from "../text.ts";
import { relativeUrl, twinUrl } from "../urls.ts";

/** What the blocks of one twin are written with. */
interface Writing {
  readonly gaps: Gaps;
  /** Rewrites the links of a text as the twin has them. */
  line(text: Inline): string;
}

/** Writes the twin of a page: the same words, anchors and links, with the words of each mark below the part that has it. */
export function writeMarkdown(page: Page, gaps: Gaps): string {
  const badges = page.badges.length === 0 ? "" : ` (${page.badges.join(", ")})`;
  const writing: Writing = { gaps, line: (text) => rewriteLinks(text, twinUrl(page.url)) };
  const parts = [
    `# ${escapeMarkdown(page.title)}${badges}`,
    ...page.blocks.flatMap((block) => writeBlock(block, writing)),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function writeBlock(block: Block, writing: Writing): string[] {
  const { line } = writing;
  switch (block.kind) {
    case "heading":
      return [`${"#".repeat(block.level)} ${anchor(block.id)}${line(block.text)}`];
    case "prose":
      return [line(block.text.trim())];
    case "line":
      return [line(block.text)];
    case "endpoint":
      return [code(`${block.method} ${block.path}`)];
    case "status":
      return [
        `### ${anchor(block.id)}${joinLines(`${block.status} ${block.phrase}`)}`,
        writeMarks(block.marks, "", writing).join("\n"),
      ];
    case "facts":
      return [block.items.map(([label, text]) => `- ${label}: ${line(text)}`).join("\n")];
    case "marks":
      return [writeMarks(block.marks, "", writing).join("\n")];
    case "values":
      return [writeValues(block.known)];
    case "body": {
      const { type, limits, known, marks } = block.shape;
      const words = `${[type, ...limits].join(", ")} as ${code(block.mediaType)}`;
      return [
        (block.hasAnchor ? "" : anchor(block.part)) + line(words),
        writeMarks(marks, "", writing).join("\n"),
        ...(known === undefined ? [] : [writeValues(known)]),
      ];
    }
    case "fields":
      return [writeFields(block.fields, block.part, "", writing).join("\n")];
    case "examples":
      return block.examples.flatMap((example) => writeExample(block.label, example));
    case "code":
      return [...(block.label === "" ? [] : [`${escapeMarkdown(block.label)}:`]), fence(block.text, block.language)];
    case "samples":
      return block.samples.flatMap((one) => writeBlock(one, writing));
    case "entries":
      return [block.entries.map((entry) => line(writeEntry(entry))).join("\n")];
    case "table":
      return [line(writeTable(block.head, block.rows))];
    case "columns":
      return [block.main, block.side, block.rest].flat().flatMap((one) => writeBlock(one, writing));
    case "try-it":
      return [];
  }
}

/** An anchor as Markdown carries it: in HTML, since it has no form of its own. */
function anchor(id: string): string {
  return `<a id="${id}"></a>`;
}

function writeValues({ values, open }: KnownValues): Inline {
  const list = values.map((value) => code(String(value))).join(", ");
  return open ? `Known values, others are valid, too: ${list}.` : `One of: ${list}.`;
}

function writeFields(fields: readonly Field[], part: string, indent: string, writing: Writing): string[] {
  return fields.flatMap((field) => {
    const { shape } = field;
    const words = [
      shape.type,
      ...(field.required ? ["required"] : []),
      ...(field.deprecated ? ["deprecated"] : []),
      ...shape.limits,
      ...(shape.default === undefined ? [] : [`default ${code(JSON.stringify(shape.default))}`]),
    ].join(", ");
    const known = shape.known === undefined ? "" : ` ${writeValues(shape.known)}`;
    const name = field.name === anyKey ? "any key" : code(field.name);
    const text = `${name} (${words}): ${joinLines(field.description ?? "")}${known}`;
    const line = writing.line(`${indent}- ${anchor(toFieldAnchor(part, field))}${text}`);
    return [
      line.trimEnd(),
      ...writeMarks(shape.marks, `${indent}  `, writing),
      ...writeFields(shape.fields, part, `${indent}  `, writing),
    ];
  });
}

/** The words of marks, each with the way to its row among the known gaps. */
function writeMarks(marks: readonly Mark[], indent: string, { gaps, line }: Writing): string[] {
  return uniqueMarks(marks).map((mark) =>
    line(`${indent}- **${link(labelMark(mark), gaps.findUrl(mark))}:** ${joinLines(mark.text)}`),
  );
}

function writeExample(label: string, { name, summary, description, value }: ExampleReference): string[] {
  return [
    `${escapeMarkdown(label)} ${code(name)}${summary === undefined ? "" : `: ${escapeMarkdown(summary)}`}`,
    ...(description === undefined ? [] : [description]),
    fence(JSON.stringify(value, null, 2), "json"),
  ];
}

function writeEntry({ url, title, method, code: path, text, badges = [] }: Entry): Inline {
  const call = path === undefined ? "" : ` ${code(`${method ?? ""} ${path}`.trim())}`;
  const words = badges.length === 0 ? "" : ` (${badges.join(", ")})`;
  return `- ${link(escapeMarkdown(title), url)}${call}${words}${text === undefined ? "" : `: ${joinLines(text)}`}`;
}

function writeTable(head: readonly string[], rows: readonly TableRow[]): string {
  const writeRow = (cells: readonly string[]) =>
    `| ${cells.map((cell) => joinLines(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  const listCells = (row: TableRow): readonly string[] => {
    if ("group" in row) return head.map((_, index) => (index === 0 ? `${anchor(row.id)}**${row.group}**` : ""));
    return row.cells.map((cell, index) => (index === 0 && row.id !== undefined ? anchor(row.id) + cell : cell));
  };
  return [head, head.map(() => "---"), ...rows.map(listCells)].map(writeRow).join("\n");
}

function fence(text: string, language: string): string {
  return `\`\`\`${language === "text" ? "" : language}\n${text}\n\`\`\``;
}

/** Links of a page lead to pages; those of its twin lead to twins. */
function rewriteLinks(text: string, twin: string): string {
  return text.replaceAll(/\]\(<?([^)>\s]+)>?\)/g, (whole, target: string) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith("#")) return whole;
    return `](${relativeUrl(twin, twinUrl(target))})`;
  });
}
