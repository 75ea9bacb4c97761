// Writes a report as GitHub annotations, one line each, shown at its line of YAML.
import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { Git } from "../../shared/git/index.ts";
import { formatCounterexample } from "../counterexample-text.ts";
import { formatAffected, type Selection, writeSummary } from "./selection.ts";

export async function asGithub(selection: Selection): Promise<string> {
  const { unusedWaivers = [] } = selection.report;
  const here = realpathSync(process.cwd());
  const top = (await new Git(here).top().catch(() => undefined)) ?? here;
  const annotation = (kind: Kind, location: string, title: string, message: string) =>
    writeAnnotation(kind, nameFromTop(top, here, location), title, message);
  const lines = selection.listed.flatMap(
    ({ level, rule, location, pointer, part, detail, affected, remedy, waived, counterexample }) => {
      if (level === "compatible") return [];
      const shown = [
        `${part}: ${detail}`,
        ...formatCounterexample(counterexample),
        ...(affected.length === 0 ? [] : [`In ${formatAffected(affected)}.`]),
      ].join("\n");
      if (waived !== undefined)
        return [annotation("notice", location, `${rule} (waived)`, `${shown}\nWaived: ${waived}`)];
      if (level === "warning") return [annotation("warning", location, rule, `${shown}\n${remedy}`)];
      return [annotation("error", location, rule, `${shown}\n${remedy}\nPointer for a waiver: ${pointer}`)];
    },
  );
  const waivers = unusedWaivers.map(({ location, rule, pointer }) =>
    annotation("error", location, "unused waiver", `The waiver of ${rule} at ${pointer} is unused. Remove it.`),
  );
  return [...lines, ...waivers, writeSummary(selection), ""].join("\n");
}

type Kind = "error" | "warning" | "notice";

/** GitHub names files from the top of the repository, a report from where the command runs. */
function nameFromTop(top: string, here: string, location: string): string {
  const named = relative(top, resolve(here, location)).split(sep).join("/");
  return named.startsWith("../") ? location : named;
}

function writeAnnotation(kind: Kind, location: string, title: string, message: string): string {
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
