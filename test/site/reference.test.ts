// The reference documentation in a real browser: it shows the contract and asks nothing of any other host.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContract } from "../../src/contract/index.ts";
import { buildSite, type SiteServer, serveSite } from "../../src/site/index.ts";
import { hasBrowser, startBrowser } from "./browser.ts";

const { document } = await readContract();
let directory: string;
let site: SiteServer;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "site-test-"));
  await buildSite(document, directory);
  site = await serveSite(directory, 0, "");
});
afterAll(async () => {
  await site.close();
  await rm(directory, { recursive: true, force: true });
});

describe.skipIf(!hasBrowser())("in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  /** Opens a page and collects what it asks of others and what it complains about. */
  async function open(url: string): Promise<{ page: Page; outside: string[]; complaints: string[] }> {
    const page = await browser.newPage();
    const outside: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => {
      if (!/^(?:file:|data:|blob:|http:\/\/127\.0\.0\.1[:/])/.test(request.url())) outside.push(request.url());
    });
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(url);
    return { page, outside, complaints };
  }

  test.each(["http", "file"])(
    "shows operations and events over %s, without a request to another host",
    async (scheme) => {
      const { page, outside, complaints } = await open(scheme === "http" ? site.url : `file://${directory}/index.html`);
      await page.getByText("Users", { exact: true }).first().click();
      await page.getByText("Resolve a user by client id").first().click();
      await page.getByText("Assumed.").first().waitFor();
      await page.getByText("Events", { exact: true }).first().click();
      await page
        .getByText(document.webhooks["provider.connection.created"]?.post?.summary ?? "")
        .first()
        .waitFor();
      expect(outside).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  test("the policy stops a request to another host", async () => {
    const { page, complaints } = await open(site.url);
    await page.evaluate("fetch('https://example.com').catch(() => {})");
    expect(complaints.join()).toContain("Content Security Policy");
    await page.close();
  });
});

describe("the server", () => {
  test("serves the page, and the bundle beside it", async () => {
    const page = await fetch(site.url);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain(document.info.title);
    expect(await (await fetch(`${site.url}/openapi.json`)).json()).toEqual(document);
  });

  test.each(["/nope", "/%", "/..%2f..%2fpackage.json", "/%00"])("answers 404 to %s", async (path) => {
    expect((await fetch(site.url + path)).status).toBe(404);
  });
});

test("the marks of the contract are in the text of the page", async () => {
  const page = await (await fetch(site.url)).text();
  for (const text of ["Known values", "more may be added", "Not published by the service", "Stability: beta"]) {
    expect(page).toContain(text);
  }
});
