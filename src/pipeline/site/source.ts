// The documents that pages are made of: the contract, and beside it the control plane of the sandbox; and where each shows what it says.
import type { OpenApiDocument } from "../../tools/contract/index.ts";
import { controlOperationUrl, controlTagUrl, operationUrl, schemaUrl, tagUrl } from "./urls.ts";

/** A document, and where its pages stand. */
export interface Source {
  readonly document: OpenApiDocument;
  /** Which one it is, for who looks for the place that a text was written at. */
  readonly name: "contract" | "control";
  operationUrl(operationId: string): string;
  tagUrl(name: string): string;
  /** The page of a component schema, where each has one; else it is unfolded wherever it is used, without its name. */
  readonly schemaUrl: ((name: string) => string) | undefined;
}

/** The contract, which most of the site is about. */
export function contractSource(document: OpenApiDocument): Source {
  return { document, name: "contract", operationUrl, tagUrl, schemaUrl };
}

/**
 * The control plane: our tool and not the service, so its pages stand apart. Its schemas have none, since names such as
 * `Event` would be taken for the contract's.
 */
export function controlSource(document: OpenApiDocument): Source {
  return {
    document,
    name: "control",
    operationUrl: controlOperationUrl,
    tagUrl: controlTagUrl,
    schemaUrl: undefined,
  };
}
