// Writes a report as Markdown, for the summary of a CI job.
import type { ReportedChange } from "../compare.ts";
import { formatCounterexample } from "../counterexample-text.ts";
import { formatAffected, makeBlocks, type Selection, writeSummary } from "./selection.ts";

export function asMarkdown(selection: Selection): string {
  const { listed, words, report } = selection;
  const groups = Map.groupBy(listed, ({ level, waived }) => (waived === undefined ? level : "waived"));
  const sections = Object.entries(titles).flatMap(([kind, title]) => {
    const changes = groups.get(kind as keyof typeof titles);
    return changes ? [writeSection(title, kind === "waived" ? "Why" : "What to do", changes)] : [];
  });
  const waivers = report.unusedWaivers.map(
    ({ rule, pointer, location }) => `- ${code(location)}: the waiver of ${code(rule)} at ${code(pointer)} is unused.`,
  );
  return [
    `## Contract changes\n\n${prose(writeSummary(selection))}\n`,
    ...sections,
    ...(words === "" ? [] : [`${words}\n`]),
    ...(waivers.length > 0 ? [`### Unused waivers\n\n${waivers.join("\n")}\n`] : []),
  ].join("\n");
}

const titles = {
  breaking: "Breaking",
  waived: "Breaking, waived",
  warning: "Warnings",
  compatible: "Compatible",
} as const;

function writeSection(title: string, advice: string, changes: readonly ReportedChange[]): string {
  // The changes of one part stand together
  const rows = makeBlocks(changes).flatMap((block) => block.changes.map(writeRow));
  return [
    `### ${title}\n`,
    `| Where | Change | In | ${advice} | Rule | Line |`,
    "|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

function writeRow(change: ReportedChange): string {
  const { part, affected, detail, remedy, rule, location, waived, level, pointer, counterexample } = change;
  const proof = [...formatCounterexample(counterexample), ...(level === "breaking" ? [pointer] : [])].map(code);
  const advice = waived ?? (level === "compatible" ? "" : remedy);
  const cells = [prose(part), [prose(detail), ...proof].join("<br>"), prose(formatAffected(affected)), prose(advice)];
  return `| ${[...cells, code(rule), code(location)].join(" | ")} |`;
}

/** Code and JSON in a sentence of the report: a pattern in it may have what begins code, and what ends it. */
const quoted = /`((?:"(?:[^"\\]|\\.)*"|[^`"])*)`|"(?:[^"\\]|\\.)*"/;
/** Characters that mean something in Markdown, in its tables, or on GitHub. */
const special = /[\\`*~<>[\]|&$]|(?<![a-z\d])_|_(?![a-z\d])/gi;
const quotedOrSpecial = new RegExp(`${quoted.source}|${special.source}`, "gi");

/** Writes a sentence so that it shows as it is, on one line of a table or a list. */
function prose(text: string): string {
  return onOneLine(text).replace(quotedOrSpecial, (found, inside?: string) =>
    inside === undefined ? escapeMarkdown(found) : code(inside),
  );
}

/** Writes code. Nothing can be escaped between backticks, where a table would still divide cells. */
function code(text: string): string {
  const line = onOneLine(text);
  return /[`|\\]/.test(line) ? `<code>${escapeMarkdown(line)}</code>` : `\`${line}\``;
}

/** Writes special characters as entities, which Markdown never takes for its own. */
function escapeMarkdown(text: string): string {
  return text.replace(special, (character) => `&#${character.charCodeAt(0)};`);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
