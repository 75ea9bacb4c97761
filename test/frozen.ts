// Freezes a document all the way down: who changes it throws.
export function frozen<T>(node: T): T {
  if (typeof node !== "object" || node === null || Object.isFrozen(node)) return node;
  Object.freeze(node);
  for (const value of Object.values(node)) frozen(value);
  return node;
}
