// The frame of a page: head, navigation, content and footer.
import { type Html, html } from "../../shared/look/index.ts";
import { countMarks } from "../marks.ts";
import type { Area, Block, Page } from "../page.ts";
import { findNeighbours, type Guide, guides } from "../pages/guides.ts";
import { listPlaces } from "../places.ts";
import type { Reference, TagReference } from "../reference.ts";
import { controlUrl, eventUrl, guideUrl, twinUrl } from "../urls.ts";
import { type Writing, writeBadges, writeBlocks, writeMethod, writePageMarks } from "./blocks.ts";
import { writeLine } from "./markdown.ts";

/** Nothing may be loaded from elsewhere. Only what tries an operation may ask another host: the one that a reader names. */
const policy = (connections: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src ${connections}; base-uri 'none'; form-action 'none'`;

/** Writes a whole page, which loads the scripts after its content. */
export function writePage(
  page: Page,
  writing: Writing,
  reference: Reference,
  control: Reference,
  scripts: readonly string[],
): string {
  const { info } = reference.document;
  const to = (url: string) => writing.links.use(page.url, url);
  const title = page.url === "index.html" ? page.title : `${page.title} · ${info.title}`;
  const places = listPlaces(page).filter(({ isPage, marks }) => !isPage && marks.length > 0);
  const counts = countMarks(places);
  const badge = counts === "" ? undefined : html` <a class="badge b-marks" href="#mark.all">${counts}</a>`;
  const content = html`<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy(scripts.includes("try-it.js") ? "http: https:" : "'none'")}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${page.summary}">
<script src="${to("theme.js")}"></script>
<link rel="stylesheet" href="${to("site.css")}">
<link rel="alternate" type="text/markdown" href="${to(twinUrl(page.url))}">
<link rel="icon" href="data:,">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="home" href="${to("index.html")}">${info.title}</a><span class="version">${info.version}</span><button class="find" type="button" data-search aria-keyshortcuts="/ Control+K">Search</button><button class="menu" type="button" popovertarget="menu">Menu</button></header>
<nav id="menu" popover aria-label="Pages">${writeNavigation(page, reference, control, to)}</nav>
<main id="content" tabindex="-1">
${writeTrail(page, to)}<h1>${page.title}${writeBadges(page.badges)}${badge}</h1>
${writeContents(page.blocks, writing)}${writeBlocks(page.blocks, writing)}${counts === "" ? undefined : writePageMarks(places, counts, writing)}
${writeNeighbours(page, to)}</main>
<footer><p>${info.title}, version ${info.version}. <a href="${to(twinUrl(page.url))}">This page as Markdown</a>, <a href="${to("openapi.yaml")}">OpenAPI as YAML</a> or <a href="${to("openapi.json")}">JSON</a>, <a href="${to("llms.txt")}">llms.txt</a>.</p></footer>
${scripts.map(
  (script) => html`<script defer src="${to(script)}"></script>
`,
)}</body>
</html>
`;
  return content.toString();
}

function writeTrail({ above, title }: Page, to: (url: string) => string): Html | undefined {
  if (above === undefined) return undefined;
  return html`<nav class="trail" aria-label="Breadcrumbs"><ol><li><a href="${to(above.url)}">${above.title}</a></li><li><span aria-current="page">${title}</span></li></ol></nav>
`;
}

/** The guides before and after a guide. */
function writeNeighbours({ url }: Page, to: (url: string) => string): Html | undefined {
  const { previous, next } = findNeighbours(url);
  if (previous === undefined && next === undefined) return undefined;
  const write = (guide: Guide | undefined, rel: string, words: string) =>
    guide && html`<a rel="${rel}" href="${to(guideUrl(guide.name))}"><span>${words}</span> ${guide.title}</a>`;
  return html`<nav class="neighbours" aria-label="Guides">${write(previous, "prev", "Previous")}${write(next, "next", "Next")}</nav>
`;
}

/** The list of the parts of a page that has many. */
function writeContents(blocks: readonly Block[], { page, links }: Writing): Html | undefined {
  const parts = blocks.flatMap(listParts);
  if (parts.length < 4) return undefined;
  return html`<nav class="contents" aria-label="On this page"><ul>${parts.map(({ id, text }) => html`<li><a href="#${id}">${writeLine(text, page, links)}</a></li>`)}</ul></nav>
`;
}

/** What the list of contents names: the parts of a page, and each response. */
function listParts(block: Block): { readonly id: string; readonly text: string }[] {
  if (block.kind === "columns") return [...block.main, ...block.rest].flatMap(listParts);
  if (block.kind === "status") return [{ id: block.id, text: block.status }];
  return block.kind === "heading" && block.level === 2 ? [block] : [];
}

function writeNavigation(
  page: Page,
  { tags, events }: Reference,
  control: Reference,
  to: (url: string) => string,
): Html {
  const item = (url: string, words: Html | string, area?: Area) => {
    const current =
      page.url === url ? html` aria-current="page"` : area === page.area ? html` class="within"` : undefined;
    return html`<li><a href="${to(url)}"${current}>${words}</a></li>`;
  };
  const group = ({ name, url, operations }: TagReference) => {
    if (name !== page.tag) return item(url, name);
    const inside = operations.map(({ url, title, method }) => item(url, html`${writeMethod(method)} ${title}`));
    return html`<li><a class="within" href="${to(url)}"${page.url === url ? html` aria-current="page"` : undefined}>${name}</a><ul>${inside}</ul></li>`;
  };
  const withOperations = tags.filter(({ operations }) => operations.length > 0);
  const list = (heading: string, guides: readonly Guide[], more?: Html) =>
    html`<h2>${heading}</h2><ul>${guides.map(({ name, title }) => item(guideUrl(name), title))}${more}</ul>`;
  const plane = html`${item(controlUrl, "Control plane", "sandbox")}${page.area === "sandbox" ? html`<li><ul>${control.tags.map(group)}</ul></li>` : undefined}`;
  return html`
<h2>Operations</h2><ul>${withOperations.map(group)}</ul>
<h2>Events and schemas</h2><ul>${item("events/index.html", "Events", "events")}${page.area === "events" ? html`<li><ul>${events.map(({ name }) => item(eventUrl(name), name))}</ul></li>` : undefined}${item("schemas/index.html", "Schemas", "schemas")}</ul>
${list("Guides", guides.integrate)}
${list("Other languages", guides.languages)}
${list("Tools", guides.tools, plane)}
${list("About the contract", guides.contract)}
${list("Keep the contract", guides.keep)}
`;
}
