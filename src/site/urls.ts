// Where each page of the site is, as a path from the site's root.
import { toSlug } from "./text.ts";

/** The page of an operation. */
function operationUrl(operationId: string): string {
  return `operations/${toFileName(operationId)}.html`;
}

/** The page of an event; the braces around the free part of a family's name are left out. */
export function eventUrl(name: string): string {
  return `events/${toFileName(name.replaceAll(/[{}]/g, ""))}.html`;
}

/** The page of a component schema. */
function schemaUrl(name: string): string {
  return `schemas/${toFileName(name)}.html`;
}

/** The page of a tag. */
export function tagUrl(name: string): string {
  return `tags/${toFileName(name.toLowerCase().replaceAll(/\s+/g, "-"))}.html`;
}

/** The page of a guide. */
export function guideUrl(name: string): string {
  return `guides/${toFileName(name)}.html`;
}

/** The page for an address without one; static hosts serve it under this name. */
export const notFoundUrl = "404.html";

/** The first page of the sandbox's control plane. */
export const controlUrl = "sandbox/index.html";

/** The page of an operation of the control plane. */
export function controlOperationUrl(operationId: string): string {
  return `sandbox/${toFileName(operationId)}.html`;
}

/** What a tag of the control plane groups is listed on its first page. */
function controlTagUrl(name: string): string {
  return `${controlUrl}#${toSlug(name)}`;
}

/** Where a document has its pages. */
export interface DocumentUrls {
  operationUrl(operationId: string): string;
  tagUrl(name: string): string;
  /** Without pages of its schemas, the fields are shown wherever a schema is used, without its name. */
  readonly schemaUrl: ((name: string) => string) | undefined;
}

/** The pages of the contract. */
export const contractUrls: DocumentUrls = { operationUrl, tagUrl, schemaUrl };

/** The pages of the control plane. Its schemas have none, since names such as `Event` would be taken for the contract's. */
export const controlUrls: DocumentUrls = {
  operationUrl: controlOperationUrl,
  tagUrl: controlTagUrl,
  schemaUrl: undefined,
};

/** The Markdown twin of a page. */
export function twinUrl(url: string): string {
  return url.replace(/\.html(?=#|$)/, ".md");
}

/** How a page links to another place of the site, so that it works from any prefix and from disk. */
export function relativeUrl(from: string, to: string): string {
  if (to.startsWith(`${from}#`)) return to.slice(from.length);
  const folders = from.split("/").slice(0, -1);
  const folder = folders.map((name) => `${name}/`).join("");
  return to.startsWith(folder) ? to.slice(folder.length) : "../".repeat(folders.length) + to;
}

/** Names of the contract may hold what a file system or a URL would read otherwise. */
function toFileName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, "-");
}
