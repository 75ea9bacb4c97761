// The choices of the sandbox as a table, by the part of the service that each concerns first.
import { counted } from "../../../tools/terminal/index.ts";
import type { Block, TableRow } from "../page.ts";
import type { Reference } from "../reference.ts";
import { anchorOf, code, plain, slugOf } from "../text.ts";

/** Writes the table. Why each was made is left to the sandbox, which lists it. */
export function choiceBlocks({ operations }: Reference, { document }: Reference): Block[] {
  const choices = document["x-choices"] ?? [];
  const parts = Map.groupBy(
    choices,
    ({ operations: [first] }) =>
      operations.find(({ id }) => id === first)?.tag ?? (first === "every operation" ? "All operations" : "Events"),
  );
  const rows = [...parts].flatMap(([part, all]): TableRow[] => [
    { id: `choices-${slugOf(part)}`, group: plain(part) },
    ...all.map(({ id, chosen }) => ({ id: anchorOf(id), cells: [code(id), chosen] })),
  ]);
  return [
    { kind: "line", text: `${counted(choices.length, "choice")}.` },
    { kind: "table", label: "Choices of the sandbox", head: ["Choice", "What the sandbox does"], rows },
  ];
}
