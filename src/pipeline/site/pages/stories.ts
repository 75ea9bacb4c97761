// The stories of the sandbox, a section each: what happens step by step, what goes wrong and what does not, and what the service leaves open.
import type { Story, StoryStep } from "../../../tools/contract/index.ts";
import type { Block } from "../page.ts";
import type { Reference } from "../reference.ts";
import { anchorOf, code, type Inline, link, listed, plain } from "../text.ts";
import { controlOperationUrl, guideUrl } from "../urls.ts";
import { placeOf } from "./sandbox-choices.ts";

/** A section for each story. */
export function storyBlocks(reference: Reference, control: Reference): Block[] {
  return (control.document["x-stories"] ?? []).flatMap((story, index): Block[] => [
    { kind: "heading", level: 2, id: anchorOf(story.id), text: plain(story.title) },
    {
      kind: "prose",
      text: { markdown: storyText(reference, story), origin: { in: "control", path: ["x-stories", index] } },
    },
  ]);
}

function storyText(reference: Reference, { id, summary, payloads, steps, naive, right, ...open }: Story): string {
  const given = Object.entries(payloads).map(([name, all]) => `${code(name)}, a list of ${listed(all)}`);
  const choices = open.choices.map((choice) =>
    link(code(choice), `${guideUrl("sandbox-choices")}#${anchorOf(choice)}`),
  );
  return [
    `${code(id)}: ${summary}`,
    given.length === 0 ? "It needs no input." : `It needs ${given.join(" and ")}.`,
    steps.map((step, index) => `${index + 1}. ${step.text} ${doneBy(reference, step)}`).join("\n"),
    `**A naive consumer**: ${naive}`,
    `**A correct consumer**: ${right}`,
    `What the service states and leaves open: ${listed(open.operations.map((name) => placeOf(reference, name)))}. What the sandbox chooses: ${listed(choices)}.`,
  ].join("\n\n");
}

/** The calls that a step stands for. */
function doneBy(reference: Reference, { simulate, call, fault }: StoryStep): Inline {
  const ofControl = (id: string, words = id) => link(code(words), controlOperationUrl(id));
  const done =
    simulate !== undefined
      ? ofControl(`simulate${simulate.charAt(0).toUpperCase()}${simulate.slice(1)}`, simulate)
      : call !== undefined
        ? placeOf(reference, call)
        : ofControl("advanceClock");
  return fault === undefined ? done : `${done} with ${ofControl("addEventFault", String(fault["effect"]))}`;
}
