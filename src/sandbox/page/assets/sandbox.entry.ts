// Draws the view that the address names, again when something happens in the world, and sends its form.
import { Idiomorph } from "idiomorph";
import { addThemeSwitch, type Html, html, showCurrentEntry } from "../../../shared/look/browser/index.ts";
import { createControlClient } from "../../control-client/index.ts";
import { bindWorld } from "../../control-client/world.ts";
import { performCall } from "./form.ts";
import { type Content, linkTo, moment, type Page } from "./parts.ts";
import { views } from "./views.ts";

/** Under load a view is not read more often than this. */
const pauseMs = 400;
const reconnectMs = 2000;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

async function openPage(): Promise<Page> {
  const query = new URLSearchParams(location.search);
  const made = (await (await fetch("/_sandbox/page/data.json")).json()) as Pick<
    Page,
    "forms" | "stories" | "addresses"
  >;
  const control = createControlClient({ baseUrl: location.origin });
  const world = bindWorld(control, query.get("world") || "demo");
  return { ...made, control, world, view: query.get("view") ?? "", query };
}

/** Shows what was read; of what was there already, only what is different, so that what the reader opened stays open. */
function show(selector: string, content: Html): void {
  const shown = find(selector);
  if (shown === null) return;
  Idiomorph.morph(shown, String(content), {
    morphStyle: "innerHTML",
    ignoreActiveValue: true,
    callbacks: { beforeAttributeUpdated: (name, node) => name !== "open" || !(node instanceof HTMLDetailsElement) },
  });
}

/** Draws the view and the clock. What cannot be read says why. */
async function draw(page: Page): Promise<Content> {
  const refuse = ({ message }: Error): Content => {
    return { title: "Not found", body: html`<p class="notice bad" role="alert">${message}</p>`, isLive: false };
  };
  const view = views[page.view] ?? views[""];
  const [content] = await Promise.all([view(page).catch(refuse), drawClock(page).catch(() => {})]);
  show("main", html`<h1>${content.title}</h1>${content.body}`);
  document.title = `${content.title} · Sandbox${page.world.id === "demo" ? "" : ` · ${page.world.id}`}`;
  return content;
}

function writeMenu(page: Page): Html {
  const { forms, addresses } = page;
  const world = page.world.id;
  const id = page.query.get("form");
  const entry = (text: string, address: string, isShown: boolean) =>
    html`<li><a href="${address}"${isShown ? html` aria-current="page"` : undefined}>${text}</a></li>`;
  const users = { form: "listRecords", kind: "users" };
  const groups = Array.from(
    Map.groupBy(forms, ({ group }) => group),
    ([group, forms]) => {
      const isOpen = forms.some((form) => form.id === id);
      const entries = forms.map((form) => entry(form.title, linkTo(world, "form", { form: form.id }), form.id === id));
      return html`<details${isOpen ? html` open` : undefined}><summary>${group}</summary><ul>${entries}</ul></details>`;
    },
  );
  const lists = Object.entries({ Activity: "", Calls: "calls", Deliveries: "deliveries" });
  return html`<ul>${lists.map(([text, view]) => entry(text, linkTo(world, view), page.view === view))}${entry("Users", linkTo(world, "form", users), false)}</ul>
<h2>Control</h2>${groups}
<h2>Read</h2><ul>${addresses.reference && html`<li><a href="${addresses.reference}/">Reference</a></li>`}<li><a href="/_sandbox/openapi.json">Control document</a></li><li><a href="/_sandbox/assumptions">Assumptions and choices</a></li></ul>`;
}

async function drawClock({ control, world }: Page): Promise<void> {
  const params = { path: { world_id: world.id } };
  const read = await control.GET("/_sandbox/worlds/{world_id}", { params });
  if (!read.ok) return;
  const { now, is_frozen } = read.data.clock;
  const address = linkTo(world.id, "form", { form: "setClock" });
  show(".clock", html`<a href="${address}">${is_frozen ? "Frozen at" : "Clock"}</a> ${moment(now)}`);
}

/** Draws the form again with the fields of what was chosen, and sends it in place; one that only reads has an address of its own. */
function followForm(page: Page): void {
  const form = page.forms.find(({ id }) => id === page.query.get("form"));
  const readFilled = () =>
    Array.from(new FormData(find(".filled") as HTMLFormElement), ([name, value]) => [name, String(value)]);
  document.addEventListener("change", ({ target }) => {
    if (!form?.fields.some(({ hints, name }) => hints && name === (target as HTMLSelectElement).name)) return;
    for (const [name = "", value = ""] of readFilled()) page.query.set(name, value);
    void draw(page);
  });
  document.addEventListener("submit", (event) => {
    if (form === undefined || form.method === "get") return;
    event.preventDefault();
    void performCall(page, form, new URLSearchParams(readFilled()))
      .then((outcome) => show("#outcome", outcome))
      .then(() => drawClock(page));
  });
}

/** Draws a view again when something has happened in the world. */
async function follow(page: Page): Promise<void> {
  let isStale = false;
  const watch = async () => {
    for (;;) {
      try {
        const messages = await page.control.watch(page.world.id);
        show(".live", html`Live`);
        // Messages of the time without a stream are lost
        isStale = true;
        for await (const _ of messages) isStale = true;
      } catch {
        // The sandbox is gone for now
      }
      show(".live", html`Reconnecting`);
      await pause(reconnectMs);
    }
  };
  void watch();
  for (;;) {
    await pause(pauseMs);
    if (!isStale) continue;
    isStale = false;
    await draw(page);
  }
}

async function start(): Promise<void> {
  addThemeSwitch();
  const page = await openPage();
  show(".world", html`${page.world.id}`);
  show("#menu", writeMenu(page));
  showCurrentEntry();
  followForm(page);
  const { isLive } = await draw(page);
  if (isLive) await follow(page);
}

void start();
