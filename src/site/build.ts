// Builds the reference documentation: one self-contained page that asks nothing of any other host.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contractRoot, type OpenApiDocument, projectDirectory, replaceFiles, runRedocly } from "../contract/index.ts";
import { Failure } from "../terminal/index.ts";
import { withVisibleMarks } from "./marks.ts";

/** Where the site is built by default. */
export const siteDirectory = join(projectDirectory, "dist", "site");

/** Nothing may be loaded from elsewhere; the page's own script, styles and data images are inside it. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  "worker-src blob:",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * Builds the site with `redocly build-docs`.
 *
 * @param document The bundled contract.
 * @param directory Where `index.html` and the bundle's copies go; what stood there is replaced only when all is built.
 */
export async function buildSite(document: OpenApiDocument, directory = siteDirectory): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), "site-"));
  try {
    const input = join(work, "openapi.json");
    const output = join(work, "index.html");
    await writeFile(input, JSON.stringify(withVisibleMarks(document)));
    const run = await runRedocly(contractRoot, ["build-docs", input, "-o", output, "--inlineBundle"]);
    if (run.code !== 0) throw new Failure("Redocly could not build the reference.", run.stderr.trim());
    const page = await readFile(output, "utf8");
    await replaceFiles(
      directory,
      new Map([
        ["index.html", selfContained(page)],
        ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
      ]),
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * The page with its policy as the first thing a browser reads, so that it also holds from `file://`,
 * and without the renderer's logo, the one thing that it would load from elsewhere.
 */
function selfContained(page: string): string {
  return page
    .replace("<head>", `<head>\n  <meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replaceAll(
      /https:\/\/cdn\.redoc\.ly\/[\w/.-]+\.svg/g,
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
    );
}
