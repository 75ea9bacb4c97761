// Asks axe what keeps people from using the page that is open.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

// Half as long as what the package exports, and every page has to read it
const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that a dark page can break and a light one keeps. */
export const colourRules: readonly string[] = ["color-contrast"];

/** What axe finds wrong with the page that is open, in short. @param rules By default all of its rules. */
export async function accessibilityFaults(
  page: Page,
  { rules }: { readonly rules?: readonly string[] } = {},
): Promise<readonly string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(source);
  const options = JSON.stringify({ preload: false, resultTypes: ["violations"], runOnly: rules });
  // Told in short over there: all that axe finds well would be sent as well
  return page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + " " + failureSummary)))`);
}
