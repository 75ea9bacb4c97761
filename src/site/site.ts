// Puts the site together: every file of it, as text by path.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse, stringify } from "yaml";
import { toOpenApi30 } from "../generate/index.ts";
import { type OpenApiDocument, readContract, readControlDocument, registerFile } from "../shared/contract/index.ts";
import { FileProblemsError } from "../shared/findings/index.ts";
import { browserScripts, lookStyle } from "../shared/look/index.ts";
import { writePage } from "./html/layout.ts";
import { findBrokenLinks, listNamedPages } from "./links.ts";
import { listLocations } from "./locations.ts";
import { writeJsonSchema } from "./machine/json-schemas.ts";
import { writeLlmsFullText, writeLlmsText } from "./machine/llms.ts";
import { writeMarkdown } from "./machine/markdown.ts";
import { makeGuideLists } from "./pages/guide-lists.ts";
import { guidePages } from "./pages/guides.ts";
import { eventPage, operationPage } from "./pages/operation.ts";
import { schemaPages } from "./pages/schema.ts";
import { readReference } from "./reference.ts";
import { searchIndexFile, writeSearchIndex } from "./search.ts";
import { listLocalServers } from "./snippets/servers.ts";
import { refuseUnsupported } from "./unsupported.ts";
import { controlDocumentUrl, notFoundUrl, twinUrl } from "./urls.ts";

/**
 * Writes every file of the site.
 *
 * @param document The bundled contract.
 * @param root Its root document, to locate broken links, with the register of assumptions beside it.
 * @param base The path that the site is published under. Only the page for addresses without one contains it.
 * @returns The texts by path from the site's root.
 * @throws {FileProblemsError} with file and line when the pages do not render a part of it, or a link leads nowhere.
 */
export async function buildSiteFiles(
  document: OpenApiDocument,
  root: string,
  base = "/",
): Promise<Map<string, string>> {
  await refuseUnsupported(document, root);
  const control = await readControlDocument();
  const reference = readReference(await readContract(document), control);
  const locations = listLocations(reference);
  const servers = listLocalServers(reference);
  const [sandbox = { name: "", hosts: {} }] = servers;
  const pages = [
    ...(await guidePages(makeGuideLists(reference, locations, await readRegisterFile(root)), document.info.title)),
    ...reference.operations.map((operation) => operationPage(operation, sandbox)),
    ...reference.events.map(eventPage),
    ...schemaPages(reference),
  ];
  const site = { reference, pages, servers, named: listNamedPages(reference) };
  const files = new Map<string, string>();
  const assets = join(import.meta.dirname, "assets");
  const styles = ["site.css", "search.css", "try-it.css"].map((name) => readFile(join(assets, name), "utf8"));
  files.set("site.css", (await Promise.all([lookStyle(), ...styles])).join("\n"));
  for (const [path, text] of await browserScripts(assets)) files.set(path, text);
  files.set(searchIndexFile, writeSearchIndex(reference, pages, locations));
  const twins = new Map(pages.map((page) => [twinUrl(page.url), writeMarkdown(page)]));
  for (const page of pages) files.set(page.url, writePage(page, site));
  for (const [path, text] of twins) files.set(path, text);
  for (const { name, url } of reference.schemas) {
    files.set(url.replace(/\.html$/, ".json"), writeJson(writeJsonSchema(document, name)));
  }
  files.set("openapi.json", writeJson(document));
  files.set("openapi-3.0.json", writeJson(toOpenApi30(document)));
  files.set("openapi.yaml", stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }));
  files.set(controlDocumentUrl, writeJson(control.document));
  files.set("llms.txt", writeLlmsText(reference, pages));
  files.set("llms-full.txt", writeLlmsFullText(twins));
  const broken = await findBrokenLinks(files, root);
  if (broken.length > 0) throw new FileProblemsError(broken);
  // A host answers with this page at any depth, so its links cannot be relative
  files.set(notFoundUrl, (files.get(notFoundUrl) ?? "").replaceAll(/ (href|src)="(?![a-z]+:|#)/g, ` $1="${base}`));
  return files;
}

/** The content of the register of assumptions; undefined where the contract has none. */
async function readRegisterFile(root: string): Promise<unknown> {
  const file = join(dirname(root), registerFile);
  return existsSync(file) ? parse(await readFile(file, "utf8")) : undefined;
}

function writeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
