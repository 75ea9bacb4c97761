// The catalogue of statements as one table, a group for each section of the description; and on each page, those about it.
import type { Block, Page, TableRow } from "../page.ts";
import type { Reference } from "../reference.ts";
import { completed, placeFinder, readStatements, type Statement, type StatementPlace } from "../statements.ts";
import { code, type Inline, link, listed, plain } from "../text.ts";
import { guideUrl } from "../urls.ts";

const catalogue = guideUrl("what-the-service-states");
const title = "What the service states";

/** How many statements there are, and the table. */
export function statementBlocks(placed: readonly PlacedStatement[]): Block[] {
  const sections = Map.groupBy(placed, ({ section }) => section);
  const count = (kind: Statement["kind"]) => placed.filter(({ statement }) => statement.kind === kind).length;
  const links = Array.from(sections.keys(), (section) => link(section, `${catalogue}#section-${section}`));
  const rows = [...sections].flatMap(([section, all]): TableRow[] => [
    { id: `section-${section}`, group: `${section} ${plain(all[0]?.title ?? "")}` },
    ...all.map(({ statement, places: [place] }) => ({
      id: statement.id,
      cells: [
        place === undefined ? statement.id : `${statement.id}\n\n${link(place.words, place.url)}`,
        statement.says,
        holderOf(statement),
      ],
    })),
  ]);
  return [
    {
      kind: "line",
      text: `${placed.length} statements: ${count("shape")} on what there is, ${count("behaviour")} on behaviour, ${count("gap")} on what is not shown.`,
    },
    { kind: "line", text: `By section: ${links.join(", ")}.` },
    { kind: "table", label: title, head: ["Number and place", "Statement", "Held by"], rows },
  ];
}

/** Adds to a page of the reference what the service states of the things on it. */
export function statementAdder(placed: readonly PlacedStatement[]): (page: Page) => Page {
  return (page) => {
    const rows = placed.flatMap(({ statement: { id, says }, places }) => {
      const place = places.find(({ url }) => url.split("#")[0] === page.url);
      if (place === undefined) return [];
      return [{ cells: [`${link(id, `${catalogue}#${id}`)}\n\n${link(place.words, place.url)}`, says] }];
    });
    if (rows.length === 0) return page;
    const heading: Block = { kind: "heading", level: 2, id: "stated", text: title };
    return {
      ...page,
      blocks: [...page.blocks, heading, { kind: "table", label: title, head: ["Number and place", "Statement"], rows }],
    };
  };
}

/** A statement, its section, and where the reference shows what it is about. */
export interface PlacedStatement {
  readonly section: string;
  readonly title: string;
  /** With what it has from another that says the same. */
  readonly statement: Statement;
  /** The one to be shown first. */
  readonly places: readonly StatementPlace[];
}

/** Reads the catalogue, and finds the places of its statements. */
export function placedStatements(reference: Reference): PlacedStatement[] {
  const sections = readStatements();
  const all = new Map(sections.flatMap(({ statements }) => statements.map((statement) => [statement.id, statement])));
  const find = placeFinder(reference);
  return sections.flatMap(({ statements, ...section }) =>
    statements.map((one) => {
      const statement = completed(one, all);
      return { ...section, statement, places: find(statement) };
    }),
  );
}

function holderOf({ kind, check, test, why, unheld }: Statement): Inline {
  if (unheld !== undefined) return `Nothing yet: ${unheld}`;
  if (kind === "gap") return "Not shown";
  if (kind === "shape") return "The contract";
  const files = [...new Set(test.map((name) => name.split(": ")[0] ?? ""))];
  const holders = listed([...check.map(code), ...files.map((file) => `a test of ${code(file)}`)]).replace(/^a/, "A");
  if (why === undefined) return holders;
  // In Markdown the reason follows on the same line
  return holders === "" ? why : `${holders}.\n\n${why}`;
}
