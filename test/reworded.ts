// Rewrites the assumptions in a contract. A test that finds the same with other words shows that no program reads the words.
import { isObject } from "../src/shared/contract/index.ts";

/** The same document with something else under a name, wherever the name stands. */
export function rewritten<T>(node: T, name: string, rewrite: (value: unknown) => unknown): T {
  if (Array.isArray(node)) return node.map((item) => rewritten(item, name, rewrite)) as T;
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === name ? rewrite(value) : rewritten(value, name, rewrite)]),
  ) as T;
}

/** The same document with other words in these fields of each assumption, by default in all that are for people. */
export function reworded<T>(
  document: T,
  reword: (text: string) => string,
  fields: readonly string[] = ["chose", "because", "could_be"],
): T {
  return withAssumptions(document, (assumption) =>
    Object.fromEntries(
      Object.entries(assumption).map(([field, value]) => [
        field,
        fields.includes(field) ? reword(String(value)) : value,
      ]),
    ),
  );
}

/** The same document with each assumption changed, one or a list of them. */
export function withAssumptions<T>(document: T, change: (assumption: object) => object): T {
  return rewritten(document, "x-assumption", (mark) =>
    Array.isArray(mark) ? mark.map((one) => change(Object(one))) : change(Object(mark)),
  );
}
