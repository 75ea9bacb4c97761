// The frame of every page: head, header with the clock, navigation, content.
import { type Html, html } from "../../look/index.ts";
import { pagePrefix } from "./links.ts";
import { pageHead } from "./parts/head.ts";
import { momentText } from "./parts/text.ts";
import type { Content, View } from "./view.ts";

/** Nothing comes from elsewhere, nothing goes elsewhere, and no other page frames these. */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The pages of the navigation, by path. */
const areas = [
  {
    name: "Look",
    pages: [
      ["", "Activity"],
      ["users/", "Users"],
      ["orders/", "Orders"],
      ["lab-reports/", "Lab reports"],
      ["calls/", "Calls"],
      ["events/", "Events"],
      ["deliveries/", "Deliveries"],
    ],
  },
  {
    name: "Control",
    pages: [
      ["simulate/", "Simulate"],
      ["stories/", "Stories"],
      ["clock/", "Clock"],
      ["faults/", "Faults"],
      ["event-faults/", "Event faults"],
      ["endpoints/", "Endpoints"],
      ["worlds/", "Worlds"],
    ],
  },
] as const;

/** A message about what was done or refused. */
export interface Notice {
  readonly kind: "done" | "refused";
  readonly message: Html | string;
}

/** Writes a whole page. */
export function pageText(
  { world, to, reference }: View,
  path: string,
  content: Content,
  notice: Notice | undefined,
): string {
  const { id } = world.identity;
  const { clock } = world;
  const { title, above, body } = content;
  const item = ([page, name]: readonly [string, string]) => {
    const mark = page === path ? html` aria-current="page"` : above?.path === page ? html` class="within"` : undefined;
    return html`<li><a href="${to(page)}"${mark}>${name}</a></li>`;
  };
  return html`${pageHead(`${title} · Sandbox${id === "demo" ? "" : ` · ${id}`}`)}
<body data-world="${id}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="home" href="${to("")}">Sandbox</a><a class="world" href="${to("worlds/")}">${id}</a><span class="live" data-keep data-live role="status"></span><a class="clock" href="${to("clock/")}"><time data-clock data-running="${clock.isFrozen ? "no" : "yes"}" datetime="${clock.now}">${momentText(clock.now)}</time>${clock.isFrozen ? html` <span class="frozen">frozen</span>` : undefined}</a><button class="menu" type="button" popovertarget="menu">Menu</button></header>
<nav id="menu" popover aria-label="Pages">${areas.map(
    ({ name, pages }) => html`
<h2>${name}</h2><ul>${pages.map(item)}</ul>`,
  )}${
    reference === undefined
      ? undefined
      : html`
<h2>Read</h2><ul><li><a href="${reference}/">Reference</a></li><li><a href="${reference}/sandbox/">Control plane</a></li></ul>`
  }
</nav>
<main id="content" tabindex="-1">
${above === undefined ? undefined : html`<nav class="trail" aria-label="Breadcrumbs"><a href="${to(above.path)}">${above.title}</a> <span aria-current="page">${title}</span></nav>`}
<h1>${title}</h1>
<div id="notice" data-keep role="status">${
    notice === undefined ? undefined : html`<p class="notice n-${notice.kind}">${notice.message}</p>`
  }</div>
${body}
</main>
<footer><p>Times are in UTC, by the world's clock. Programs use the control plane for the same actions.</p></footer>
<script defer src="${pagePrefix}/page/idiomorph.js"></script>
<script defer src="${pagePrefix}/page/sandbox.js"></script>
</body>
</html>
`.toString();
}
