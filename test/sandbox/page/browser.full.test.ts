// The page for people in a real browser: what happens appears by itself, the form answers, by keyboard alone, for everyone.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "../../../src/client/index.ts";
import { serveSandbox } from "../../../src/sandbox/serve-sandbox.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { needs } from "../../run/needs.ts";
import { accessibilityFaults } from "../../site/accessibility.ts";
import { startBrowser } from "../../site/browser.ts";
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
  const rows = (label: string) => page.getByRole("table", { name: label }).locator("tbody tr");
  const texts = (locator: Locator) => locator.allInnerTexts();
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
      await tab.getByRole("link", { name: "Freeze the clock" }).first().click();
      await tab.getByRole("button", { name: "Freeze the clock" }).click();
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
    for (const path of [...allPages, `form/getDelivery?delivery_id=${delivery?.id}`]) {
      await page.goto(at(path));
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

  test("activity is shown live: calls, events, deliveries and the clock, and what was opened stays open", async () => {
    await open("");
    await sandbox.endpoints.register({ url: receiver.url });
    await client.POST("/v2/user/", { body: { client_user_id: "seen-live" } });
    const call = rows("Calls, latest first").filter({ hasText: "/v2/user/" });
    await call.locator("summary").click();
    await call.getByRole("region", { name: "Sent with call" }).getByText("seen-live").waitFor();
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
    expect(await stayed()).toBe("yes");
    await rows("Events, latest first").locator("summary").click();
    await page.getByRole("region", { name: "Payload" }).getByText("4711").waitFor();
  });

  test("a user is found by the team's id, and its order is moved by choosing it", async () => {
    await page.goto(at(""));
    await page.getByRole("link", { name: "Records", exact: true }).click();
    await page.getByLabel("kind (required)").selectOption("users");
    await page.getByLabel("client_user_id").fill("demo-runner-01");
    await page.getByRole("button", { name: "List records of a kind" }).click();
    await page.getByRole("link", { name: runner }).click();
    await page.getByRole("heading", { name: "demo-runner-01" }).waitFor();
    await page.locator(`#order-${order}`).getByRole("link", { name: "Move an order" }).click();
    expect(await page.getByLabel("order_id").inputValue()).toBe(order);
    await page.getByLabel("order_id").selectOption({ index: 1 });
    await page.getByLabel("status (required)").fill("newer.status");
    await page.getByRole("button", { name: "Move an order" }).click();
    await page.getByText("Done.").waitFor();
    const [event] = await sandbox.events.ofType("order.updated");
    expect(event?.user_id).toBe(runner);
  });

  test("by keyboard alone, with the focus in sight", async () => {
    await page.goto(at("form/setClock"));
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

  test("a chosen theme holds for all views and over a reload, and a renewed view keeps the switch", async () => {
    const paper = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const [light, dark] = ["rgb(255, 255, 255)", "rgb(15, 20, 22)"];
    const theme = page.getByRole("combobox", { name: "Theme" });
    await page.emulateMedia({ colorScheme: "light" });
    await open("");
    expect(await paper()).toBe(light);
    await theme.selectOption("Dark");
    expect(await paper()).toBe(dark);
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    await rows("Events, latest first").first().waitFor();
    expect(await theme.inputValue()).toBe("dark");
    // Before the script that adds the switch has run
    await page.route("**/sandbox.js", (route) => route.fulfill({ body: "" }));
    await page.goto(at("calls/"));
    expect([await paper(), await theme.count()]).toEqual([dark, 0]);
    await page.unrouteAll();
    await open("calls/");
    await theme.selectOption("System");
    expect(await paper()).toBe(light);
  });

  test("narrow, the menu opens and leads on", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open("");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("navigation").getByText("Simulate").click();
    await page.getByRole("link", { name: "Send data", exact: true }).click();
    await page.getByRole("heading", { name: "Send data" }).waitFor();
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
