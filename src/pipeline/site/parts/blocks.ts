// Writes the blocks of a page as HTML.
import { type Html, html } from "../../../tools/look/index.ts";
import type { Field, KnownValues, Mark } from "../fields.ts";
import { anyKey } from "../fields.ts";
import type { Gaps } from "../gaps.ts";
import type { LinkBook } from "../links.ts";
import type { Badge, Block, Entry, Language, TableRow } from "../page.ts";
import { fieldAnchor } from "../places.ts";
import type { ExampleReference } from "../reference.ts";
import { code, type Inline } from "../text.ts";
import { guideUrl } from "../urls.ts";
import { highlighted } from "./highlight.ts";
import { inline, paragraphs } from "./markdown.ts";
import { tryIt } from "./try-it.ts";

/** What the blocks of one page are written with. */
export interface Writing {
  readonly page: string;
  readonly links: LinkBook;
  readonly gaps: Gaps;
}

/** Writes blocks, one after the other. */
export function blocksHtml(blocks: readonly Block[], writing: Writing): Html {
  return html`${blocks.map((block) => blockHtml(block, writing))}`;
}

function blockHtml(block: Block, writing: Writing): Html {
  const line = (text: Inline) => inline(text, writing.page, writing.links);
  switch (block.kind) {
    case "heading":
      return headingHtml(block.level, block.id, line(block.text));
    case "prose":
      return html`<div class="prose">${paragraphs(block.text, writing.page, writing.links)}</div>`;
    case "line":
      return html`<p>${line(block.text)}</p>`;
    case "endpoint":
      return html`<p class="endpoint">${methodHtml(block.method)} <code>${pathHtml(block.path)}</code></p>`;
    case "status":
      return html`<h3 class="status s${block.status.charAt(0)}" id="${block.id}"><a href="#${block.id}"><b>${block.status}</b> ${block.phrase}</a></h3>`;
    case "facts":
      return html`<dl class="facts">${block.items.map(([label, text]) => html`<div><dt>${label}</dt><dd>${line(text)}</dd></div>`)}</dl>`;
    case "marks":
      return marksHtml(block.marks, writing, block.areShared);
    case "values":
      return valuesHtml(block.known, writing);
    case "fields":
      return fieldsHtml(block, writing);
    case "examples":
      return examplesHtml(block.label, block.examples, writing);
    case "code":
      return codeHtml(block.label, block.text, block.language, block.snippet);
    case "samples":
      return html`<div class="samples" role="group" aria-label="${block.label}" data-tabs>${block.samples.map((sample) => html`<div>${blockHtml(sample, writing)}</div>`)}</div>`;
    case "entries":
      return entriesHtml(block.entries, writing);
    case "table":
      return tableHtml(block, line);
    case "section":
      return block.side.length === 0
        ? html`<section>${blocksHtml(block.main, writing)}</section>`
        : html`<section class="pair"><div>${blocksHtml(block.main, writing)}</div><div class="side">${blocksHtml(block.side, writing)}</div></section>`;
    case "try-it":
      return tryIt(block.operation);
  }
}

function headingHtml(level: 2 | 3, id: string, text: Html): Html {
  const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to this part">#</a>`;
  if (level === 2) return html`<h2 id="${id}">${text} ${anchor}</h2>`;
  return html`<h3 id="${id}">${text} ${anchor}</h3>`;
}

/** A method as a label; each has a colour, and its word. */
export function methodHtml(method: string): Html {
  return html`<span class="method m-${method.toLowerCase()}">${method}</span>`;
}

/** Badges, each a word in a frame. */
export function badgesHtml(badges: readonly Badge[]): Html {
  return html`${badges.map((badge) => html` <span class="badge b-${badge}">${badge}</span>`)}`;
}

/** A path that may break after each slash, with its parameters highlighted. */
function pathHtml(path: string): Html {
  const parts = path.split(/(\{[^}]+\}|\/)/).filter((part) => part !== "");
  return html`${parts.map((part) => (part === "/" ? html`/<wbr>` : part.startsWith("{") ? html`<var>${part}</var>` : html`${part}`))}`;
}

/** The marks of one part: those that many places share as links to their rows, the rest as one line with their texts on demand. */
function marksHtml(marks: readonly Mark[], writing: Writing, areShared = false): Html {
  const { own = [], shared = [] } = Object.groupBy(marks, (mark) =>
    areShared || writing.gaps.isShared(mark) ? "shared" : "own",
  );
  return html`${shared.length === 0 ? undefined : markLinksHtml(shared, writing)}${own.length === 0 ? undefined : markTextsHtml(own, writing)}`;
}

function markTextsHtml(marks: readonly Mark[], { page, links, gaps }: Writing): Html {
  const kinds = new Map(marks.map(({ label, kind }) => [label, kind]));
  return html`<details class="marks"><summary>${[...kinds].map(([label, kind]) => html`<span class="${kind}">${label}</span> `)}</summary>${marks.map(
    (mark) => {
      const texts = mark.texts.map((text) =>
        inline(text, page, links, {
          in: "contract",
          path: [...mark.path, mark.kind === "not-shown" ? "x-not-shown" : "x-assumption"],
        }),
      );
      const label = html`<a href="${links.use(page, gaps.urlOf(mark))}">${mark.label}</a>`;
      const [only] = texts;
      return texts.length === 1
        ? html`<p class="mark ${mark.kind}">${label} ${only}</p>`
        : html`<div class="mark ${mark.kind}">${label}<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul></div>`;
    },
  )}</details>`;
}

function markLinksHtml(marks: readonly Mark[], { page, links, gaps }: Writing): Html {
  return html`<p class="marks">${marks.map((mark) => html`<a class="${mark.kind}" href="${links.use(page, gaps.urlOf(mark))}">${mark.label}</a> `)}</p>`;
}

function valuesHtml({ values, open }: KnownValues, { page, links }: Writing): Html {
  const label = open
    ? html`Known values, <a href="${links.use(page, guideUrl("open-enums"))}">others are valid, too</a>:`
    : html`One of:`;
  return html`<p class="values">${label} ${values.map((value) => html`<code>${value}</code> `)}</p>`;
}

function fieldsHtml({ fields, part, label }: Block & { kind: "fields" }, writing: Writing): Html {
  const rows: Html[] = [];
  const visit = (all: readonly Field[], depth: number, parent: string) => {
    for (const field of all) {
      rows.push(fieldHtml(field, part, depth, parent, writing));
      const list = field.shape.type.startsWith("array of") ? "[]" : "";
      visit(field.shape.fields, depth + 1, `${parent}${shown(field.name)}${list}.`);
    }
  };
  visit(fields, 0, "");
  return html`<table class="fields"><caption>${label}</caption><thead><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function fieldHtml(field: Field, part: string, depth: number, parent: string, writing: Writing): Html {
  const { page, links } = writing;
  const { shape, name, description } = field;
  const id = fieldAnchor(part, field);
  const limits = [
    ...shape.limits,
    ...(shape.default === undefined ? [] : [`default ${code(JSON.stringify(shape.default))}`]),
  ];
  return html`<tr id="${id}" class="d${Math.min(depth, 6)}"><th scope="row"><a href="#${id}">${parent === "" ? undefined : html`<span class="parent">${parent}</span>`}<code>${shown(name)}</code></a>${field.required ? html` <span class="required">required</span>` : undefined}${field.deprecated ? html` <span class="badge b-deprecated">deprecated</span>` : undefined}<span class="type">${inline(shape.type, page, links)}</span></th><td>${description === undefined ? undefined : paragraphs(description, page, links)}${limits.length === 0 ? undefined : html`<p class="limits">${limits.map((limit) => html`<span>${inline(limit, page, links)}</span> `)}</p>`}${shape.known === undefined ? undefined : valuesHtml(shape.known, writing)}${marksHtml(shape.marks, writing)}</td></tr>`;
}

function shown(name: string): string {
  return name === anyKey ? "any key" : name;
}

function examplesHtml(label: string, examples: readonly ExampleReference[], { page, links }: Writing): Html {
  return html`<div class="examples" role="group" aria-label="${label}">${examples.map(
    ({ name, summary, description, value }, index) => {
      const text = JSON.stringify(value, null, 2);
      const title = summary ?? name;
      return html`<details class="example"${index === 0 ? html` open` : undefined}><summary>${title}</summary>${description === undefined ? undefined : html`<p>${inline(description, page, links, { in: "contract", path: ["components", "examples", name, "description"] })}</p>`}<pre tabindex="0" aria-label="${title}"><code data-example="${name}">${highlighted(text, "json")}</code></pre></details>`;
    },
  )}</div>`;
}

function codeHtml(label: string, text: string, language: Language, snippet: string | undefined): Html {
  return html`<figure class="code">${label === "" ? undefined : html`<figcaption>${label}</figcaption>`}<pre tabindex="0" aria-label="${label === "" ? "Code" : label}"><code${snippet === undefined ? undefined : html` data-snippet="${snippet}"`}>${highlighted(text, language)}</code></pre></figure>`;
}

function entriesHtml(entries: readonly Entry[], { page, links }: Writing): Html {
  return html`<ul class="entries">${entries.map((entry) => {
    const { url, title, method, text, badges = [] } = entry;
    return html`<li><a href="${links.use(page, url)}">${method === undefined ? undefined : methodHtml(method)}<span class="title">${title}</span>${entry.code === undefined ? undefined : html`<code>${pathHtml(entry.code)}</code>`}</a>${badgesHtml(badges)}${text === undefined ? undefined : html`<p>${inline(text, page, links)}</p>`}</li>`;
  })}</ul>`;
}

function tableHtml({ label, head, rows }: Block & { kind: "table" }, line: (text: Inline) => Html): Html {
  const cellHtml = (cell: Inline) =>
    html`<td>${cell.split("\n\n").map((part, at) => html`${at > 0 ? html`<br>` : undefined}${line(part)}`)}</td>`;
  const rowHtml = (row: TableRow, index: number) => {
    if ("group" in row) {
      const between = index === 0 ? undefined : html`</tbody><tbody>`;
      return html`${between}<tr class="group" id="${row.id}"><th colspan="${head.length}" scope="rowgroup">${line(row.group)}</th></tr>`;
    }
    const kind = row.mark === undefined ? undefined : html` class="${row.mark}"`;
    return html`<tr${row.id === undefined ? undefined : html` id="${row.id}"`}${kind}>${row.cells.map(cellHtml)}</tr>`;
  };
  return html`<table class="rows"><caption>${label}</caption><thead><tr>${head.map((words) => html`<th scope="col">${words}</th>`)}</tr></thead><tbody>${rows.map(rowHtml)}</tbody></table>`;
}
