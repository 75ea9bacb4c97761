// Where each page of the site is, as a path from the site's root.
import { toAnchor, toSlug } from "./inline.ts";

/** The page of an operation. */
export function operationUrl(operationId: string): string {
  return `operations/${toFileName(operationId)}.html`;
}

/** The page of an event; the braces around the free part of a family's name are left out. */
export function eventUrl(name: string): string {
  return `events/${toFileName(name.replaceAll(/[{}]/g, ""))}.html`;
}

/** The list of all events. */
export const eventsUrl = "events/index.html";

/** The page of a component schema. */
export function schemaUrl(name: string): string {
  return `schemas/${toFileName(name)}.html`;
}

/** The list of all schemas. */
export const schemasUrl = "schemas/index.html";

/** The first page, which lists the operations by their tags. */
export const homeUrl = "index.html";

/** The operations of a tag, on the first page. */
export function tagUrl(name: string): string {
  return `${homeUrl}#${toSlug(name)}`;
}

/** The page of a guide. */
export function guideUrl(name: string): string {
  return `guides/${toFileName(name)}.html`;
}

/** Is it the page of a guide? */
export function isGuide(url: string): boolean {
  return url.startsWith("guides/");
}

/** The page for an address without one; static hosts serve it under this name. */
export const notFoundUrl = "404.html";

/** The page of the sandbox's control plane, which lists its calls. */
export const controlUrl = "sandbox/index.html";

/** The OpenAPI document of the control plane, for tools that make a client of it. */
export const controlDocumentUrl = "sandbox/openapi.json";

/** A call of the control plane on its page. */
export function controlCallUrl(operationId: string): string {
  return `${controlUrl}#${toAnchor(operationId)}`;
}

/** The Markdown twin of a page. */
export function twinUrl(url: string): string {
  return url.replace(/\.html(?=#|$)/, ".md");
}

/** How a page links to another place of the site, so that it works from any prefix and from disk. */
export function relativeUrl(from: string, to: string): string {
  if (to.startsWith("#")) return to;
  if (to.startsWith(`${from}#`)) return to.slice(from.length);
  const folders = from.split("/").slice(0, -1);
  const folder = folders.map((name) => `${name}/`).join("");
  return to.startsWith(folder) ? to.slice(folder.length) : "../".repeat(folders.length) + to;
}

/** Names of the contract may hold what a file system or a URL would read otherwise. */
function toFileName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, "-");
}
