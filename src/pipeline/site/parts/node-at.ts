// Looks a node of the bundle up by its path.
import type { OpenApiDocument } from "../../../tools/contract/index.ts";
import type { BundlePath } from "../text.ts";

/** The node at a path; undefined without one. */
export function nodeAt<T extends object>(document: OpenApiDocument, path: BundlePath): T | undefined {
  return path.reduce<unknown>((at, token) => Reflect.get(Object(at), token), document) as T | undefined;
}
