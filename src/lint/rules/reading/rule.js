// The type of a rule: a function from the whole bundle to its findings. Spectral calls it once, with `given: $`.
// @ts-check

/**
 * One place that breaks a convention. The message says what was expected, what was found and what to do;
 * `.spectral.yaml` adds the link to the convention.
 * @typedef {{ message: string, path: import('./nodes.js').Path }} Finding
 */

/**
 * @template [Options=null]
 * @typedef {(document: unknown, options: Options) => Iterable<Finding>} Rule
 */

export {};
