// Guards and wording for parsed JSON.
// @ts-check

/** @typedef {Record<string, unknown>} JsonObject */

/**
 * Tells a JSON object from null, an array and a plain value.
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The entries of an array, or none.
 * @param {unknown} value
 * @returns {unknown[]}
 */
export function list(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * A value as a message quotes it: on one line and short.
 * @param {unknown} value
 * @returns {string}
 */
export function quoted(value) {
  const json = value === undefined ? "nothing" : JSON.stringify(value);
  return json.length > 80 ? `${json.slice(0, 77)}...` : json;
}
