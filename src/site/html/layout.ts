// The frame of a page: head, navigation, content and footer.

import { type Html, html } from "../../shared/look/index.ts";
import type { ServerData } from "../assets/try-it/data.ts";
import { badge, method } from "../blocks.ts";
import { type Content, type Element, el, findElements, type Page } from "../page.ts";
import type { Reference } from "../reference.ts";
import { controlUrl, eventsUrl, homeUrl, relativeUrl, schemasUrl, twinUrl } from "../urls.ts";
import { writeHtml } from "./content.ts";
import type { RenderContext } from "./markdown.ts";

/** Nothing may be loaded from elsewhere. Only what tries an operation may ask another host: the one that a reader names. */
const policy = (connections: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src ${connections}; base-uri 'none'; form-action 'none'`;

/** Everything that a page may show of the others, and the servers that samples may call. */
export interface Site {
  readonly reference: Reference;
  readonly pages: readonly Page[];
  readonly named: RenderContext["named"];
  readonly servers: readonly ServerData[];
}

/** Writes a whole page, which loads the scripts after its content. */
export function writePage(page: Page, site: Site): string {
  const { info } = site.reference.document;
  const { url, title, above, badges = [], summary, intro, side, rest } = page;
  const context = { page: url, named: site.named };
  const to = (target: string) => relativeUrl(url, target);
  const write = (content: Content) => writeHtml(content, context);
  const has = (isWanted: (element: Element) => boolean) => findElements([side, rest], isWanted).length > 0;
  const isTried = has(({ attributes }) => attributes["data-try-it"] === true);
  // A call of the control plane is one of the sandbox, whatever server a reader has chosen
  const callsServers = url !== controlUrl && has(({ tag }) => tag === "pre");
  const scripts = ["page.js", "search.js"];
  const trail =
    above &&
    html`<p class="trail"><a href="${to(above.url)}">${above.title}</a></p>
`;
  const top = html`${trail}<h1>${title}${write(badges.map(badge))}</h1>
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
<nav id="menu" popover aria-label="Pages">${writeNavigation(url, site, context)}</nav>
<main id="content" tabindex="-1">
${side === undefined ? html`${writeContents(page, context)}<div class="text">${top}${write(rest)}</div>` : html`<div class="columns"><div class="text">${top}</div><div class="side">${write(side)}</div><div class="text rest">${write(rest)}</div></div>`}
</main>
<footer><p><a data-twin href="${to(twinUrl(url))}">View as Markdown</a> · <a href="${to("openapi.yaml")}">OpenAPI as YAML</a> or <a href="${to("openapi.json")}">JSON</a> · <a href="${to("llms.txt")}">llms.txt</a></p></footer>
${callsServers ? write(el("script", { "data-servers": true, type: "application/json" }, JSON.stringify(site.servers))) : undefined}
${scripts.map(
  (script) => html`<script defer src="${to(script)}"></script>
`,
)}</body>
</html>
`;
  return content.toString();
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

function writeNavigation(open: string, { reference, pages }: Site, context: RenderContext): Html {
  const item = ({ url, title }: { readonly url: string; readonly title: Html | string }) => {
    const current = url === open ? html` aria-current="page"` : undefined;
    return html`<li><a href="${relativeUrl(open, url)}"${current}>${title}</a></li>`;
  };
  const group = (name: string, entries: readonly Parameters<typeof item>[0][]) => {
    const isOpen = entries.some(({ url }) => url === open) ? html` open` : undefined;
    return html`<li><details${isOpen}><summary>${name}</summary><ul>${entries.map(item)}</ul></details></li>`;
  };
  const list = (heading: string, items: Html[]) => html`<h2>${heading}</h2><ul>${items}</ul>
`;
  const operations = reference.tags.flatMap(({ name, operations: own }) =>
    own.length === 0
      ? []
      : group(
          name,
          own.map(({ url, title, method: verb }) => ({
            url,
            title: html`${title} ${writeHtml(method(verb), context)}`,
          })),
        ),
  );
  // A long name may break where it has a joint
  const events = reference.events.map(({ url, name }) => {
    return { url, title: html`<span>${name.split(/(?<=[._])/).map((part) => html`${part}<wbr>`)}</span>` };
  });
  const [start, ...more] = Map.groupBy(
    pages.filter((page) => page.group),
    (page) => page.group,
  );
  return html`
${list("Start", [{ url: homeUrl, title: "Overview" }, ...(start?.[1] ?? [])].map(item))}
${list("Operations", operations)}
${list("Events and schemas", [group("Events", [{ url: eventsUrl, title: "All events" }, ...events]), item({ url: schemasUrl, title: "Schemas" })])}
${list(
  "More",
  more.map(([name = "", own]) => group(name, own)),
)}
`;
}
