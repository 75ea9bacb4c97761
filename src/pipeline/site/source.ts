// The two documents that pages are made of, the contract and the control plane of the sandbox, and where each has its pages.
import type { OpenApiDocument } from "../../tools/contract/index.ts";
import { controlOperationUrl, controlTagUrl, operationUrl, schemaUrl, tagUrl } from "./urls.ts";

/** A document, and where its pages are. */
export interface Source {
  readonly document: OpenApiDocument;
  operationUrl(operationId: string): string;
  tagUrl(name: string): string;
  /** The page of a component schema, where each has one; else its fields are shown wherever it is used, without its name. */
  readonly schemaUrl: ((name: string) => string) | undefined;
}

/** The contract. */
export function contractSource(document: OpenApiDocument): Source {
  return { document, operationUrl, tagUrl, schemaUrl };
}

/** The control plane. Its schemas have no pages, since names such as `Event` would be taken for the contract's. */
export function controlSource(document: OpenApiDocument): Source {
  return { document, operationUrl: controlOperationUrl, tagUrl: controlTagUrl, schemaUrl: undefined };
}
