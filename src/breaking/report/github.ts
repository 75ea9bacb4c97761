// Writes a report as GitHub annotations, one line each, shown at its line of YAML.
import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { Git } from "../../shared/git/index.ts";
import { formatCounterexample } from "../counterexample-text.ts";
import { formatAffected, type Selection, writeSummary } from "./selection.ts";

export async function asGithub(selection: Selection): Promise<string> {
  const here = realpathSync(process.cwd());
  const top = (await new Git(here).top().catch(() => undefined)) ?? here;
  const lines = selection.listed.flatMap((change) => {
    const { level, rule, location, pointer, part, detail, affected, remedy, waived, counterexample } = change;
    if (level === "compatible") return [];
    const shown = [`${part}: ${detail}`, ...formatCounterexample(counterexample)];
    if (affected.length > 0) shown.push(`In ${formatAffected(affected)}.`);
    shown.push(waived === undefined ? remedy : `Waived: ${waived}`);
    if (level === "breaking" && waived === undefined) shown.push(`Pointer for a waiver: ${pointer}`);
    const kind = waived === undefined ? (level === "breaking" ? "error" : level) : "notice";
    const title = waived === undefined ? rule : `${rule} (waived)`;
    return [writeAnnotation(kind, nameFromTop(top, here, location), title, shown.join("\n"))];
  });
  const waivers = selection.report.unusedWaivers.map(({ location, rule, pointer }) => {
    const message = `The waiver of ${rule} at ${pointer} is unused. Remove it.`;
    return writeAnnotation("error", nameFromTop(top, here, location), "unused waiver", message);
  });
  return [...lines, ...waivers, writeSummary(selection), ""].join("\n");
}

/** GitHub names files from the top of the repository, a report from where the command runs. */
function nameFromTop(top: string, here: string, location: string): string {
  const named = relative(top, resolve(here, location)).split(sep).join("/");
  return named.startsWith("../") ? location : named;
}

function writeAnnotation(kind: "error" | "warning" | "notice", location: string, title: string, message: string) {
  const [, file = "", line = "1", column = "1"] = /^(.*?)(?:#\/.*|:(\d+):(\d+))$/.exec(location) ?? [];
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
