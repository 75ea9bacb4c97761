// The questionnaire prints to at most six A4 pages.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { startBrowser } from "./browser.ts";
import { sharedSite } from "./built.ts";

test("What we assumed is at most six A4 pages", async () => {
  const { directory } = await sharedSite();
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(directory, "guides/what-we-assumed.html")).href);
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(Number(/\/Count (\d+)/.exec(pdf)?.[1])).toBeLessThanOrEqual(6);
  } finally {
    await browser.close();
  }
});
