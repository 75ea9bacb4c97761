// Writes a page as Markdown: the twin of each page, for programs and for readers who prefer plain text.

import { code, escapeMarkdown, joinLines } from "../inline.ts";
import { type Content, type Element, findElements, type Page } from "../page.ts";
import { relativeUrl, twinUrl } from "../urls.ts";

/** Writes the twin of a page: the same words, anchors and links, with the text of each mark below the part that has it. */
export function writeMarkdown({ url, title, badges = [], intro, side, rest }: Page): string {
  const words = badges.length === 0 ? "" : ` (${badges.join(", ")})`;
  const parts = [`# ${escapeMarkdown(title)}${words}`, ...listBlocks([intro, side, rest])].filter(
    (part) => part !== "",
  );
  // Code has no links
  return `${parts.map((part) => (part.startsWith("```") ? part : relink(part, twinUrl(url)))).join("\n\n")}\n`;
}

/** Writes a content as paragraphs. */
function listBlocks(content: Content): string[] {
  if (content === undefined) return [];
  if (typeof content === "string") return [content];
  if (!("tag" in content)) return content.flatMap(listBlocks);
  const { tag, attributes, children } = content;
  if (attributes["browser"] === true) return [];
  const anchor = writeAnchor(content);
  const line = `${anchor}${writeInline(children)}`.trim();
  const marks = listMarks(content, "").join("\n");
  switch (tag) {
    case "h2":
    case "h3":
      return [`${"#".repeat(Number(tag.charAt(1)))} ${line}`, marks];
    case "p":
    case "summary":
      return [line, marks];
    case "prose":
      return [String(children[0]).trim()];
    case "pre": {
      const { label = "", language } = attributes;
      const caption = label === "" ? [] : [`${escapeMarkdown(String(label))}:`];
      return [...caption, `\`\`\`${language}\n${String(children[0])}\n\`\`\``];
    }
    case "ul":
    case "dl":
      return [anchor, listItems(content, "").join("\n")];
    case "table":
      return [writeTable(content)];
    case "section":
      return [`**${attributes["aria-label"]}**`, ...listBlocks(children)];
    default:
      return [anchor, ...listBlocks(children)];
  }
}

/** Writes the items of a list, and the lists inside of them. */
function listItems(list: Element, indent: string): string[] {
  return findElements(list.children, ({ tag }) => tag === "li" || tag === "div").flatMap((item) => {
    const inside = findElements(item.children, ({ tag }) => tag === "ul");
    const text = `${indent}- ${writeAnchor(item)}${joinLines(writeInline(item.children))}`;
    const more = inside.flatMap((one) => listItems(one, `${indent}  `));
    return [text.replace(/:?\s*$/, ""), ...listMarks(item, `${indent}  `), ...more];
  });
}

/** The texts of marks, which a page shows where its signs stand; those of an inner list are left to its items. */
function listMarks(element: Element, indent: string): string[] {
  const isMarks = ({ attributes }: Element) => attributes["popover"] !== undefined;
  return findElements(element.children, (one) => isMarks(one) || one.tag === "ul")
    .filter(isMarks)
    .flatMap(({ children }) => children.map((mark) => `${indent}- ${joinLines(writeInline(mark))}`));
}

function writeInline(content: Content): string {
  if (content === undefined) return "";
  if (typeof content === "string") return content;
  if (!("tag" in content)) return content.map(writeInline).join("");
  const { tag, attributes, children } = content;
  if (attributes["browser"] === true || attributes["popover"] !== undefined || tag === "ul" || tag === "summary")
    return "";
  if (tag === "code") return code(String(children[0]));
  if (tag === "prose") return String(children[0]);
  const inside = writeInline(children);
  if (tag === "b") return `**${inside}**`;
  if (tag === "dt" || attributes["class"] === "head") return `${inside.trim()}: `;
  return attributes["to"] === undefined ? inside : `[${inside}](${attributes["to"]})`;
}

function writeTable(table: Element): string {
  const rows = findElements(table.children, ({ tag }) => tag === "tr").map(({ children }) =>
    children.map((cell) => joinLines(writeInline(cell)).replaceAll("|", "\\|")),
  );
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |`);
  return lines.toSpliced(1, 0, `|${" --- |".repeat(rows[0]?.length ?? 0)}`).join("\n");
}

/** An anchor as Markdown carries it: in HTML, since it has no form of its own. */
function writeAnchor({ attributes: { id, popover } }: Element): string {
  return id === undefined || popover !== undefined ? "" : `<a id="${id}"></a>`;
}

/** Links of a page lead to pages; those of its twin lead to twins. */
function relink(text: string, twin: string): string {
  return text.replaceAll(/\]\(<?([^)>\s]+)>?\)/g, (_, target: string) => {
    const isElsewhere = /^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith("#");
    return `](${isElsewhere ? target : relativeUrl(twin, twinUrl(target))})`;
  });
}
