// Writes the blocks of a page as HTML.
import { finished, type Html, html } from "../../shared/look/index.ts";
import { anyKey, type Field, type KnownValues, type Mark } from "../fields.ts";
import type { Gaps } from "../gaps.ts";
import type { LinkChecker } from "../links.ts";
import { labelMark, nameMarks, signMarks, uniqueMarks } from "../marks.ts";
import { type Block, type Entry, type Language, type TableRow, toFieldAnchor } from "../page.ts";
import type { PagePlace } from "../places.ts";
import type { OperationReference } from "../reference.ts";
import { readCall } from "../snippets/call.ts";
import { code, type Inline } from "../text.ts";
import { guideUrl } from "../urls.ts";
import { highlight } from "./highlight.ts";
import { writeLine, writeParagraphs } from "./markdown.ts";

/** What the blocks of one page are written with. */
export interface Writing {
  readonly page: string;
  readonly links: LinkChecker;
  readonly gaps: Gaps;
}

/** Writes blocks, one after the other. */
export function writeBlocks(blocks: readonly Block[], writing: Writing): Html {
  return html`${blocks.map((block) => writeBlock(block, writing))}`;
}

function writeBlock(block: Block, writing: Writing): Html {
  const line = (text: Inline) => writeLine(text, writing.page, writing.links);
  switch (block.kind) {
    case "heading":
      return writeHeading(block.level, block.id, line(block.text));
    case "prose":
      return html`<div class="prose">${writeParagraphs(block.text, writing.page, writing.links)}</div>`;
    case "line":
      return html`<p>${line(block.text)}</p>`;
    case "body":
      return writeBody(block, writing);
    case "endpoint":
      return html`<p class="endpoint">${writeMethod(block.method)} <code>${writePath(block.path)}</code></p>`;
    case "status":
      return html`<h3 class="status s${block.status.charAt(0)}" id="${block.id}"><a href="#${block.id}"><b>${block.status}</b> ${block.phrase}</a>${writeSigns(block.marks, block.id)}</h3>`;
    case "facts":
      return html`<dl class="facts">${block.items.map(([label, text]) => html`<div><dt>${label}</dt><dd>${line(text)}</dd></div>`)}</dl>`;
    case "marks":
      return writeMarks(block.marks, writing);
    case "values":
      return writeValues(block.known, writing);
    case "fields":
      return writeFields(block, writing);
    case "examples":
      return writeExamples(block, writing);
    case "code":
      return writeCode(block.label, block.text, block.language, block.snippet);
    case "samples":
      return html`<div class="samples" role="group" aria-label="${block.label}" data-tabs>${block.samples.map((sample) => html`<div>${writeBlock(sample, writing)}</div>`)}</div>`;
    case "entries":
      return writeEntries(block.entries, writing);
    case "table":
      return writeTable(block, line);
    case "columns":
      return writeColumns(block, writing);
    case "try-it":
      return writeTryIt(block.operation);
  }
}

/** A block without code has one column. */
function writeColumns({ main, side, rest }: Block & { kind: "columns" }, writing: Writing): Html {
  const after = rest.length === 0 ? undefined : html`<div class="rest">${writeBlocks(rest, writing)}</div>`;
  if (side.length === 0) return html`${writeBlocks(main, writing)}${after}`;
  return html`<div class="columns"><div>${writeBlocks(main, writing)}</div><div class="side">${writeBlocks(side, writing)}</div>${after}</div>`;
}

function writeBody({ part, hasAnchor, mediaType, shape }: Block & { kind: "body" }, writing: Writing): Html {
  const words = `${[shape.type, ...shape.limits].join(", ")} as ${code(mediaType)}`;
  const id = hasAnchor ? undefined : html` id="${part}"`;
  const signs = writeSigns(shape.marks, part);
  return html`<p${id}>${writeLine(words, writing.page, writing.links)}${signs}</p>${shape.known === undefined ? undefined : writeValues(shape.known, writing)}`;
}

function writeHeading(level: 2 | 3, id: string, text: Html): Html {
  const content = html`${text} <a class="anchor" href="#${id}" aria-label="Link to this part">#</a>`;
  return level === 2 ? html`<h2 id="${id}">${content}</h2>` : html`<h3 id="${id}">${content}</h3>`;
}

/** A method as a label; each has a colour, and its word. */
export function writeMethod(method: string): Html {
  return html`<span class="method m-${method.toLowerCase()}">${method}</span>`;
}

/** Badges, each a word in a frame. */
export function writeBadges(badges: readonly string[]): Html {
  return html`${badges.map((badge) => html` <span class="badge b-${badge}">${badge}</span>`)}`;
}

/** A path that may break after each slash, with its parameters highlighted. */
function writePath(path: string): Html {
  const parts = path.split(/(\{[^}]+\}|\/)/).filter((part) => part !== "");
  return html`${parts.map((part) => (part === "/" ? html`/<wbr>` : part.startsWith("{") ? html`<var>${part}</var>` : html`${part}`))}`;
}

/** Marks with their words, each with the way to its row among the known gaps. */
function writeMarks(marks: readonly Mark[], { page, links, gaps }: Writing): Html {
  return html`${uniqueMarks(marks).map((mark) => {
    const label = html`<a href="${links.use(page, gaps.findUrl(mark))}">${labelMark(mark)}</a>`;
    return html`<p class="mark ${mark.kind}">${label} ${writeLine(mark.text, page, links)}</p>`;
  })}`;
}

/** The signs of marks, which lead to their words behind the badge of the page. */
function writeSigns(marks: readonly Mark[], id: string): Html | undefined {
  if (marks.length === 0) return undefined;
  return html` <a class="sign" href="#mark.${id}" aria-label="${nameMarks(marks)}">${signMarks(marks)}</a>`;
}

/** What is behind the badge of a page: the words of all marks of its parts. */
export function writePageMarks(places: readonly PagePlace[], summary: string, writing: Writing): Html {
  const { page, links } = writing;
  const items = Array.from(
    Map.groupBy(places, ({ url }) => url),
    ([url, same]) => {
      const id = url.slice(url.indexOf("#") + 1);
      const marks = same.flatMap((place) => place.marks);
      return html`<li id="mark.${id}"><a href="${links.use(page, url)}">${writeLine(same[0]?.words ?? "", page, links)}</a>${writeMarks(marks, writing)}</li>`;
    },
  );
  return html`<details class="marks" id="mark.all"><summary>Of the parts of this page: ${summary}</summary><ul>${items}</ul></details>`;
}

function writeValues({ values, open }: KnownValues, { page, links }: Writing): Html {
  const label = open
    ? html`Known values, <a href="${links.use(page, guideUrl("open-enums"))}">others are valid, too</a>:`
    : html`One of:`;
  return html`<p class="values">${label} ${values.map((value) => html`<code>${value}</code> `)}</p>`;
}

function writeFields({ fields, part, label }: Block & { kind: "fields" }, writing: Writing): Html {
  const rows: Html[] = [];
  const visit = (all: readonly Field[], depth: number, parent: string) => {
    for (const field of all) {
      rows.push(writeField(field, part, depth, parent, writing));
      const list = field.shape.type.startsWith("array of") ? "[]" : "";
      visit(field.shape.fields, depth + 1, `${parent}${shown(field.name)}${list}.`);
    }
  };
  visit(fields, 0, "");
  return html`<table class="fields"><caption>${label}</caption><thead><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function writeField(field: Field, part: string, depth: number, parent: string, writing: Writing): Html {
  const { page, links } = writing;
  const { shape, name, description } = field;
  const id = toFieldAnchor(part, field);
  const limits = [
    ...shape.limits,
    ...(shape.default === undefined ? [] : [`default ${code(JSON.stringify(shape.default))}`]),
  ];
  return html`<tr id="${id}" class="d${Math.min(depth, 6)}"><th scope="row"><a href="#${id}">${parent === "" ? undefined : html`<span class="parent">${parent}</span>`}<code>${shown(name)}</code></a>${field.required ? html` <span class="required">required</span>` : undefined}${field.deprecated ? html` <span class="badge b-deprecated">deprecated</span>` : undefined}<span class="type">${writeLine(shape.type, page, links)}</span>${writeSigns(shape.marks, id)}</th><td>${description === undefined ? undefined : writeParagraphs(description, page, links)}${limits.length === 0 ? undefined : html`<p class="limits">${limits.map((limit) => html`<span>${writeLine(limit, page, links)}</span> `)}</p>`}${shape.known === undefined ? undefined : writeValues(shape.known, writing)}</td></tr>`;
}

function shown(name: string): string {
  return name === anyKey ? "any key" : name;
}

function writeExamples({ label, examples, isOpen }: Block & { kind: "examples" }, { page, links }: Writing): Html {
  const title = html`<p class="label">${label}</p>`;
  return html`<div class="examples" role="group" aria-label="Examples: ${label}">${title}${examples.map(
    ({ name, summary = name, description, value }, index) => {
      const text = highlight(JSON.stringify(value, null, 2), "json");
      const open = isOpen && index === 0 ? html` open` : undefined;
      const more = description === undefined ? undefined : html`<p>${writeLine(description, page, links)}</p>`;
      return html`<details class="example"${open}><summary>${summary}</summary>${more}<pre tabindex="0" aria-label="${summary}"><code data-example="${name}">${text}</code></pre></details>`;
    },
  )}</div>`;
}

function writeCode(label: string, text: string, language: Language, snippet: string | undefined): Html {
  return html`<figure class="code">${label === "" ? undefined : html`<figcaption>${label}</figcaption>`}<pre tabindex="0" aria-label="${label === "" ? "Code" : label}"><code${snippet === undefined ? undefined : html` data-snippet="${snippet}"`}>${highlight(text, language)}</code></pre></figure>`;
}

function writeEntries(entries: readonly Entry[], { page, links }: Writing): Html {
  return html`<ul class="entries">${entries.map((entry) => {
    const { url, title, method, text, badges = [] } = entry;
    return html`<li><a href="${links.use(page, url)}">${method === undefined ? undefined : writeMethod(method)}<span class="title">${title}</span>${entry.code === undefined ? undefined : html`<code>${writePath(entry.code)}</code>`}</a>${writeBadges(badges)}${text === undefined ? undefined : html`<p>${writeLine(text, page, links)}</p>`}</li>`;
  })}</ul>`;
}

function writeTable({ label, head, rows }: Block & { kind: "table" }, line: (text: Inline) => Html): Html {
  const writeCell = (cell: Inline) =>
    html`<td>${cell.split("\n\n").map((part, at) => html`${at > 0 ? html`<br>` : undefined}${line(part)}`)}</td>`;
  const writeRow = (row: TableRow, index: number) => {
    if ("group" in row) {
      const between = index === 0 ? undefined : html`</tbody><tbody>`;
      return html`${between}<tr class="group" id="${row.id}"><th colspan="${head.length}" scope="rowgroup">${line(row.group)}</th></tr>`;
    }
    const kind = row.mark === undefined ? undefined : html` class="${row.mark}"`;
    return html`<tr${row.id === undefined ? undefined : html` id="${row.id}"`}${kind}>${row.cells.map(writeCell)}</tr>`;
  };
  return html`<table class="rows"><caption>${label}</caption><thead><tr>${head.map((words) => html`<th scope="col">${words}</th>`)}</tr></thead><tbody>${rows.map(writeRow)}</tbody></table>`;
}

/** The place where a script puts the form that tries an operation, with what the form needs to know; without one it stays empty. */
function writeTryIt(operation: OperationReference): Html {
  // In a script element only `<` could end it; JSON may write it otherwise
  const json = finished(JSON.stringify(readCall(operation).data).replaceAll("<", "\\u003c"));
  return html`<div id="try-it" data-try-it hidden><script type="application/json">${json}</script></div>`;
}
