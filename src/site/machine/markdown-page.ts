// Writes a page as Markdown: the twin that stands beside each page, for machines and for who prefers plain text.
import { anyKey, type Field, type KnownValues, type Mark } from "../fields.ts";
import type { Block, Entry, Page } from "../page.ts";
import type { ExampleReference } from "../reference.ts";
import { code, type Inline, plain } from "../text.ts";
import { relativeUrl, twinUrl } from "../urls.ts";

/** Writes the twin of a page. */
export function pageMarkdown(page: Page): string {
  const badges = page.badges.length === 0 ? "" : ` (${page.badges.join(", ")})`;
  const parts = [`# ${plain(page.title)}${badges}`, ...page.blocks.flatMap((block) => blockMarkdown(block, page.url))];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function blockMarkdown(block: Block, page: string): string[] {
  const line = (text: Inline) => withTwinLinks(text, page);
  switch (block.kind) {
    case "heading":
      return [`${"#".repeat(block.level)} ${line(block.text)}`];
    case "prose":
      return [line(block.text.markdown.trim())];
    case "line":
      return [line(block.text)];
    case "endpoint":
      return [code(`${block.method} ${block.path}`)];
    case "status":
      return [`### ${block.status} ${block.phrase}`];
    case "facts":
      return [block.items.map(([label, text]) => `- ${label}: ${line(text)}`).join("\n")];
    case "marks":
      return [
        marksOf(block.marks)
          .map((mark) => `- ${line(mark)}`)
          .join("\n"),
      ];
    case "values":
      return [valuesOf(block.known)];
    case "fields":
      return [fieldLines(block.fields, "", line).join("\n")];
    case "examples":
      return block.examples.flatMap(exampleParts);
    case "code":
      return [...(block.label === "" ? [] : [`${plain(block.label)}:`]), fenced(block.text, block.language)];
    case "entries":
      return [block.entries.map((entry) => line(entryLine(entry))).join("\n")];
    case "table":
      return [
        tableOf(
          block.head,
          block.rows.map(({ cells }) => cells.map(line)),
        ),
      ];
    case "section":
      return [...block.main, ...block.side].flatMap((one) => blockMarkdown(one, page));
    case "compare":
      return [
        "Before:",
        ...block.before.flatMap((one) => blockMarkdown(one, page)),
        "After:",
        ...block.after.flatMap((one) => blockMarkdown(one, page)),
      ];
    case "try-it":
    case "search":
      return [];
  }
}

function marksOf(marks: readonly Mark[]): Inline[] {
  return marks.flatMap(({ kind, texts }) =>
    texts.map((text) => `${kind === "assumed" ? "**Assumed:**" : "**Not shown:**"} ${flat(text)}`),
  );
}

function valuesOf({ values, open }: KnownValues): Inline {
  const list = values.map((value) => code(String(value))).join(", ");
  return open ? `Known values, more may be added: ${list}.` : `One of: ${list}.`;
}

function fieldLines(fields: readonly Field[], indent: string, line: (text: Inline) => string): string[] {
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
      ...marksOf(shape.marks),
    ];
    const name = field.name === anyKey ? "any key" : code(field.name);
    const text = `${indent}- ${name} (${words}): ${said.filter((part) => part !== "").join(" ")}`;
    return [line(text), ...fieldLines(shape.fields, `${indent}  `, line)];
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

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => flat(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}

function fenced(text: string, language: string): string {
  return `\`\`\`${language === "text" ? "" : language}\n${text}\n\`\`\``;
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Links of a page lead to pages; those of its twin lead to twins. */
function withTwinLinks(text: string, page: string): string {
  return text.replaceAll(/\]\(<?([^)>\s]+)>?\)/g, (whole, target: string) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith("#")) return whole;
    const [path = ""] = target.split("#");
    return `](${relativeUrl(page, twinUrl(path)) || "."})`;
  });
}
