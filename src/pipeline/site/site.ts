// Puts the site together: every file of it, as text by path.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { controlRoot, type OpenApiDocument, readContract, readControlDocument } from "../../tools/contract/index.ts";
import { FindingsError } from "../../tools/findings/index.ts";
import { browserScripts, lookStyle } from "../../tools/look/index.ts";
import { Failure } from "../../tools/terminal/index.ts";
import { openApi30Of } from "../generate/index.ts";
import { Gaps } from "./gaps.ts";
import { LinkBook } from "./links.ts";
import { jsonSchemaOf } from "./machine/json-schemas.ts";
import { llmsFullText, llmsText } from "./machine/llms.ts";
import { pageMarkdown } from "./machine/markdown-page.ts";
import type { Page } from "./page.ts";
import { eventPage } from "./pages/event.ts";
import { guideLists } from "./pages/guide-lists.ts";
import { guidePages, homeBlocks } from "./pages/guides.ts";
import { eventsPage, homePage, notFoundPage, schemasPage, tagPage, versionPage } from "./pages/indexes.ts";
import { operationPage } from "./pages/operation.ts";
import { controlDocumentFile, sandboxPages } from "./pages/sandbox.ts";
import { schemaPage } from "./pages/schema.ts";
import { pageHtml } from "./parts/layout.ts";
import { type Reference, readReference } from "./reference.ts";
import { searchIndexFile, searchIndexScript } from "./search.ts";
import { controlSource } from "./source.ts";
import { notFoundUrl, twinUrl } from "./urls.ts";

/**
 * Writes every file of the site.
 *
 * @param document The bundled contract.
 * @param root Its root document, to locate broken links, with the register of assumptions beside it.
 * @param base The path that the site is published under. Only the page for addresses without one contains it.
 * @returns The texts by path from the site's root.
 * @throws {FindingsError} with file and line when a link leads nowhere.
 */
export async function siteFiles(document: OpenApiDocument, root: string, base = "/"): Promise<Map<string, string>> {
  const reference = readReference(await readContract(document));
  const gaps = await Gaps.read(reference, root);
  const plane = await readControlDocument();
  const control = readReference(plane, controlSource(plane.document));
  const pages = await pagesOf(reference, control, gaps);
  const links = new LinkBook(reference, control);
  const files = new Map<string, string>();
  const lower = new Map<string, string>();
  const add = (path: string, text: string) => {
    // Some file systems ignore case
    const other = lower.get(path.toLowerCase());
    if (other !== undefined) {
      throw new Failure(
        `Two parts of the contract need the same page, ${path}.`,
        `Rename the part whose page is ${other}.`,
      );
    }
    lower.set(path.toLowerCase(), path);
    files.set(path, text);
  };
  const assets = join(import.meta.dirname, "assets");
  const styles = ["site.css", "search.css", "try-it.css"].map((name) => readFile(join(assets, name), "utf8"));
  add("site.css", (await Promise.all([lookStyle(), ...styles])).join("\n"));
  for (const [path, text] of await browserScripts(assets)) add(path, text);
  add(searchIndexFile, searchIndexScript(reference, control, pages));
  const twins = new Map(pages.map((page) => [twinUrl(page.url), pageMarkdown(page, gaps)]));
  for (const page of pages) {
    const frame = { reference, control, scripts: scriptsOf(page) };
    add(page.url, pageHtml(page, { page: page.url, links, gaps }, frame));
  }
  for (const [path, text] of twins) add(path, text);
  for (const { name, url } of reference.schemas) {
    add(url.replace(/\.html$/, ".json"), `${JSON.stringify(jsonSchemaOf(document, name), null, 2)}\n`);
  }
  add("openapi.json", `${JSON.stringify(document, null, 2)}\n`);
  add("openapi-3.0.json", `${JSON.stringify(openApi30Of(document), null, 2)}\n`);
  add("openapi.yaml", stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }));
  add(controlDocumentFile, `${JSON.stringify(plane.document, null, 2)}\n`);
  add("llms.txt", llmsText(reference, control, pages));
  add("llms-full.txt", llmsFullText(twins));
  // A host answers with this page at any depth, so its links cannot be relative
  files.set(notFoundUrl, (files.get(notFoundUrl) ?? "").replaceAll(/ (href|src)="(?![a-z]+:|#)/g, ` $1="${base}`));
  const broken = await links.broken(files, { contract: root, control: controlRoot });
  if (broken.length > 0) throw new FindingsError(broken);
  return files;
}

/** What a page does not use, it does not load. */
function scriptsOf({ blocks }: Page): string[] {
  return ["page.js", "search.js", ...(blocks.some(({ kind }) => kind === "try-it") ? ["try-it.js"] : [])];
}

async function pagesOf(reference: Reference, control: Reference, gaps: Gaps): Promise<Page[]> {
  const lists = guideLists(reference, control, gaps);
  return [
    homePage(reference, await homeBlocks(lists)),
    ...(await guidePages(lists)),
    ...reference.versions.map(versionPage),
    ...reference.tags.map(tagPage),
    ...reference.operations.map(operationPage),
    eventsPage(reference),
    ...reference.events.map(eventPage),
    schemasPage(reference),
    ...reference.schemas.map(schemaPage),
    ...sandboxPages(control),
    notFoundPage(),
  ];
}
