// The choices of the sandbox as a table: what it does, why, and which operations and events it concerns.
import type { SandboxChoice } from "../../../tools/contract/index.ts";
import { counted } from "../../../tools/terminal/index.ts";
import type { Block, TableRow } from "../page.ts";
import type { Reference } from "../reference.ts";
import { anchorOf, code, type Inline, link, listed, plain, slugOf } from "../text.ts";

/** The table, by the part of the service that a choice concerns first. */
export function choiceBlocks(reference: Reference, control: Reference): Block[] {
  const choices = choicesOf(control);
  const groups = Map.groupBy(choices, ({ operations: [first = ""] }) => partOf(reference, first));
  const rows = [...groups].flatMap(([part, ofPart]): TableRow[] => [
    { id: `of-${slugOf(part)}`, group: plain(part) },
    ...ofPart.map((choice) => ({
      id: anchorOf(choice.id),
      cells: [
        listed(choice.operations.map((name) => placeOf(reference, name))),
        code(choice.id),
        `${choice.chosen}\n\n*${choice.because}*`,
      ],
    })),
  ]);
  return [
    { kind: "line", text: `${counted(choices.length, "choice")}.` },
    {
      kind: "table",
      label: "Choices of the sandbox",
      head: ["Where", "Choice", "What the sandbox does, and why"],
      rows,
    },
  ];
}

/** The choices, in their order. */
function choicesOf({ document }: Reference): readonly SandboxChoice[] {
  return document["x-choices"] ?? [];
}

function partOf({ operations }: Reference, name: string): string {
  return operations.find(({ id }) => id === name)?.tag ?? "Events";
}

/** The page of an operation or event; words where all are meant. */
export function placeOf({ operations, events }: Reference, name: string): Inline {
  const url = operations.find(({ id }) => id === name)?.url ?? events.find((event) => event.name === name)?.url;
  return url === undefined ? plain(name) : link(code(name), url);
}
