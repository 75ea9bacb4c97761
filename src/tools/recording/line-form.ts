// Whether a line has the form of a recording. What has not is never used: it could be anything, and be shown.
import { isObject } from "../contract/index.ts";
import { isPlainWord } from "./names.ts";
import type { RecordedEvent, RecordedExchange, RecordedWord, RecordingHeader } from "./recording.ts";

/** The longest line in bytes, far above that of any exchange. */
export const longestLine = 1024 * 1024;

/** Whether this is the header of a recording of this version. */
export function isHeader(value: unknown): value is RecordingHeader {
  return (
    isObject(value) &&
    value["recording"] === 1 &&
    isText(value["contract"], /^[\w.+-]{1,100}$/) &&
    isText(value["date"], /^\d{4}-\d\d-\d\d$/) &&
    isText(value["source"], /^(?:proxy|listen|har)$/)
  );
}

/** Whether this is a later line of a recording. */
export function isRecordedLine(value: unknown): value is RecordedExchange | RecordedEvent | RecordedWord {
  if (!isObject(value)) return false;
  if ("exchange" in value) return isExchange(value);
  if ("event" in value) return isEvent(value);
  return (
    hasOnly(value, ["word", "is"]) &&
    typeof value["word"] === "string" &&
    isPlainWord(value["word"]) &&
    isText(value["is"], /^\?\w{1,60}:\d{1,9}$/)
  );
}

type JsonObject = Readonly<Record<string, unknown>>;

function isExchange(line: JsonObject): boolean {
  const { exchange, operation, method, path, user, credentials, request, response } = line;
  if (!hasOnly(line, ["exchange", "operation", "method", "path", "user", "credentials", "request", "response"])) {
    return false;
  }
  return (
    isCount(exchange) &&
    isOptional(operation, (one) => isText(one, /^\w{1,100}$/)) &&
    isText(method, /^(?:GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|OTHER)$/) &&
    isText(path, /^[\w/.{}:… -]{0,1000}$/) &&
    isOptional(user, isPseudonym) &&
    isOptional(credentials, (one) => areScalars(one)) &&
    isMessage(request, ["parameters"]) &&
    isOptional(request["parameters"], areParameters) &&
    isOptional(response, (one) => isMessage(one, ["status"]) && isStatus(one["status"]))
  );
}

function isEvent(line: JsonObject): boolean {
  const { event, name, user, request } = line;
  return (
    hasOnly(line, ["event", "name", "user", "request"]) &&
    isCount(event) &&
    isOptional(name, (one) => isText(one, /^[\w.{}-]{1,100}$/)) &&
    isOptional(user, isPseudonym) &&
    isMessage(request, [])
  );
}

function isMessage(value: unknown, more: readonly string[]): value is JsonObject {
  return (
    isObject(value) &&
    hasOnly(value, ["headers", "type", "body", ...more]) &&
    isOptional(value["headers"], areScalars) &&
    isOptional(value["type"], (one) => isText(one, /^[\w.+/-]{1,100}$/)) &&
    isOptional(value["body"], (one) => isShape(one, 0))
  );
}

function areParameters(value: unknown): boolean {
  return isObject(value) && hasOnly(value, ["path", "query", "header"]) && Object.values(value).every(areShapes);
}

function areScalars(value: unknown): boolean {
  return isObject(value) && areNames(value) && Object.values(value).every(isScalarShape);
}

function areShapes(value: unknown): boolean {
  return isObject(value) && isShape(value, 0);
}

/** Deeper than any body that is captured: 64 levels of it, and those around it. */
const deepest = 70;

function isShape(value: unknown, depth: number): boolean {
  if (typeof value === "string") return isScalarShape(value);
  if (depth > deepest || typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.every((item) => isShape(item, depth + 1));
  for (const name of Object.keys(value)) {
    if (!isName(name) || !isShape((value as JsonObject)[name], depth + 1)) return false;
  }
  return true;
}

/** The words of a scalar's shape, which are few: each text is read once. */
function isScalarShape(value: unknown): value is string {
  if (typeof value !== "string") return false;
  if (knownScalars.has(value)) return true;
  if (!scalar.test(value)) return false;
  if (knownScalars.size < mostKnown) knownScalars.add(value);
  return true;
}

const knownScalars = new Set<string>();
const mostKnown = 50_000;

const scalar =
  /^(?=.{1,300}$)(?:… \d{1,12} more|=[\w.:/+-]{1,100}|[~?]\w{1,60}:\d{1,9}|(?:null|boolean|integer|number|string|file|absent|unreadable|undefined)(?: (?:uuid|date|date-time|uri|email|empty|short|medium|long|known|[~?]\w{1,60}:\d{1,9}|!\w{1,30})){0,12})$/;

function areNames(value: JsonObject): boolean {
  return Object.keys(value).every(isName);
}

/** Names of the contract, of HTTP, or of unknown fields; `__proto__` and its like mean something to the language. */
function isName(name: string): boolean {
  return /^(?:[a-zA-Z][\w.-]{0,99}|\(key(?: \d{1,2})?\))$/.test(name) && name !== "constructor" && name !== "prototype";
}

function hasOnly(value: JsonObject, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

function isOptional<Value>(value: Value, isValid: (value: Value) => boolean): boolean {
  return value === undefined || isValid(value);
}

function isPseudonym(value: unknown): boolean {
  return isText(value, /^~\w{1,60}:\d{1,9}$/);
}

function isText(value: unknown, form: RegExp): boolean {
  return typeof value === "string" && form.test(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 999;
}
