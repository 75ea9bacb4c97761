// The catalogue of statements as one table, a group for each section of the description.
import type { Block, TableRow } from "../page.ts";
import type { Reference } from "../reference.ts";
import { completed, placeFinder, readStatements, type Statement } from "../statements.ts";
import { code, type Inline, link, listed, plain } from "../text.ts";
import { guideUrl } from "../urls.ts";

const page = guideUrl("what-the-service-states");

/** How many there are, and the table. */
export function statementBlocks(reference: Reference): Block[] {
  const sections = readStatements();
  const all = new Map(sections.flatMap(({ statements }) => statements.map((statement) => [statement.id, statement])));
  const placeOf = placeFinder(reference);
  const count = (kind: Statement["kind"]) => [...all.values()].filter((statement) => statement.kind === kind).length;
  const rowOf = (statement: Statement): TableRow => {
    const whole = completed(statement, all);
    const place = placeOf(whole);
    return {
      id: statement.id,
      cells: [
        place === undefined ? statement.id : `${statement.id}\n\n${link(place.words, place.url)}`,
        statement.says,
        holderOf(whole),
      ],
    };
  };
  const rows = sections.flatMap(({ section, title, statements }): TableRow[] => [
    { id: `section-${section}`, group: `${section} ${plain(title)}` },
    ...statements.map(rowOf),
  ]);
  return [
    {
      kind: "line",
      text: `${all.size} statements: ${count("shape")} on what there is, ${count("behaviour")} on behaviour, ${count("gap")} on what is not shown.`,
    },
    {
      kind: "line",
      text: `By section: ${sections.map(({ section }) => link(section, `${page}#section-${section}`)).join(", ")}.`,
    },
    {
      kind: "table",
      label: "What the service states",
      head: ["Number and place", "Statement", "Held by"],
      rows,
    },
  ];
}

function holderOf({ kind, check, test, why, unheld }: Statement): Inline {
  if (unheld !== undefined) return `Nothing yet: ${unheld}`;
  if (kind === "gap") return "Not shown";
  if (kind === "shape") return "The contract";
  const files = [...new Set(test.map((name) => name.split(": ")[0] ?? ""))];
  const holders = listed([...check.map(code), ...files.map((file) => `a test of ${code(file)}`)]);
  return [holders.replace(/^a/, "A"), why ?? ""].filter((part) => part !== "").join("\n\n");
}
