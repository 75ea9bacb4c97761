// Checks the page that is open in the browser with axe, an automatic test of accessibility.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

// Half as long as what the package exports, and every page has to read it
const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Lists the violations that axe finds on the open page. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(source);
  // Shortened in the browser: sending the passes, too, would take long
  return page.evaluate(`axe.run(document, { preload: false, resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + " " + failureSummary)))`);
}
