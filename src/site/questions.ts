// The questionnaire: what the contract assumes, as questions that the service's owner answers by ticking boxes.
import { listEntries } from "../shared/contract/index.ts";

/** An entry of the register, as far as it is asked. */
interface Entry {
  readonly chose: string;
  readonly could_be: readonly string[];
  readonly weight?: "decides";
  /** The key of the entry whose question covers this one. */
  readonly asked_with?: string;
}

/**
 * Writes the questions as Markdown: those that decide how a consumer codes first, then the others by topic.
 *
 * @param register The content of `assumptions.yaml`.
 */
export function writeQuestions(register: unknown): string {
  const topics = listEntries(register).map(([topic, entries]) => ({
    topic,
    entries: listEntries(entries) as [string, Entry][],
  }));
  const all = topics.flatMap(({ entries }) => entries);
  const write = ([key, { chose, could_be }]: [string, Entry]) => {
    const others = all.filter(([, entry]) => entry.asked_with === key).flatMap(([, entry]) => entry.could_be);
    const boxes = ["yes", ...new Set([...could_be, ...others])].map((answer) => `☐\u00a0${answer}`).join(" ");
    return `1. ${chose}. ${boxes}`;
  };
  const isAsked = ([, { asked_with }]: [string, Entry]) => asked_with === undefined;
  const decides = ([, { weight }]: [string, Entry]) => weight === "decides";
  const groups = [
    { topic: "What decides how a consumer codes", entries: all.filter(decides) },
    ...topics.map(({ topic, entries }) => ({ topic, entries: entries.filter((one) => isAsked(one) && !decides(one)) })),
  ];
  return groups
    .filter(({ entries }) => entries.length > 0)
    .map(({ topic, entries }) => `## ${topic}\n\n${entries.map(write).join("\n")}`)
    .join("\n\n");
}
