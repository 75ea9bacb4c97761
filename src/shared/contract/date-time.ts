// Times as RFC 3339 writes them.

const written =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/**
 * Is the text a date-time of RFC 3339? It has a `T` and an offset with a colon, or `Z`; both letters may be small.
 * A leap second ends a day of UTC.
 */
export function isDateTime(text: string): boolean {
  const [, date = ""] = written.exec(text) ?? [];
  // To JavaScript 30 February is 1 March
  if (new Date(`${date}T00:00Z`).getUTCDate() !== Number(date.slice(8))) return false;
  return !isLeapSecond(text) || new Date(secondBefore(text)).toISOString().slice(11, 19) === "23:59:59";
}

/** Milliseconds since 1970 of a date-time; of a leap second those of the second after it. NaN when it is none. */
export function dateTimeMs(text: string): number {
  if (!isDateTime(text)) return Number.NaN;
  return isLeapSecond(text) ? secondBefore(text) + 1000 : Date.parse(text);
}

function isLeapSecond(text: string): boolean {
  return text.slice(17, 19) === "60";
}

function secondBefore(text: string): number {
  return Date.parse(`${text.slice(0, 17)}59${text.slice(19)}`);
}
