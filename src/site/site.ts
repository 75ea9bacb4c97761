// Puts the site together: every file of it, as text by path.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { toOpenApi30 } from "../generate/index.ts";
import { controlRoot, type OpenApiDocument, readContract, readControlDocument } from "../shared/contract/index.ts";
import { FileProblemsError } from "../shared/findings/index.ts";
import { browserScripts, lookStyle } from "../shared/look/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import { refuseUndrawn } from "./drawn.ts";
import { Gaps } from "./gaps.ts";
import { LinkChecker, listDocumentFiles } from "./links.ts";
import { writeJsonSchema } from "./machine/json-schemas.ts";
import { writeLlmsFullText, writeLlmsText } from "./machine/llms.ts";
import { writeMarkdown } from "./machine/markdown-page.ts";
import type { Page } from "./page.ts";
import { eventPage } from "./pages/event.ts";
import { makeGuideLists } from "./pages/guide-lists.ts";
import { guidePages, listGuideFiles } from "./pages/guides.ts";
import {
  controlDocumentFile,
  controlIndexPage,
  eventsPage,
  notFoundPage,
  schemasPage,
  tagPage,
} from "./pages/indexes.ts";
import { controlPage, operationPage } from "./pages/operation.ts";
import { schemaPages } from "./pages/schema.ts";
import { writePage } from "./parts/layout.ts";
import { findOwners, listPlaces, type PagePlace } from "./places.ts";
import { type Reference, readReference } from "./reference.ts";
import { searchIndexFile, writeSearchIndex } from "./search.ts";
import { code, toAnchor } from "./text.ts";
import { controlUrls, guideUrl, notFoundUrl, twinUrl } from "./urls.ts";

/**
 * Writes every file of the site.
 *
 * @param document The bundled contract.
 * @param root Its root document, to locate broken links, with the register of assumptions beside it.
 * @param base The path that the site is published under. Only the page for addresses without one contains it.
 * @returns The texts by path from the site's root.
 * @throws {FileProblemsError} with file and line when the pages do not draw a part of it, or a link leads nowhere.
 */
export async function buildSiteFiles(
  document: OpenApiDocument,
  root: string,
  base = "/",
): Promise<Map<string, string>> {
  await refuseUndrawn(document, root);
  const reference = readReference(await readContract(document));
  const plane = await readControlDocument();
  const control = readReference(plane, controlUrls);
  const contractPages = [
    ...reference.operations.map(operationPage),
    ...reference.events.map(eventPage),
    ...schemaPages(reference),
  ];
  const places = listOwnPlaces(document, contractPages);
  const gaps = await Gaps.read([...listCredentialPlaces(reference), ...places], root);
  const pages = [
    ...(await guidePages(
      makeGuideLists({ reference, control, gaps, register: gaps.register, places }),
      document.info.title,
    )),
    ...reference.tags.map(tagPage),
    ...contractPages,
    eventsPage(reference),
    schemasPage(reference),
    controlIndexPage(control),
    ...control.operations.map((operation) => controlPage(operation, plane.document.info.title)),
    notFoundPage(),
  ];
  const links = new LinkChecker(reference, control);
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
  add(searchIndexFile, writeSearchIndex(reference, control, pages, places));
  const twins = new Map(pages.map((page) => [twinUrl(page.url), writeMarkdown(page, gaps)]));
  for (const page of pages) {
    add(page.url, writePage(page, { page: page.url, links, gaps }, reference, control, listScripts(page)));
  }
  for (const [path, text] of twins) add(path, text);
  for (const { name, url } of reference.schemas) {
    add(url.replace(/\.html$/, ".json"), `${JSON.stringify(writeJsonSchema(document, name), null, 2)}\n`);
  }
  add("openapi.json", `${JSON.stringify(document, null, 2)}\n`);
  add("openapi-3.0.json", `${JSON.stringify(toOpenApi30(document), null, 2)}\n`);
  add("openapi.yaml", stringify(document, { lineWidth: 0, aliasDuplicateObjects: false }));
  add(controlDocumentFile, `${JSON.stringify(plane.document, null, 2)}\n`);
  add("llms.txt", writeLlmsText(reference, control, pages));
  add("llms-full.txt", writeLlmsFullText(twins));
  // A host answers with this page at any depth, so its links cannot be relative
  files.set(notFoundUrl, (files.get(notFoundUrl) ?? "").replaceAll(/ (href|src)="(?![a-z]+:|#)/g, ` $1="${base}`));
  const broken = await links.findBroken(files, async () => [
    ...(await listDocumentFiles(root)),
    ...(await listDocumentFiles(controlRoot)),
    ...listGuideFiles(),
  ]);
  if (broken.length > 0) throw new FileProblemsError(broken);
  return files;
}

/** What a page does not use, it does not load. */
function listScripts({ blocks }: Page): string[] {
  const isTried = blocks.some((block) => block.kind === "columns" && block.main.some(({ kind }) => kind === "try-it"));
  return ["page.js", "search.js", ...(isTried ? ["try-it.js"] : [])];
}

/** The places of the contract, each thing only where it belongs: what is of a component schema, on its own page. */
function listOwnPlaces(document: OpenApiDocument, pages: readonly Page[]): PagePlace[] {
  const belongs = findOwners(document);
  return pages.flatMap(listPlaces).map(({ field, known, marks, ...place }) => ({
    ...place,
    marks: marks.filter(({ node }) => belongs(node, place.page)),
    known: known && belongs(known.node, place.page) ? known : undefined,
    ...(field && belongs(field.node, place.page) ? { field } : {}),
  }));
}

/** Credentials have no page of their own: a guide lists them. */
function listCredentialPlaces({ credentials }: Reference): PagePlace[] {
  const title = "Authentication";
  const url = guideUrl("authentication");
  const page: Page = { url, title, name: title, area: "guides", tag: title, badges: [], summary: title, blocks: [] };
  return credentials.map(({ name, marks }) => {
    return { page, url: `${url}#${toAnchor(name)}`, words: code(name), marks, known: undefined };
  });
}
