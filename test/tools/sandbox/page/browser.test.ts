// The pages for people in a real browser: what happens appears by itself, forms answer in place, by keyboard alone, for everyone.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "../../../../src/package/client/index.ts";
import { serveSandbox } from "../../../../src/tools/sandbox/serve-sandbox.ts";
import { type Sandbox, startSandbox } from "../../../../src/tools/sandbox/start-sandbox.ts";
import { accessibilityFaults, colourRules } from "../../../pipeline/site/accessibility.ts";
import { startBrowser } from "../../../pipeline/site/browser.ts";
import { depth } from "../../../run/depth.ts";
import { needs } from "../../../run/needs.ts";
import { patient, Receiver } from "../receiver.ts";
import { allPages, order, runner } from "./places.ts";

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
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const rows = (label: string) => page.getByRole("table", { name: label }).locator("tbody tr");
  const texts = (locator: Locator) => locator.allInnerTexts();

  /** Opens a page, and waits until its live stream is open. */
  async function open(path: string): Promise<void> {
    await page.goto(at(path));
    await soon(() => page.locator("[data-live]").textContent()).toBe("Live");
    // Gone after a reload
    await page.evaluate("document.documentElement.dataset.stayed = 'yes'");
  }

  const stayed = () => page.evaluate("document.documentElement.dataset.stayed");
  const clockText = () => page.locator("header [data-clock]").textContent();

  /** An event whose delivery was given up. */
  async function parked(): Promise<void> {
    receiver.down();
    await sandbox.endpoints.register({ url: receiver.url });
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    await sandbox.clock.advance({ days: 8 });
    receiver.up();
  }

  const wide = [["light", 1280]] as const;
  const others = [
    ["dark", 1280],
    ["light", 390],
  ] as const;
  const looks = [...wide, ...depth([], others), ["dark", 320]] as const;

  test("with a control token, which the browser sends along, a page is live and its forms work", async () => {
    const shared = await serveSandbox({ ...patient, port: 0, controlToken: "s3cret" });
    const context = await browser.newContext({ httpCredentials: { username: "me", password: "s3cret" } });
    try {
      const tab = await context.newPage();
      await tab.goto(`${shared.url}/_sandbox/clock/`);
      await soon(() => tab.textContent("[data-live]")).toBe("Live");
      await tab.getByRole("button", { name: "Freeze" }).click();
      await soon(() => tab.locator("header .frozen").count()).toBe(1);
    } finally {
      await context.close();
      await shared.close();
    }
  });

  test("axe finds nothing wrong on any page, light and dark, and no width scrolls", async () => {
    await parked();
    await sandbox.simulate.connectionBroken({ user_id: runner, provider: "demo_watch" });
    await sandbox.simulate.resultPublished({ order_id: order, results: [{ name: "Glucose", value: 92 }] });
    const [event] = await sandbox.events.all();
    const [delivery] = await sandbox.deliveries.list();
    const pages = [...allPages, `events/${event?.id}`, `deliveries/${delivery?.id}`];
    for (const path of pages.filter((_, index) => index % depth(10, 1) === 0)) {
      await open(path);
      for (const [colorScheme, width] of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        // What is dark or narrow differs by its colours and its width
        const rules = depth(colorScheme === "dark" ? colourRules : undefined, undefined);
        const found = await accessibilityFaults(page, { rules });
        expect([path, colorScheme, width, found]).toEqual([path, colorScheme, width, []]);
        // The page renews itself when something happens: it is asked until it has
        const shown = () => page.evaluate("document.documentElement.scrollWidth");
        await expect.poll(shown, { message: `the width of ${path}` }).toBe(width);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  });

  test("an event appears where it is looked for, without a reload, and leads to its payload", async () => {
    await open("events/");
    expect(await page.getByText("No events yet").count()).toBe(1);
    await sandbox.simulate.dataArrived({
      user_id: runner,
      provider: "demo_ring",
      resource: "steps",
      data: { value: 4711 },
    });
    await rows("Events, latest first").first().waitFor();
    expect(await texts(rows("Events, latest first"))).toEqual([expect.stringContaining("daily.data.steps.created")]);
    expect(await stayed()).toBe("yes");
    await page.getByRole("link", { name: "daily.data.steps.created" }).click();
    await page.getByRole("region", { name: "Payload" }).getByText("4711").waitFor();
  });

  test("activity is shown live: calls, events, deliveries and control calls, and is still there after a reload", async () => {
    await open("");
    await page.getByText("No calls yet").waitFor();
    await sandbox.endpoints.register({ url: receiver.url });
    await client.POST("/v2/user/", { body: { client_user_id: "seen-live" } });
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    await sandbox.settled();
    await button("+ 1 hour").click();
    const calls = () => texts(rows("Calls, latest first"));
    const expected = [
      expect.stringMatching(/POST.*advance\s+200/s),
      expect.stringMatching(/POST\s+\/v2\/user\/\s+200/s),
    ];
    await soon(calls).toEqual(expected);
    await soon(() => texts(rows("Events, latest first"))).toEqual([
      expect.stringContaining("daily.data.steps.created"),
    ]);
    await soon(() => texts(rows("Deliveries, latest first"))).toEqual([expect.stringContaining("delivered")]);
    expect(await stayed()).toBe("yes");
    await page.reload();
    expect(await calls()).toEqual(expected);
    await page.getByRole("link", { name: "POST /v2/user/" }).click();
    await page.getByRole("region", { name: "Body that was sent" }).getByText("seen-live").waitFor();
  });

  test("the clock is advanced and frozen in place", async () => {
    await open("clock/");
    const before = sandbox.clock.now().getTime();
    await button("+ 8 days").click();
    await page.getByText("and everything due by then was done").waitFor();
    expect(sandbox.clock.now().getTime() - before).toBe(8 * 86_400_000);
    await soon(clockText).toBe(sandbox.clock.now().toISOString().slice(0, 19).replace("T", " "));
    await page.getByLabel("Duration").fill("90");
    await page.getByLabel("Unit").selectOption("minutes");
    await button("Advance").first().click();
    await soon(() => sandbox.clock.now().getTime() - before).toBe(8 * 86_400_000 + 90 * 60_000);
    await button("Resume").click();
    await button("Freeze").waitFor();
    // It runs in the page, too
    const shown = await clockText();
    await soon(clockText).not.toBe(shown);
    await button("Freeze").click();
    await button("Resume").waitFor();
    // What came of it stays when the page is renewed, and the button that was pressed has the focus
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    await page.getByText("The clock is frozen").waitFor();
    await soon(() => page.evaluate("document.activeElement.textContent")).toBe("Resume");
    expect(await stayed()).toBe("yes");
  });

  test("what a form is refused is said beside it, and what was written stays", async () => {
    await open("clock/");
    await page.getByLabel("Time").fill("2020-01-01T00:00");
    await button("Advance").last().click();
    await page.locator("#advance-to .outcome").getByText("The clock only goes forward").waitFor();
    expect(await page.getByLabel("Time").inputValue()).toMatch(/^2020-01-01T00:00/);
    // The browser itself reports the answer 422 of the form
    await soon(() => complaints).toEqual([expect.stringContaining("422")]);
    complaints = [];
  });

  test("a user is deleted, and the list follows", async () => {
    await open(`users/${runner}`);
    const list = await page.context().newPage();
    await list.goto(at("users/"));
    await button("Delete a user").click();
    await page.getByText("The user and its connections were deleted").waitFor();
    expect(await sandbox.inspect.user({ user_id: runner })).toHaveProperty("deleted_at");
    await page.getByText("No connections.").waitFor();
    await list.locator(`#user-${runner}`).getByText("deleted").waitFor();
    expect(await stayed()).toBe("yes");
    await list.close();
  });

  test("what was typed, opened and focused stays when the page is renewed", async () => {
    await open("worlds/");
    await page.getByText("Reset", { exact: true }).first().click();
    await page.getByLabel("Clock starts at").fill("2026-05-05T05:05");
    await page.getByLabel("Freeze the clock").check();
    await page.getByLabel("Freeze the clock").focus();
    await sandbox.clock.advance({ hours: 1 });
    await sandbox.createWorld();
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    await page.getByRole("heading", { name: /^world_/ }).waitFor();
    expect(await page.getByLabel("Clock starts at").inputValue()).toBe("2026-05-05T05:05");
    expect(await page.getByLabel("Freeze the clock").isChecked()).toBe(true);
    expect(await page.evaluate("document.activeElement.name")).toBe("is_frozen");
    expect(await page.locator("details[open]").count()).toBe(1);
  });

  test("a parked delivery is sent again, and arrives", async () => {
    await parked();
    await open("deliveries/?state=parked");
    await rows("Deliveries, latest first").getByRole("link").first().click();
    await button("Send again").waitFor();
    await page
      .getByText(/ECONNRESET|EPIPE/)
      .first()
      .waitFor();
    await soon(() => page.locator("[data-live]").textContent()).toBe("Live");
    await button("Send again").click();
    await page.getByRole("heading", { name: "answered 204" }).waitFor();
    expect(receiver.received).toHaveLength(1);
  });

  test("a fault is added, strikes, and is removed", async () => {
    await open("faults/");
    await page.getByLabel("Operation").selectOption("listProviders");
    expect(await page.getByLabel("Milliseconds").isVisible()).toBe(false);
    await page.getByLabel("Effect").selectOption("latency");
    expect(await page.getByLabel("Status").isVisible()).toBe(false);
    await page.getByLabel("Effect").selectOption("status");
    await page.getByLabel("Status").fill("418");
    await button("Add the fault").click();
    await rows("Faults, oldest first").first().waitFor();
    expect((await client.GET("/v2/providers/", {})).status).toBe(418);
    await soon(() => texts(rows("Faults, oldest first"))).toEqual([expect.stringContaining("1 of 1 calls")]);
    await button(/^Remove fault_/).click();
    await page.getByText("No faults.").waitFor();
    expect(await stayed()).toBe("yes");
  });

  test("by keyboard alone, with the focus in sight", async () => {
    await open("clock/");
    const before = sandbox.clock.now().getTime();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    const reached: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      await page.keyboard.press("Tab");
      reached.push(await page.evaluate("document.activeElement.textContent"));
      expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    }
    expect(reached).toEqual(["+ 1 hour", "+ 1 day", "+ 8 days", "Resume"]);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await soon(() => sandbox.clock.now().getTime() - before).toBe(86_400_000);
    await soon(clockText).toBe(sandbox.clock.now().toISOString().slice(0, 19).replace("T", " "));
    await soon(() => page.evaluate("document.activeElement.textContent")).toBe("+ 1 day");
    expect(await stayed()).toBe("yes");
  });

  test("the outcome of a form stays when the page is renewed, and so does the focus", async () => {
    await sandbox.endpoints.register({ url: receiver.url });
    await sandbox.endpoints.register({ url: `${receiver.url}/second` });
    await open("endpoints/");
    await page.getByLabel("URL").fill(`${receiver.url}/third`);
    await button("Register").click();
    await page
      .locator("#register-endpoint .outcome")
      .getByText(/whsec_/)
      .waitFor();
    // Another change renews the page: the secret is still there
    await sandbox.endpoints.register({ url: `${receiver.url}/fourth` });
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    await soon(() => rows("Endpoints, oldest first").count()).toBe(4);
    expect(
      await page
        .locator("#register-endpoint .outcome")
        .getByText(/whsec_/)
        .count(),
    ).toBe(1);
    await button(/^Remove .*\/second$/).click();
    await soon(() => rows("Endpoints, oldest first").count()).toBe(3);
    await page.locator("table + .outcome").getByText("Events are no longer sent to").waitFor();
    await soon(() => page.evaluate("document.activeElement.id")).toBe("content");
  });

  test("a chosen theme holds for all pages and over a reload, and a renewed page keeps the switch", async () => {
    const paper = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const [light, dark] = ["rgb(253, 253, 252)", "rgb(18, 24, 26)"];
    const theme = page.getByRole("combobox", { name: "Theme" });
    await page.emulateMedia({ colorScheme: "light" });
    await open("clock/");
    expect(await paper()).toBe(light);
    await theme.selectOption("Dark");
    expect(await paper()).toBe(dark);
    for (const [name, outcome] of [
      ["+ 1 day", "and everything due by then was done"],
      ["Resume", "The clock is running."],
    ] as const) {
      await button(name).click();
      await page.locator("#outcome").getByText(outcome).waitFor();
    }
    expect(await theme.count()).toBe(1);
    expect(await theme.inputValue()).toBe("dark");
    expect(await stayed()).toBe("yes");
    // Before the script that adds the switch has run
    await page.route("**/sandbox.js", (route) => route.fulfill({ body: "" }));
    await page.goto(at("users/"));
    expect(await paper()).toBe(dark);
    expect(await theme.count()).toBe(0);
    await page.unrouteAll();
    await open("users/");
    await theme.selectOption("System");
    expect(await paper()).toBe(light);
  });

  test("the entry of the open page is in sight where the navigation is longer than the screen", async () => {
    await page.setViewportSize({ width: 1280, height: 320 });
    await open("worlds/");
    const seen = `(({ top, bottom }) => top >= 56 && bottom <= innerHeight)(document.querySelector("#menu [aria-current]").getBoundingClientRect())`;
    expect(await page.evaluate(seen)).toBe(true);
    expect(await page.evaluate("scrollY")).toBe(0);
  });

  test("narrow, the menu opens and leads on", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open("");
    await button("Menu").click();
    await page.getByRole("link", { name: "Deliveries", exact: true }).click();
    await page.getByRole("heading", { name: "Deliveries" }).waitFor();
  });

  test("it comes back by itself when the stream breaks off, with what it missed", async () => {
    let isBroken = true;
    await page.route("**/stream", (route) => (isBroken ? route.abort() : route.continue()));
    await page.goto(at("events/"));
    await soon(() => page.locator("[data-live]").textContent()).toBe("Reconnecting");
    complaints = [];
    isBroken = false;
    await soon(() => page.locator("[data-live]").textContent()).toBe("Live");
    complaints = [];
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    await rows("Events, latest first").first().waitFor();
  });

  test("a markup in an id stays text, live too", async () => {
    await open("");
    const evil = `<img src=x onerror="document.title='taken'"><script>alert(1)</script>`;
    const created = await client.POST("/v2/user/", { body: { client_user_id: evil } });
    await client.GET("/v2/user/resolve/{client_user_id}", { params: { path: { client_user_id: evil } } });
    await soon(() => rows("Calls, latest first").count()).toBeGreaterThan(1);
    await page.goto(at(`users/${created.ok ? created.data.user_id : ""}`));
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(evil);
    expect(await page.title()).toContain("<script>");
  });

  describe("without JavaScript", () => {
    let plain: Page;
    beforeEach(async () => {
      const other = await browser.newContext({ javaScriptEnabled: false });
      plain = await other.newPage();
    });
    afterEach(() => plain.context().close());

    test("everything is read, and forms lead back to their page", async () => {
      await plain.goto(at(""));
      await plain.getByRole("link", { name: "Users", exact: true }).click();
      await plain.getByLabel("Client user id").fill("demo-walker-02");
      await plain.getByRole("button", { name: "Find" }).click();
      await plain.getByRole("link", { name: "demo-walker-02" }).click();
      await plain.getByLabel("Provider").first().selectOption("demo_scale");
      await plain.getByRole("button", { name: "Connect a provider" }).click();
      await plain.getByText("The user is connected to Demo Scale.").waitFor();
      await plain.getByRole("heading", { name: "demo-walker-02" }).waitFor();
      const before = sandbox.clock.now().getTime();
      await plain.getByRole("link", { name: /frozen/ }).click();
      await plain.getByRole("button", { name: "+ 1 day" }).click();
      await plain.getByText("and everything due by then was done").waitFor();
      expect(sandbox.clock.now().getTime() - before).toBe(86_400_000);
    });
  });

  test("a form on another site's page changes nothing", async () => {
    const before = sandbox.clock.now();
    // The other site is another port: the browser says that it is another origin
    const site = new URL(receiver.url).origin;
    const form = `<form method="post" action="${at("do/advanceClock")}"><input name="length" value="1"><button>Go</button></form>`;
    receiver.answering = (_received, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(form);
      return undefined;
    };
    await page.goto(site);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes("/do/advanceClock")),
      page.getByRole("button", { name: "Go" }).click(),
    ]);
    expect(answer.status()).toBe(403);
    await page.getByText("This was not sent by a form of the sandbox's own pages").waitFor();
    expect(sandbox.clock.now()).toEqual(before);
    complaints = [];
  });
});
