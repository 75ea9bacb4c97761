// Which time zones there are: those of the IANA database, by the copy that Node carries.

/** The zones of three letters that the IANA database has; the library that Node asks knows more by such short names. */
const short = ["CET", "EET", "EST", "GMT", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "UTC", "WET"];

/** Does the IANA database have a time zone of this name? Upper and lower case are one, as it says. */
export function isTimeZone(name: string): boolean {
  if (/^(?:[a-z]{3}$|SystemV\/|[+-])/i.test(name)) return short.includes(name.toUpperCase());
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
