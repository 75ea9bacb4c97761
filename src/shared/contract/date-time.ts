// Times as RFC 3339 writes them.

const written =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/**
 * Is the text a date-time of RFC 3339? It has a `T` and an offset with a colon, or `Z`; both letters may be small.
 * A leap second ends a day of UTC.
 */
export function isDateTime(text: string): boolean {
  const parts = written.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > countDays(year, month)) return false;
  if (second < 60) return true;
  const [sign = "+", offsetHours = "0", offsetMinutes = "0"] = parts.slice(7);
  const offset = (sign === "-" ? -1 : 1) * (Number(offsetHours) * 60 + Number(offsetMinutes));
  return (hour * 60 + minute - offset + dayMinutes) % dayMinutes === dayMinutes - 1;
}

const dayMinutes = 24 * 60;

function countDays(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Milliseconds since 1970 of a date-time; of a leap second those of the second after it. NaN when it is none. */
export function dateTimeMs(text: string): number {
  if (!isDateTime(text)) return Number.NaN;
  const isLeapSecond = text.slice(17, 19) === "60";
  return isLeapSecond ? Date.parse(`${text.slice(0, 17)}59${text.slice(19)}`) + 1000 : Date.parse(text);
}
