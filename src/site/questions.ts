// The questionnaire: what the contract assumes, as questions that the service's owner answers by ticking boxes.
import { readRegister } from "../shared/contract/index.ts";

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
  const all = Array.from(readRegister(register), ([key, { topic, entry }]) => ({
    ...(entry as unknown as Entry),
    key,
    topic: entry["weight"] === "decides" ? "What decides how a consumer codes" : topic,
  }));
  const asked = all
    .filter(({ weight, asked_with }) => weight === "decides" || asked_with === undefined)
    .toSorted((a, b) => Number(b.weight === "decides") - Number(a.weight === "decides"));
  const write = ({ key, chose, could_be }: (typeof all)[number]) => {
    const others = all.filter(({ asked_with }) => asked_with === key).flatMap((one) => one.could_be);
    const boxes = ["yes", ...new Set([...could_be, ...others])].map((answer) => `☐\u00a0${answer}`).join(" ");
    return `1. ${chose}. ${boxes}`;
  };
  const groups = Map.groupBy(asked, ({ topic }) => topic);
  return Array.from(groups, ([topic, own]) => `## ${topic}\n\n${own.map(write).join("\n")}`).join("\n\n");
}
