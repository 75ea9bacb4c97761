// Freezes a document all the way down: a later change of it throws.

/** Freezes a value, and returns it. */
export function frozen<T>(node: T): T {
  if (typeof node !== "object" || node === null || Object.isFrozen(node)) return node;
  Object.freeze(node);
  for (const value of Object.values(node)) frozen(value);
  return node;
}
