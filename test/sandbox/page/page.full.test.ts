// In a real browser the page shows what happens by itself, its forms work by keyboard alone, and what came from outside is text.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient, unwrap } from "../../../src/client/index.ts";
import { serveSandbox } from "../../../src/sandbox/serve-sandbox.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { needs } from "../../run/needs.ts";
import { accessibilityFaults } from "../../site/accessibility.ts";
import { startBrowser } from "../../site/browser.ts";
import { atHome as order, runner } from "../cast.ts";
import { patient, Receiver } from "../receiver.ts";

/** One of each kind of view. */
const views = [
  "",
  "?view=calls",
  "?view=deliveries",
  `?view=user&user_id=${runner}`,
  "?view=form&form=listRecords&kind=users",
  "?view=form&form=orderMoved",
  "?view=form&form=addFault&effect=cut",
  "?view=form&form=playStory",
  "?view=form&form=openWorld",
  "?view=form&form=nothing",
];

/** Waits for what comes by itself. */
const soon = <T>(look: () => T) => expect.poll(look);

describe.runIf(needs("chromium"))("in Chromium", () => {
  let sandbox: Sandbox;
  let client: ReturnType<typeof createClient>;
  let receiver: Receiver;
  let browser: Browser;
  let page: Page;
  let complaints: string[] = [];
  const start = new Date("2026-03-02T09:00:00Z");

  beforeAll(async () => {
    [sandbox, receiver, browser] = await Promise.all([
      startSandbox({ ...patient, frozen: true, now: start, port: 0, log: (line) => void complaints.push(line) }),
      Receiver.start(),
      startBrowser(),
    ]);
    client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url ?? "" });
    // One tab for all tests: a new one is a new process of the browser
    page = await (await browser.newContext()).newPage();
    page.on("request", (request) => {
      if (!request.url().startsWith(`${sandbox.url}/`) && request.url() !== "data:,") complaints.push(request.url());
    });
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
    await receiver?.close();
  });
  beforeEach(async () => {
    await sandbox.reset();
    await sandbox.clock.freeze();
    receiver.received.length = 0;
    receiver.answering = () => 204;
    complaints = [];
    await page.setViewportSize({ width: 1280, height: 900 });
  });
  afterEach(async () => {
    await page.goto("about:blank");
    await page.unrouteAll();
    expect(complaints).toEqual([]);
  });

  const at = (path: string) => `${sandbox.url}/_sandbox/${path}`;
  const rows = (label: string) => page.getByRole("table", { name: label }).locator("tbody tr");
  const texts = (locator: Locator) => locator.allInnerTexts();
  /** Opens a view, and waits until it is drawn. */
  const show = async (path: string) => {
    await page.goto(at(path));
    await page.getByRole("heading", { level: 1 }).waitFor();
  };
  const live = (tab: Page) => soon(() => tab.locator(".live").textContent());

  /** Opens a view, and waits until its live stream is open. */
  async function open(path: string): Promise<void> {
    await page.goto(at(path));
    await live(page).toBe("Live");
    // Gone after a reload
    await page.evaluate("document.documentElement.dataset.stayed = 'yes'");
  }

  const stayed = () => page.evaluate("document.documentElement.dataset.stayed");

  const looks = [
    ["light", 1280],
    ["dark", 1280],
    ["light", 390],
    ["dark", 320],
  ] as const;

  test("with a control token, which the browser sends along, a view is live and the form works", async () => {
    const shared = await serveSandbox({ ...patient, port: 0, controlToken: "s3cret" });
    const context = await browser.newContext({ httpCredentials: { username: "me", password: "s3cret" } });
    try {
      const tab = await context.newPage();
      await tab.goto(`${shared.url}/_sandbox/`);
      await live(tab).toBe("Live");
      await tab.getByRole("link", { name: "Freeze it" }).click();
      await tab.getByRole("button", { name: "Set the clock" }).click();
      await tab.getByText("Frozen at").waitFor();
      await tab.getByRole("link", { name: "Control document" }).click();
      await tab.getByText('"openapi":').waitFor();
    } finally {
      await context.close();
      await shared.close();
    }
  });

  test("axe finds nothing wrong on any view, light and dark, and no width scrolls", async () => {
    receiver.down();
    await sandbox.endpoints.register({ url: receiver.url });
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    await sandbox.simulate.connectionBroken({ user_id: runner, provider: "demo_watch" });
    await sandbox.clock.advance({ days: 8 });
    receiver.up();
    const [delivery] = await sandbox.deliveries.list();
    for (const path of [...views, `?view=form&form=getDelivery&delivery_id=${delivery?.id}`]) {
      await show(path);
      for (const [colorScheme, width] of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const found = await accessibilityFaults(page);
        expect([path, colorScheme, width, found]).toEqual([path, colorScheme, width, []]);
        const shown = () => page.evaluate("document.documentElement.scrollWidth");
        await expect.poll(shown, { message: `the width of ${path}` }).toBe(width);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  });

  test("activity is shown live: calls, events, deliveries and the clock; what was opened or chosen stays so", async () => {
    await open("");
    const theme = page.getByRole("combobox", { name: "Theme" });
    await theme.selectOption("Dark");
    await sandbox.endpoints.register({ url: receiver.url });
    await client.POST("/v2/user/", { body: { client_user_id: "seen-live" } });
    const call = rows("Calls, latest first").filter({ hasText: "/v2/user/" });
    await call.locator("summary").click();
    await call.getByRole("region", { name: "Sent with call" }).getByText("seen-live").waitFor();
    expect(await texts(call.locator("details p"))).toEqual(["Sent", expect.stringMatching(/^Answered after \d+ ms$/)]);
    await sandbox.simulate.dataArrived({
      user_id: runner,
      provider: "demo_ring",
      resource: "steps",
      data: { n: 4711 },
    });
    await sandbox.settled();
    await soon(() => texts(rows("Events, latest first"))).toEqual([
      expect.stringContaining("daily.data.steps.created"),
    ]);
    await soon(() => texts(rows("Deliveries, latest first"))).toEqual([expect.stringContaining("delivered")]);
    const control = { "x-sandbox-control": "1" };
    await fetch(at("worlds/demo/clock"), { method: "PATCH", headers: control, body: '{"advance": {"hours": 1}}' });
    const clock = () => page.locator("header time").getAttribute("datetime");
    await soon(clock).toBe((await sandbox.clock.now()).toISOString());
    expect(await page.locator("details[open]").count()).toBe(1);
    expect([await theme.inputValue(), await stayed()]).toEqual(["dark", "yes"]);
    await theme.selectOption("System");
    await rows("Events, latest first").locator("summary").click();
    await page.getByRole("region", { name: "Payload" }).getByText("4711").waitFor();
  });

  test("a user is found by the team's id, and its order is moved by a suggested id or any other", async () => {
    await show("");
    await page.getByRole("link", { name: "Users", exact: true }).click();
    await page.getByLabel("client_user_id").fill("demo-runner-01");
    await page.getByRole("button", { name: "List records of a kind" }).click();
    await page.getByRole("link", { name: runner }).click();
    await page.getByRole("heading", { name: "demo-runner-01" }).waitFor();
    await page.locator(`#order-${order}`).getByRole("link", { name: "Move an order" }).click();
    expect(await page.getByLabel("order_id").inputValue()).toBe(order);
    const suggested = page.locator("#order_id-list option");
    expect(await suggested.evaluateAll((options) => options.map((option) => option.getAttribute("value")))).toContain(
      order,
    );
    await page.getByLabel("status (required)").fill("newer.status");
    await page.getByRole("button", { name: "Move an order" }).click();
    await page.getByText("Done.").waitFor();
    const [event] = await sandbox.events.ofType("order.updated");
    expect(event?.user_id).toBe(runner);
    await page.getByLabel("order_id").fill("nobody's");
    await page.getByRole("button", { name: "Move an order" }).click();
    await page.getByRole("alert").getByText("nobody's").waitFor();
    expect(await page.getByLabel("status (required)").inputValue()).toBe("newer.status");
    // A browser reports each refusal
    complaints = [];
  });

  test.each(["demo", "empty"] as const)(
    "without calls, a world of the seed %s shows the first one to make, which works, and why no event is delivered",
    async (seed) => {
      await sandbox.reset(seed);
      await open("");
      const call = (await page.getByRole("region", { name: "The first call" }).textContent()) ?? "";
      const [, method = "GET"] = /-X (\S+)/.exec(call) ?? [];
      const [url = ""] = /http\S+/.exec(call) ?? [];
      const [, body] = /-d '(.*)'/.exec(call) ?? [];
      const headers = Array.from(call.matchAll(/-H '(.*?): (.*?)'/g), ([, name = "", value = ""]) => [name, value]);
      const init = { method, headers: Object.fromEntries(headers), ...(body && { body }) };
      expect((await fetch(url, init)).status).toBe(200);
      const row = rows("Calls, latest first").filter({ hasText: new URL(url).pathname });
      await row.locator("summary").click();
      expect(await row.getByText("No body.").count()).toBe(body === undefined ? 1 : 0);
      await page.getByText("No endpoint receives events").waitFor();
    },
  );

  test("a delivery that failed says why beside its state", async () => {
    receiver.answering = () => 500;
    await sandbox.endpoints.register({ url: receiver.url });
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    await sandbox.settled();
    await show("?view=deliveries");
    await rows("Deliveries, latest first").getByText("The endpoint answered 500.").waitFor();
  });

  test("an event behind one that fails says so, with its user and the one that it waits for, which can be sent again", async () => {
    receiver.answering = () => 500;
    await sandbox.endpoints.register({ url: receiver.url });
    for (const resource of ["steps", ...Array.from({ length: 9 }, () => "sleep")])
      await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource });
    await sandbox.settled();
    const [failed] = await sandbox.deliveries.list();
    for (const view of ["", "?view=deliveries"]) {
      await show(view);
      const latest = rows("Deliveries, latest first").first();
      expect(await latest.textContent()).toMatch(
        /waiting\s*Waits for an earlier event of this user at this endpoint\./,
      );
      expect(await latest.getByRole("link", { name: runner.slice(0, 8) }).getAttribute("href")).toContain(runner);
      expect(await latest.getByRole("link", { name: "Send events again" }).count()).toBe(0);
      await latest.getByRole("link", { name: "an earlier event" }).click();
      await page.getByRole("region", { name: "Answer" }).getByText(`"id": ${failed?.id},`).waitFor();
    }
    receiver.answering = () => 204;
    await show("?view=deliveries");
    await rows("Deliveries, latest first").getByRole("link", { name: "Send events again" }).click();
    expect(await page.getByLabel("delivery_id").inputValue()).toBe(String(failed?.id));
    await page.getByRole("button", { name: "Send events again" }).click();
    await page.getByText("Done.").waitFor();
    await sandbox.settled();
    expect(await sandbox.deliveries.list({ state: "waiting" })).toEqual([]);
  });

  test("faults are added, of calls and of deliveries, each with the fields of its effect", async () => {
    const add = async (effect: string, fields: Readonly<Record<string, string>>, absent: string) => {
      await page.getByLabel("effect (required)").selectOption(effect);
      for (const [label, text] of Object.entries(fields)) {
        const field = page.getByLabel(label, { exact: true });
        await (label.startsWith("operation_id") ? field.selectOption(text) : field.fill(text));
      }
      expect(await page.getByLabel(absent).count()).toBe(0);
      await page.getByRole("button", { name: "Add a fault" }).click();
      await page.getByText("Done.").waitFor();
    };
    await show("?view=form&form=addFault");
    await page.getByText(/calls fail.* deliveries of events become unkind/).waitFor();
    expect(await page.locator(".field").count()).toBe(1);
    await add(
      "status",
      { "operation_id (required)": "listProviders", "status (required)": "503", count: "2" },
      "endpoint_id",
    );
    await page.getByText("Answers another status.").waitFor();
    await add("duplicate", { "endpoint_id (required)": "*", copies: "3" }, "operation_id");
    await add("silence", { "endpoint_id (required)": "*", "lasts.days (one is required)": "3" }, "copies");
    // The count stays filled from the form before
    expect(await sandbox.faults.list()).toMatchObject([
      { operation_id: "listProviders", effect: "status", status: 503, count: 2 },
      { endpoint_id: "*", effect: "duplicate", copies: 3, count: 2 },
      { endpoint_id: "*", effect: "silence", count: 2 },
    ]);
  });

  test("a world is made, led to, reset and dropped", async () => {
    const send = async (form: string, fields: Readonly<Record<string, string>>, world = "demo") => {
      await show(`?view=form&form=${form}&world=${world}`);
      for (const [name, text] of Object.entries(fields)) {
        const field = page.locator(`.field [name="${name}"]`);
        if (await field.evaluate((one) => one.tagName === "SELECT")) await field.selectOption(text);
        else await field.fill(text);
      }
      await page.locator(".filled .main").click();
      await page.getByText("Done.").waitFor();
    };
    await send("openWorld", { world_id: "mine", seed: "empty", is_frozen: "true", now: "2026-01-01T00:00:00Z" });
    await page.getByRole("link", { name: "Show the world mine" }).click();
    await page.locator(".clock").getByText("2026-01-01 00:00:00").waitFor();
    const world = await sandbox.openWorld("mine");
    expect(await page.getByText(world.apiKey).count()).toBeGreaterThan(0);
    expect(await page.getByText(sandbox.apiKey).count()).toBe(0);
    const links = await page
      .locator("a[href^='/_sandbox/?']")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    expect(links.filter((link) => !link?.includes("world=mine"))).toEqual([]);
    await send("resetWorld", { seed: "demo" }, "mine");
    await show("?view=form&form=listRecords&kind=users&world=mine");
    await page.getByRole("region", { name: "Answer" }).getByText("demo-runner-01").waitFor();
    await send("dropWorld", {}, "mine");
    complaints = [];
    await page.goto(at("?world=mine"));
    await page.getByRole("alert").getByText("mine").waitFor();
    complaints = [];
  });

  test("what came from outside is text: in ids, statuses, payloads, results and addresses", async () => {
    const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`;
    const { user_id } = await unwrap(client.POST("/v2/user/", { body: { client_user_id: evil } }));
    await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring" });
    const error_details = { [evil]: evil };
    await sandbox.simulate.connectionBroken({ user_id, provider: "demo_ring", status: evil, error_details });
    await sandbox.simulate.orderMoved({ order_id: order, status: evil, status_detail: evil });
    await sandbox.simulate.resultPublished({ order_id: order, results: [evil] });
    const escaped = encodeURIComponent(evil);
    const more = [
      `?view=user&user_id=${user_id}`,
      `?view=form&form=${escaped}`,
      `?view=form&form=userDeleted&user_id=${escaped}`,
    ];
    for (const path of [...views, ...more]) {
      await show(path);
      expect([path, await page.locator("img, main script").count()]).toEqual([path, 0]);
    }
    await show(`?view=user&user_id=${user_id}`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(evil);
  });

  test("by keyboard alone, with the focus in sight", async () => {
    await show("?view=form&form=setClock");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    const before = (await sandbox.clock.now()).getTime();
    for (const name of ["is_frozen", "advance.days"]) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.name")).toBe(name);
      expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    }
    await page.keyboard.type("1");
    await page.keyboard.press("Enter");
    await page.getByText("Done.").waitFor();
    expect((await sandbox.clock.now()).getTime() - before).toBe(86_400_000);
  });

  test("narrow, the bar keeps its height whatever the world is called, and the menu opens below it and leads on", async () => {
    const name = "a-team-with-a-long-name-of-a-suite";
    await sandbox.openWorld(name);
    const readHeight = async (path: string) => {
      await open(path);
      await page.locator(".clock time").waitFor();
      return page.locator(".top").evaluate((bar) => bar.clientHeight);
    };
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await readHeight(`?world=${name}`), `at ${width}`).toBe(await readHeight(""));
      for (const world of ["demo", name]) {
        await show(`?world=${world}`);
        // A name is there as far as there is room
        expect((await page.locator(".world").boundingBox())?.width, `${world} at ${width}`).toBeGreaterThan(30);
        await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      }
    }
    await open("");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("navigation").getByText("Simulate").click();
    await page.getByRole("link", { name: "Send data", exact: true }).click();
    await page.getByRole("heading", { name: "Send data" }).waitFor();
  });

  test("no two entries of the navigation have the same name", async () => {
    await show("");
    const names = await page.locator("#menu :is(a, summary)").allTextContents();
    expect(names.filter((one, at) => names.indexOf(one) !== at)).toEqual([]);
  });

  test("it comes back by itself when the stream breaks off, with what it missed", async () => {
    let isBroken = true;
    await page.route("**/stream", (route) => (isBroken ? route.abort() : route.continue()));
    await page.goto(at(""));
    await live(page).toBe("Reconnecting");
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    isBroken = false;
    await live(page).toBe("Live");
    complaints = [];
    await rows("Events, latest first").first().waitFor();
  });
});
