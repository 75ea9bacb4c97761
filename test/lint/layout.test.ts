// The layout plugin of Redocly finds each way of misplacing a file, tells what to do, and has nothing to say about a sound contract.
import { expect, test } from "vitest";
import { checkFiles, type Files } from "./check-files.ts";
import { headingsOf } from "./headings.ts";

const index = `# The index of a small sound contract.
openapi: 3.1.1
paths:
  /v2/thing/{thing_id}:
    $ref: v2/paths/get-thing.yaml
  /v3/things:
    $ref: ./v3/paths/list-things.yaml
webhooks:
  thing.{part}.created:
    $ref: webhooks/thing.part.created.yaml
`;
const getThing = `# Get one thing.
get:
  operationId: getThing
  responses:
    '200':
      content:
        application/json:
          schema:
            $ref: ../schemas/Thing.yaml
          examples:
            thing:
              $ref: ../examples/thing.yaml
`;
const listThings = `# List things.
get:
  operationId: listThings
  responses:
    '200':
      content:
        application/json:
          schema:
            $ref: ../schemas/ThingList.yaml
`;
const event = `# The event of a new part.
post:
  operationId: onThingCreated
`;
const note = "../../shared/schemas/Note.yaml";
const schema = (name: string, ...properties: string[]) =>
  ["type: object", `description: The schema ${name}.`, "properties:", ...properties, ""].join("\n");
const sound: Files = {
  "openapi.yaml": index,
  "v2/paths/get-thing.yaml": getThing,
  "v2/schemas/Thing.yaml": schema("Thing", `  note: { $ref: ${note} }`),
  // The same name as another kind of component
  "v2/examples/thing.yaml": "summary: One thing\nvalue: {}\n",
  "v3/paths/list-things.yaml": listThings,
  "v3/schemas/ThingList.yaml": schema("ThingList", `  note: { $ref: ${note} }`),
  "shared/schemas/Note.yaml": schema("Note"),
  "webhooks/thing.part.created.yaml": event,
};

/** A sound contract with changed, added and removed files. */
interface Sample {
  readonly what: string;
  readonly change: Files;
}

/** A finding: the rule, the file, the line, and a part of the message. */
interface Failing extends Sample {
  readonly found: readonly (readonly [rule: string, file: string, line: number, message: string])[];
}

const lines = (text: string, count: number) => text + "#\n".repeat(count - text.split("\n").length + 1);

const passing: readonly Sample[] = [
  { what: "the small contract", change: {} },
  { what: "an index of 250 lines", change: { "openapi.yaml": lines(index, 250) } },
  {
    what: "a shared file that only a shared file uses",
    change: {
      "shared/schemas/Note.yaml": schema("Note", "  text: { $ref: ./Text.yaml }"),
      "shared/schemas/Text.yaml": schema("Text"),
    },
  },
  {
    what: "a shared file that only the index uses",
    change: {
      "openapi.yaml": `${index}components:\n  securitySchemes:\n    Key:\n      $ref: shared/security/Key.yaml\n`,
      "shared/security/Key.yaml": "description: A key.\ntype: apiKey\n",
    },
  },
  {
    what: "references inside a file and into a part of another",
    change: { "v2/schemas/Thing.yaml": schema("Thing", "  next: { $ref: '#' }", `  note: { $ref: '${note}#/' }`) },
  },
  {
    what: "an operation without an id, which Redocly reports",
    change: { "v2/paths/get-thing.yaml": getThing.replace(/ {2}operationId: .*\n/, "") },
  },
];

const failing: readonly Failing[] = [
  {
    what: "a file that is no YAML",
    change: { "v2/schemas/Thing.json": "{}" },
    found: [["layout/files", "openapi.yaml", 2, "written in .yaml files; found v2/schemas/Thing.json"]],
  },
  {
    what: "an index of 251 lines",
    change: { "openapi.yaml": lines(index, 251) },
    found: [["layout/index-length", "openapi.yaml", 2, "251 lines, expected at most 250"]],
  },
  {
    what: "a component without a description",
    change: {
      "v2/schemas/Thing.yaml": schema("Thing", "  # Further down", `  note: { $ref: ${note} }`).replace(
        /^description.*\n/m,
        "",
      ),
    },
    found: [["layout/files", "v2/schemas/Thing.yaml", 1, "no `description:`"]],
  },
  {
    what: "a component whose description is empty",
    change: { "shared/schemas/Note.yaml": "type: object\ndescription:\n" },
    found: [["layout/files", "shared/schemas/Note.yaml", 1, "no `description:`"]],
  },
  {
    what: "an example that does not open with its summary",
    change: { "v2/examples/thing.yaml": "value: {}\nsummary: One thing\n" },
    found: [["layout/files", "v2/examples/thing.yaml", 1, "no opening `summary:`"]],
  },
  {
    what: "an example with an empty summary",
    change: { "v2/examples/thing.yaml": "summary:\nvalue: {}\n" },
    found: [["layout/files", "v2/examples/thing.yaml", 1, "no opening `summary:`"]],
  },
  {
    what: "a reference that climbs three levels, and the same one a line below",
    change: {
      "v2/schemas/Thing.yaml": schema(
        "Thing",
        "  note: { $ref: ../../../openapi/shared/schemas/Note.yaml }",
        "  other: { $ref: ../../../openapi/shared/schemas/Note.yaml }",
      ),
    },
    found: [
      ["layout/files", "v2/schemas/Thing.yaml", 4, '"../../../openapi/shared/schemas/Note.yaml"'],
      ["layout/files", "v2/schemas/Thing.yaml", 5, '"../../../openapi/shared/schemas/Note.yaml"'],
    ],
  },
  {
    what: "two schemas of one name in two folders",
    change: {
      "v3/schemas/ThingList.yaml": schema("ThingList", `  note: { $ref: ${note} }`, "  thing: { $ref: ./Thing.yaml }"),
      "v3/schemas/Thing.yaml": schema("Thing"),
    },
    found: [["bundler", "v3/schemas/ThingList.yaml", 5, "referenced with the same name"]],
  },
  ...["parameters", "responses", "links", "examples", "security"].map((kind): Failing => {
    const text = kind === "examples" ? "summary: The same\nvalue: {}\n" : "description: The same.\nname: same\n";
    const same = `../${kind}/Same.yaml`;
    return {
      what: `two ${kind} of one name in two folders`,
      change: {
        "v2/schemas/Thing.yaml": schema("Thing", `  note: { $ref: ${note} }`, `  same: { $ref: ${same} }`),
        "v3/schemas/ThingList.yaml": schema("ThingList", `  note: { $ref: ${note} }`, `  same: { $ref: ${same} }`),
        [`v2/${kind}/Same.yaml`]: text,
        [`v3/${kind}/Same.yaml`]: text.replaceAll("same", "other"),
      },
      found: [["bundler", "v3/schemas/ThingList.yaml", 5, "referenced with the same name"]],
    };
  }),
  {
    what: "a file that is not named after its operationId",
    change: { "v2/paths/get-thing.yaml": getThing.replace("getThing", "resolveThing") },
    found: [["layout/operation-file", "v2/paths/get-thing.yaml", 3, "belongs in v2/paths/resolve-thing.yaml"]],
  },
  {
    what: "an operation in the folder of another version",
    change: { "openapi.yaml": index.replace("/v3/things", "/v2/things") },
    found: [["layout/operation-file", "v3/paths/list-things.yaml", 3, "belongs in v2/paths/list-things.yaml"]],
  },
  {
    what: "a path without a version",
    change: { "openapi.yaml": index.replace("/v3/things", "/things") },
    found: [["layout/operation-file", "openapi.yaml", 6, "/things has no version"]],
  },
  {
    what: "a file that is not named after its event",
    change: { "openapi.yaml": index.replace("thing.{part}.created:", "thing.{part}.updated:") },
    found: [["layout/operation-file", "webhooks/thing.part.created.yaml", 2, "webhooks/thing.part.updated.yaml"]],
  },
  {
    what: "an operation in the index",
    change: { "openapi.yaml": index.replace("webhooks:", "  /v3/other:\n    get: {}\nwebhooks:") },
    found: [["layout/operation-file", "openapi.yaml", 8, '"/v3/other" is written in the index']],
  },
  {
    what: "a path with nothing below it",
    change: { "openapi.yaml": index.replace("webhooks:", "  /v3/other:\nwebhooks:") },
    found: [["layout/operation-file", "openapi.yaml", 8, '"/v3/other" is written in the index']],
  },
  {
    what: "a file that nothing refers to",
    change: { "v3/schemas/Forgotten.yaml": schema("Forgotten") },
    found: [["layout/files", "openapi.yaml", 2, "No file refers to v3/schemas/Forgotten.yaml"]],
  },
  {
    what: "waivers somewhere else than beside the index",
    change: { "waivers.yaml": "# Deliberate breaks.\n[]\n", "v3/waivers.yaml": "# Deliberate breaks.\n[]\n" },
    found: [["layout/files", "openapi.yaml", 2, "No file refers to v3/waivers.yaml"]],
  },
  {
    what: "a shared file that one folder uses",
    change: { "v3/schemas/ThingList.yaml": schema("ThingList") },
    found: [["layout/files", "shared/schemas/Note.yaml", 1, "Only v2/ uses this file. Move it there"]],
  },
  {
    what: "a file of one folder that another folder uses too",
    change: {
      "v3/schemas/ThingList.yaml": schema(
        "ThingList",
        `  note: { $ref: ${note} }`,
        "  thing: { $ref: ../../v2/schemas/Thing.yaml }",
      ),
    },
    found: [["layout/files", "v2/schemas/Thing.yaml", 1, "used in v3/schemas/ThingList.yaml, too. Move it to shared/"]],
  },
  {
    what: "a file of one folder that only another folder uses",
    change: {
      "v3/paths/list-things.yaml": listThings.replace("../schemas/", "../../v2/schemas/"),
      "v3/schemas/ThingList.yaml": undefined,
      "v2/schemas/ThingList.yaml": schema("ThingList"),
      "webhooks/thing.part.created.yaml": `${event}  parameters:\n    - $ref: ../shared/schemas/Note.yaml\n`,
    },
    found: [["layout/files", "v2/schemas/ThingList.yaml", 1, "Only v3/ uses this file. Move it there"]],
  },
  {
    what: "a schema with its description before its type",
    change: { "shared/schemas/Note.yaml": "description: A note.\ntype: string\n" },
    found: [["layout/key-order", "shared/schemas/Note.yaml", 2, "`type` stands before `description`"]],
  },
];

const rules = ["index-length", "operation-file", "files", "key-order"];
const findProblems = async ({ change }: Sample) => (await checkFiles({ ...sound, ...change }, "layout", rules)).found;
const headings = await headingsOf("openapi/README.md");

test.each(passing)("passes $what", async (sample) => {
  expect(await findProblems(sample)).toEqual([]);
});

test.each(failing)("finds $what at its place, and says what to do", async (sample) => {
  const expected = sample.found.map(([rule, file, line, message]) =>
    expect.objectContaining({ rule, file, line, message: expect.stringContaining(message) }),
  );
  const found = await findProblems(sample);
  expect(found).toEqual(expected);
  // Redocly reports names that are not unique in its own words
  for (const { message } of found.filter(({ rule }) => rule.startsWith("layout/"))) {
    const [, remedy = "", heading = ""] = /[.] ([A-Z].+[.]) See openapi\/README\.md#([a-z-]+)\.$/.exec(message) ?? [];
    expect(remedy, message).toMatch(/^(Add|Correct|Delete|Move|Refer|Rename|Write) /);
    expect(headings).toContain(heading);
  }
});
