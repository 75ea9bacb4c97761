// Writes a report as GitHub annotations, one line each, shown at its line of YAML.
import type { Selection } from "./selection.ts";
import { writeSummary } from "./summary.ts";

export function asGithub(selection: Selection): string {
  const { unusedWaivers = [], notCompared = [] } = selection.report;
  const lines = selection.listed.flatMap(({ level, rule, location, message, remedy, waived }) => {
    if (level === "compatible") return [];
    if (waived !== undefined)
      return [annotation("notice", location, `${rule} (waived)`, `${message} Waived: ${waived}`)];
    return [annotation(level === "breaking" ? "error" : "warning", location, rule, `${message} ${remedy}`)];
  });
  const waivers = unusedWaivers.map(({ location, rule, pointer }) =>
    annotation("error", location, "unused waiver", `The waiver of ${rule} at ${pointer} is unused. Remove it.`),
  );
  const unread = notCompared.map(({ location, message }) =>
    annotation("warning", location, "not compared", `${message} It is not compared in either document.`),
  );
  return [...lines, ...waivers, ...unread, writeSummary(selection), ""].join("\n");
}

function annotation(kind: "error" | "warning" | "notice", location: string, title: string, message: string): string {
  const [, file = "", line = "1", column = "1"] = /^(.*):(\d+):(\d+)$/.exec(location) ?? [];
  const properties = { file, line, col: column, title };
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(value)}`);
  return `::${kind} ${written.join(",")}::${escaped(message)}`;
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
