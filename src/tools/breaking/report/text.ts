// Writes a report for a terminal.
import { styleText } from "node:util";
import type { Comparison, ReportedChange } from "../compare.ts";
import { summaryOf } from "./summary.ts";

/** Coloured only when `stream` is a terminal and `NO_COLOR` is not set. */
export function asText(comparison: Comparison, stream: NodeJS.WriteStream): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) => styleText(style, text, { stream });
  const colors = { breaking: "red", warning: "yellow", compatible: "green" } as const;
  const { changes, unusedWaivers = [] } = comparison.report;
  const block = ({ level, rule, pointer, location, message, remedy, waived }: ReportedChange) => {
    const heading = `${paint(colors[level], waived === undefined ? level : `${level}, waived`)}  ${paint("bold", location)}`;
    const advice = level === "compatible" ? [] : [waived === undefined ? remedy : `Waived: ${waived}`];
    return [`${heading}  ${rule}`, `  ${message}`, ...advice.map((line) => `  ${line}`), `  ${paint("dim", pointer)}`]
      .join("\n")
      .concat("\n");
  };
  const waivers = unusedWaivers.map(
    ({ rule, pointer, location }) =>
      `${paint("red", "unused waiver")}  ${paint("bold", location)}  ${rule}\n  It is unused. Remove it.\n  ${paint("dim", pointer)}\n`,
  );
  return [...changes.map(block), ...waivers, `${summaryOf(comparison)}\n`].join("");
}
