// The reports that people read: who is affected, by how much, and what a large report shows first.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { breakingCommand, judgeDocuments, type Report } from "../../src/breaking/index.ts";
import { runHere } from "../commands.ts";
import { findCase } from "./changes.ts";
import { directoryWith, documentWith } from "./documents.ts";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { "application/json": { schema } } });

/** Schemas `S0`, `S1`, … of which each is received by one operation more than the one before; `Sent` is sent by all. */
function readDocument(count: number, maxLength: number, others: object = {}) {
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`S${index}`, { type: "string", maxLength: maxLength * 2 - 10 }]),
  );
  const paths = Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const received = Object.keys(schemas).slice(count - index - 1);
      const properties = Object.fromEntries(received.map((name) => [name, reference(name)]));
      const responses = { "200": { description: "It.", ...json({ type: "object", properties }) } };
      return [`/o${index}`, { post: { operationId: `o${index}`, requestBody: json(reference("Sent")), responses } }];
    }),
  );
  const sent = {
    type: "object",
    properties: { name: { type: "string", description: "A name.", maxLength: 30 - maxLength } },
  };
  const components = { schemas: { ...schemas, Sent: { ...sent, ...others } } };
  return { openapi: "3.1.1", info: { title: "A test", version: "1.0.0" }, paths, components };
}

const base = readDocument(6, 10);
let place: Awaited<ReturnType<typeof directoryWith>>;
beforeAll(async () => {
  place = await directoryWith({
    "base.yaml": base,
    "revision.yaml": readDocument(6, 20),
    "words.yaml": readDocument(6, 20, { description: "What is sent." }),
    "titled.yaml": { ...base, info: { title: "Another title", version: "1.0.0" } },
    "many.yaml": readDocument(30, 10),
    "many-more.yaml": readDocument(30, 20),
    "shared.yaml": { ...base, components: { schemas: { ...base.components.schemas, Sent: { $ref: "sent.yaml" } } } },
    "sent.yaml": { type: "object", properties: { name: { type: "string", description: "A name.", maxLength: 5 } } },
  });
});
afterAll(() => place.remove());

function breaking(...args: string[]) {
  return runHere(breakingCommand, args, place.directory);
}

async function reportOf(...args: string[]) {
  return JSON.parse((await breaking(...args, "--format", "json")).stdout) as Report;
}

describe("a schema that several operations share", () => {
  test("is one change with all of its operations and their directions", async () => {
    const { changes } = await reportOf("base.yaml", "revision.yaml");
    const sent = changes.find(({ part }) => part === "schema `Sent`");
    expect(sent?.detail).toBe(
      "field `name`: `maxLength` went from 20 to 10. A request that was accepted may now be rejected.",
    );
    expect(sent?.affected).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => ({ operation: `o${index}`, direction: "request" })),
    );
    const received = changes.find(({ part }) => part === "schema `S4`");
    expect(received?.affected).toEqual(
      [1, 2, 3, 4, 5].map((index) => ({ operation: `o${index}`, direction: "response" })),
    );
  });

  test("is one block of the text, whose operations are counted", async () => {
    const { stdout } = await breaking("base.yaml", "revision.yaml");
    expect(stdout.match(/^schema `Sent`$/gm)).toHaveLength(1);
    expect(stdout).toContain(
      "\nschema `Sent`\n  requests of o0, o1, o2 and 3 more operations\n  breaking  revision.yaml:",
    );
  });

  test("is shown in its file, when it has one", async () => {
    const { changes } = await reportOf("base.yaml", "shared.yaml");
    expect(changes[0]).toMatchObject({ part: "schema `Sent`", location: expect.stringMatching(/^sent\.yaml:/) });
  });
});

test.each<[what: string, before: object, after: object, detail: string]>([
  ["an integer", { type: "integer" }, { type: "string" }, "the type went from an integer to a string"],
  ["any value", {}, { type: "string" }, ": the type went from any value to a string"],
  ["a required name", { type: "object", required: ["id"] }, { type: "object" }, ": `id` is no longer required"],
  [
    "a field beside any others",
    { allOf: [{ additionalProperties: true }, { type: "object", properties: { id: {} } }] },
    { allOf: [{ additionalProperties: true }, { type: "object" }] },
    "field `id` of the response 200 (application/json) was removed",
  ],
])("what was is called what it was: %s", (_, before, after, detail) => {
  const changes = judgeDocuments(documentWith(before), documentWith(after));
  expect(changes.map((change) => change.detail).join("\n")).toContain(detail);
});

test("an operation in a file of its own is called an operation", async () => {
  const document = readDocument(1, 10);
  const withOperation = (file: string) => ({
    ...document,
    paths: { "/o0": { post: { $ref: file } }, "/o1": { post: { $ref: file } } },
  });
  const operation = (required: boolean) => ({
    operationId: "createO",
    parameters: [{ name: "a", in: "query", required, schema: {} }],
    responses: { "200": { description: "It." } },
  });
  place.write({
    "before.yaml": withOperation("loose.yaml"),
    "after.yaml": withOperation("tight.yaml"),
    "loose.yaml": operation(false),
    "tight.yaml": operation(true),
  });
  const { changes } = await reportOf("before.yaml", "after.yaml");
  expect(changes.map(({ part }) => part)).toEqual(["createO, POST /o0", "createO, POST /o1"]);
});

test("a change of the document itself names no operation", async () => {
  const { stdout } = await breaking("base.yaml", "titled.yaml");
  expect(stdout).toContain("base.yaml to titled.yaml: 1 compatible. The next version is a patch.\n");
  const { changes } = await reportOf("base.yaml", "titled.yaml");
  expect(changes).toEqual([expect.objectContaining({ part: "the document", operation: "", affected: [] })]);
});

test("changes of words are one line, and listed with --all", async () => {
  const folded = await breaking("base.yaml", "words.yaml");
  expect(folded.stdout).toContain("\n1 change of descriptions, examples and other words: --all lists them.\n");
  expect(folded.stdout).not.toContain("documentation/changed");
  const { code, stdout } = await breaking("base.yaml", "words.yaml", "--all");
  expect(stdout).toContain("documentation/changed");
  expect(stdout).not.toContain("--all");
  expect(code).toBe(1);
});

test("what breaks most operations comes first, whomever its compatible changes affect", async () => {
  // `Narrow` breaks the one that sends it, and gets a field for all six; `Sent` breaks two
  const limited = (maxLength: number) => {
    const sent = ["Narrow", "Sent", "Sent"].map((name) => ({ requestBody: json(reference(name)) }));
    const paths = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [
        `/o${index}`,
        {
          post: {
            operationId: `o${index}`,
            ...sent[index],
            responses: { "200": { description: "It.", ...json(reference("Narrow")) } },
          },
        },
      ]),
    );
    const added = maxLength < 20 ? { added: { type: "string" } } : {};
    const narrow = { type: "object", properties: { name: { type: "string", maxLength }, ...added } };
    const schemas = { Narrow: narrow, Sent: { type: "string", maxLength } };
    return { openapi: "3.1.1", info: base.info, paths, components: { schemas } };
  };
  await place.write({ "wide.yaml": limited(20), "narrow.yaml": limited(10) });
  const { stdout } = await breaking("wide.yaml", "narrow.yaml");
  expect(stdout.match(/^schema `.*`$/gm)).toEqual(["schema `Sent`", "schema `Narrow`"]);
});

test("below 1.0 the next version after a break is a minor one, as --next-version and the changelog have it", async () => {
  const of = (maxLength: number) => ({ ...readDocument(1, maxLength), info: { title: "A test", version: "0.3.0" } });
  await place.write({ "young.yaml": of(10), "young-less.yaml": of(20) });
  const { stdout } = await breaking("young.yaml", "young-less.yaml");
  expect(stdout.split("\n")[0]).toMatch(/The next version is a minor one\. Below 1\.0, a break is a minor\.$/);
  expect((await breaking("young.yaml", "young-less.yaml", "--next-version")).stdout).toBe("0.4.0\n");
});

test("of four operations each is named, of more the first three", async () => {
  const { stdout } = await breaking("many.yaml", "many-more.yaml");
  expect(stdout.split("\n")[0]).toBe("many.yaml to many-more.yaml: 31 breaking. The next version is a major one.");
  expect(stdout).toContain("\nschema `Sent`\n  requests of o0, o1, o2 and 27 more operations\n");
  expect(stdout).toContain("\nschema `S3`\n  responses of o26, o27, o28, o29\n");
});

describe("a whole report, with each kind of change and a waiver of each kind, as the README shows it", () => {
  const document = (maxLength: number, description: string, state: string, more: string) => `openapi: 3.1.1
info: { title: A test, version: 1.0.0 }
paths:
  /things:
    post:
      operationId: createThing
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
    get:
      operationId: listThings
      responses: { '200': { description: ${description}, content: { text/plain: { schema: { type: string, ${state}: [a] } } } } }
components:
  schemas:
    Thing:
      properties:
        name: { type: string, maxLength: ${maxLength} }
        nick: { type: string, maxLength: ${maxLength} }${more}
`;
  const waivers = `- rule: schema/max-length
  pointer: '#/components/schemas/Thing/properties/name/maxLength'
  reason: Names were cut anyway.
- rule: schema/max-length
  pointer: '#/paths'
  reason: It went away.
`;
  const written = async (format: string) => {
    await place.write({
      "of-all-before.yaml": document(10, "All.", "enum", ""),
      "of-all.yaml": document(5, "All of them.", "x-extensible-enum", "\n        more: { type: string }"),
      "of-all-waivers.yaml": waivers,
    });
    const args = ["of-all-before.yaml", "of-all.yaml", "--waivers", "of-all-waivers.yaml", "--format", format];
    return (await breaking(...args)).stdout;
  };
  test.each([
    ["text", "report.txt"],
    ["markdown", "report.md"],
    // None for what is compatible
    ["github", "report.github.txt"],
  ])("as %s", async (format, file) => {
    await expect(await written(format)).toMatchFileSnapshot(join("reports", file));
  });

  test("in JSON: all changes, words among them, and what is unused", async () => {
    const { bump, changes, unusedWaivers } = JSON.parse(await written("json")) as Report;
    expect(changes.map(({ level, rule, waived }) => `${level} ${rule} ${waived ?? ""}`.trim())).toEqual([
      "breaking schema/max-length Names were cut anyway.",
      "breaking schema/max-length",
      "warning schema/enum",
      "compatible documentation/changed",
      "compatible schema/property-added",
    ]);
    expect(bump).toBe("major");
    expect(changes[0]?.affected).toEqual([{ operation: "createThing", direction: "request" }]);
    expect(unusedWaivers).toEqual([
      { rule: "schema/max-length", pointer: "#/paths", reason: "It went away.", location: "of-all-waivers.yaml:4:3" },
    ]);
  });
});

describe("what follows from a change, and what to do about it", () => {
  const rows = parse(readFileSync(join(import.meta.dirname, "consequences.yaml"), "utf8")) as readonly {
    readonly change: string;
    readonly consequence: string;
    readonly remedy: string;
  }[];

  test.each(rows)("of $change", ({ change: name, consequence, remedy }) => {
    const { base, revision } = findCase(name.replace(/ taken back$/, ""));
    const documents = [structuredClone(base), structuredClone(revision)] as const;
    const [before, after] = name.endsWith(" taken back") ? documents.toReversed() : documents;
    const [change] = judgeDocuments(before, after);
    // Nothing else stands before it but what changed
    expect(change?.detail.endsWith(` ${consequence}`), change?.detail).toBe(true);
    const announced = "It was announced: ";
    expect(change?.detail.includes(announced)).toBe(consequence.startsWith(announced));
    expect(change?.remedy).toBe(remedy);
  });
});
