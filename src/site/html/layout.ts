// The frame of a page: head, navigation, content and footer.
import { type Html, html } from "../../shared/look/index.ts";
import { badge, method } from "../blocks.ts";
import { el, findElements, type Page } from "../page.ts";
import { type Guide, guides } from "../pages/guides.ts";
import type { Reference, TagReference } from "../reference.ts";
import { eventsUrl, eventUrl, homeUrl, schemasUrl, twinUrl } from "../urls.ts";
import { writeHtml } from "./content.ts";
import type { RenderContext } from "./markdown.ts";

/** Nothing may be loaded from elsewhere. Only what tries an operation may ask another host: the one that a reader names. */
const policy = (connections: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src ${connections}; base-uri 'none'; form-action 'none'`;

/**
 * Writes a whole page, which loads the scripts after its content.
 *
 * @param servers The servers that its samples may call, where it has some.
 */
export function writePage(page: Page, context: RenderContext, reference: Reference, servers: unknown): string {
  const { info } = reference.document;
  const { url, title, badges = [], summary, intro, side, rest } = page;
  const to = (target: string) => context.links.use(url, target);
  const write = (content: Page["rest"]) => writeHtml(content, context);
  const isTried = findElements(side, ({ attributes }) => attributes["data-try-it"] === true).length > 0;
  const scripts = ["page.js", "search.js", ...(isTried ? ["try-it.js"] : [])];
  const top = html`${writeTrail(page, to)}<h1>${title}${write(badges.map(badge))}</h1>
${write(intro)}`;
  const content = html`<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy(isTried ? "'self' http: https:" : "'self'")}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${url === homeUrl ? title : `${title} · ${info.title}`}</title>
<meta name="description" content="${summary}">
<script src="${to("theme.js")}"></script>
<link rel="stylesheet" href="${to("site.css")}">
<link rel="alternate" type="text/markdown" href="${to(twinUrl(url))}">
<link rel="icon" href="data:,">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="home" href="${to(homeUrl)}">${info.title}</a><span class="version">${info.version}</span><button class="find" type="button" data-search aria-keyshortcuts="/ Control+K">Search</button><button class="menu" type="button" popovertarget="menu">Menu</button></header>
<nav id="menu" popover aria-label="Pages">${writeNavigation(page, reference, context)}</nav>
<main id="content" tabindex="-1">
${side === undefined ? html`${writeContents(page, context)}<div class="text">${top}${write(rest)}</div>` : html`<div class="columns"><div class="text">${top}</div><div class="side">${write(side)}</div><div class="text rest">${write(rest)}</div></div>`}
</main>
<footer><p><a data-twin href="${to(twinUrl(url))}">View as Markdown</a> · <a href="${to("openapi.yaml")}">OpenAPI as YAML</a> or <a href="${to("openapi.json")}">JSON</a> · <a href="${to("llms.txt")}">llms.txt</a></p></footer>
${servers === undefined ? undefined : write(el("script", { "data-servers": true, type: "application/json" }, JSON.stringify(servers)))}
${scripts.map(
  (script) => html`<script defer src="${to(script)}"></script>
`,
)}</body>
</html>
`;
  return content.toString();
}

function writeTrail({ above }: Page, to: (url: string) => string): Html | undefined {
  if (above === undefined) return undefined;
  return html`<p class="trail"><a href="${to(above.url)}">${above.title}</a></p>
`;
}

/** The parts of a page that has many, beside it where there is room. */
function writeContents({ rest }: Page, context: RenderContext): Html | undefined {
  const parts = findElements(rest, ({ tag }) => tag === "h2" || tag === "h3");
  if (parts.length < 3) return undefined;
  const items = parts.map(({ tag, attributes: { id }, children }) =>
    el(`li.${tag}`, el("a", { href: `#${id}` }, children[0])),
  );
  return html`<nav class="contents" aria-label="On this page">${writeHtml([el("p", "On this page"), el("ul", ...items)], context)}</nav>
`;
}

/** A name that may break where it has a joint. */
function breakName(name: string): Html {
  return html`<span>${name.split(/(?<=[._])/).map((part) => html`${part}<wbr>`)}</span>`;
}

function writeNavigation(page: Page, { tags, events }: Reference, context: RenderContext): Html {
  const to = (target: string) => context.links.use(page.url, target);
  const item = (url: string, words: Html | string) =>
    html`<li><a href="${to(url)}"${page.url === url ? html` aria-current="page"` : undefined}>${words}</a></li>`;
  const group = (name: string, isOpen: boolean, items: Html[]) =>
    html`<li><details${isOpen ? html` open` : undefined}><summary>${name}</summary><ul>${items}</ul></details></li>`;
  const list = (heading: string, items: Html[]) => html`<h2>${heading}</h2><ul>${items}</ul>
`;
  const operations = ({ name, operations: all }: TagReference) =>
    group(
      name,
      page.tag === name,
      all.map(({ url, title, method: verb }) => item(url, html`${title} ${writeHtml(method(verb), context)}`)),
    );
  const guideList = (all: readonly Guide[]) => all.map(({ url, title }) => item(url, title));
  const guideGroup = (name: string, all: readonly Guide[]) =>
    group(
      name,
      all.some(({ url }) => url === page.url),
      guideList(all),
    );
  const eventItems = [
    item(eventsUrl, "All events"),
    ...events.map(({ name }) => item(eventUrl(name), breakName(name))),
  ];
  return html`
${list("Start", [item(homeUrl, "Overview"), ...guideList(guides.integrate)])}
${list("Operations", tags.filter((tag) => tag.operations.length > 0).map(operations))}
${list("Events and schemas", [group("Events", page.area === "events", eventItems), item(schemasUrl, "Schemas")])}
${list("More", [
  guideGroup("Other languages", guides.languages),
  guideGroup("Tools", guides.tools),
  guideGroup("About the contract", guides.contract),
  guideGroup("Keep the contract", guides.keep),
])}
`;
}
