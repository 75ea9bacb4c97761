// The frame of every view: head, header with the clock, navigation, content.
import { listHappenings } from "../../shared/contract/index.ts";
import { type Html, html } from "../../shared/look/index.ts";
import { listFormOperations } from "./fields.ts";
import { link, moment } from "./parts.ts";
import { type Content, linkTo, pagePrefix, type View } from "./view.ts";

const views = [
  ["", "Activity"],
  ["calls/", "Calls"],
  ["deliveries/", "Deliveries"],
  ["form/listRecords", "Records"],
] as const;

/** Writes a whole page. */
export function writePage(view: View, { title, body, isLive }: Content): string {
  const { clock, identity } = view.world;
  const { id } = identity;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Sandbox${id === "demo" ? "" : ` · ${id}`}</title>
<script src="${pagePrefix}/page/theme.js"></script>
<link rel="stylesheet" href="${pagePrefix}/page/sandbox.css">
<link rel="icon" href="data:,">
</head>
<body${isLive ? html` data-live="${id}"` : undefined}>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="home" href="${linkTo(id, "")}">Sandbox</a><span class="world">${id}</span><span class="live" role="status"></span><span class="clock">${link(view, "form/setClock", clock.isFrozen ? "Frozen at" : "Clock")} ${moment(clock.now)}</span><button class="menu" type="button" popovertarget="menu">Menu</button></header>
<nav id="menu" popover aria-label="Views and forms"><ul>${views.map(([path, name]) => entry(view, path, name))}</ul>
<h2>Control</h2>${groupForms(view)}
<h2>Read</h2><ul>${view.referenceUrl && html`<li><a href="${view.referenceUrl}/">Reference</a></li>`}<li><a href="${pagePrefix}/openapi.json">Control document</a></li><li><a href="${pagePrefix}/assumptions">Assumptions and choices</a></li></ul>
</nav>
<main id="content" tabindex="-1">
<h1>${title}</h1>
${body}
</main>
<footer><p>Times are in UTC, by the world's clock.</p></footer>
<script defer src="${pagePrefix}/page/sandbox.js"></script>
</body>
</html>
`.toString();
}

/** The forms of the control plane, by the tags of its document. */
function groupForms(view: View): Html[] {
  const groups = Map.groupBy(listFormOperations(view.control), ({ operation }) => operation.tags[0] ?? "");
  return Array.from(groups, ([tag, operations]) => {
    const isOpen = operations.some(({ id }) => view.path === `form/${id}`);
    const entries = operations.flatMap(({ id, operation: { summary } }) =>
      id === "simulateHappening"
        ? listHappenings(view.control.document).map(({ name, schema: { title = name } }) =>
            entry(view, `form/${id}`, title, { name }),
          )
        : [entry(view, `form/${id}`, summary)],
    );
    return html`<details${isOpen ? html` open` : undefined}><summary>${tag}</summary><ul>${entries}</ul></details>`;
  });
}

function entry(view: View, path: string, name: string, query: Readonly<Record<string, string>> = {}): Html {
  const isShown = view.path === path && Object.entries(query).every(([key, value]) => view.query.get(key) === value);
  const mark = isShown ? html` aria-current="page"` : undefined;
  return html`<li><a href="${linkTo(view.world.identity.id, path, query)}"${mark}>${name}</a></li>`;
}
