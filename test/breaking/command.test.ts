// The command as a person runs it: exit codes, formats, waivers, and every way in which it cannot compare.
import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { breakingCommand, type Report } from "../../src/breaking/index.ts";
import schema from "../../src/breaking/report.schema.json" with { type: "json" };
import { contractRoot, generatedDirectory, projectDirectory } from "../../src/shared/contract/index.ts";
import { runHere } from "../commands.ts";
import { directoryWith, documentWith } from "./documents.ts";

const name = (maxLength: number) => ({ type: "object", properties: { name: { type: "string", maxLength } } });
const base = documentWith(name(10));
/** A contract that refers to other files where the key is a name that a person chose, or stands in a mapping. */
const named = {
  ...base,
  paths: {
    "/things": {
      get: {
        operationId: "getThing",
        parameters: [{ $ref: "#/components/parameters/value" }],
        responses: {
          "200": { description: "It.", headers: { example: { $ref: "header.yaml" } } },
          default: { $ref: "problem.yaml" },
        },
      },
    },
  },
  components: { parameters: { value: { name: "q", in: "query", schema: { $ref: "short.yaml" } } } },
};

/** Two fields that merge the same map, before and after it changed. */
const merging = (maxLength: number) => `openapi: 3.1.1
info: { title: A test, version: 1.0.0 }
x-common: &common
  type: string
  maxLength: ${maxLength}
paths:
  /things:
    post:
      operationId: createThing
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                name: { <<: *common, description: A name. }
      responses: { '200': { description: It. } }
`;

const pet = {
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string" } },
  discriminator: { propertyName: "kind", mapping: { cat: "./cat.yaml" } },
};

const waiverOfName =
  "- rule: schema/max-length\n  pointer: '#/paths/~1things/post/requestBody/content/application~1json/schema/properties/name/maxLength'\n  reason: Names were cut anyway.\n";

const files = {
  "named.yaml": named,
  "header.yaml": { schema: { type: "string" } },
  "short.yaml": { type: "string", maxLength: 5 },
  "problem.yaml": { description: "It failed." },
  "merging.yaml": merging(10),
  "merging-less.yaml": merging(5),
  "endless.yaml": "openapi: 3.1.1\nx-a: &a\n  <<: *a\npaths: {}\n",
  "mapped.yaml": documentWith({ $ref: "pet.yaml" }),
  "pet.yaml": pet,
  "cat.yaml": "allOf: [\n",
  "base.yaml": base,
  "same.json": JSON.stringify(base),
  "more.yaml": { ...base, "x-more": true },
  "circle.yaml": { ...base, components: { schemas: { Circle: { $ref: "#/components/schemas/Circle" } } } },
  "shorter.yaml": documentWith(name(5)),
  "wider.yaml": documentWith(name(20), name(10)),
  "broken.yaml": "openapi: 3.1.1\npaths: [\n",
  "dangling.yaml": documentWith({ $ref: "#/components/schemas/Nobody" }),
  "odd, 1:2.yaml": documentWith({ type: "object", properties: { "50%\n|off": { type: "string" } } }),
  "list.yaml": "- one\n",
  "far.yaml": documentWith({ $ref: "https://example.com/schema.yaml" }),
  "rule.yaml": "- pointer: '#'\n  reason: Why not.\n",
  "until.yaml": "- rule: schema/max-length\n  pointer: '#/paths'\n  reason: For now.\n  until: 2027-01-01\n",
  "unused.yaml": "- rule: schema/max-length\n  pointer: '#/paths'\n  reason: It went away.\n",
  "beta.yaml": documentWith(name(10), { ...name(10), "x-stability-level": "beta" }),
  "waivers-one-too-many.yaml": `${waiverOfName}- rule: schema/max-length
  pointer: '#/paths'
  reason: It went away.
`,
  "waivers-for-shorter.yaml": waiverOfName,
};

let place: Awaited<ReturnType<typeof directoryWith>>;
beforeAll(async () => {
  place = await directoryWith(files);
  await writeFile(
    place.file("latin.yaml"),
    Buffer.from("openapi: 3.1.1\ninfo: { title: Gr\u00fc\u00dfe }\n", "latin1"),
  );
});
afterAll(() => place.remove());

function breaking(...args: string[]) {
  return runHere(breakingCommand, args, place.directory);
}

/** Starts the command as part of a line of a shell. */
function inShell(line: string): Promise<number | string | undefined> {
  const command = `"${process.execPath}" "${join(projectDirectory, "src", "cli.ts")}" breaking base.yaml shorter.yaml`;
  return promisify(execFile)("bash", ["-c", line.replace("BREAKING", command)], { cwd: place.directory }).then(
    () => 0,
    ({ code }: { code?: number | string }) => code,
  );
}

async function reportOf(...args: string[]): Promise<Report> {
  const { stdout } = await breaking(...args, "--format", "json");
  return JSON.parse(stdout) as Report;
}

describe("compares", () => {
  test("the same contract in YAML and JSON: nothing changed", async () => {
    const { code, stdout, stderr } = await breaking("base.yaml", "same.json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe("base.yaml to same.json: no relevant changes. No new version is needed.\n");
    const circle = await breaking("circle.yaml", "circle.yaml");
    expect(circle.stdout, "a fault in a part that nothing uses").toContain("no relevant changes");
    const more = await breaking("base.yaml", "more.yaml");
    expect(more.stdout).toContain("`x-more` changed, and is not compared: treated as a break.");
    expect(more.code).toBe(1);
  });

  test("the files of this contract with its bundle: keys, known values, examples and links are the same", async () => {
    const { code, stdout } = await breaking(join(generatedDirectory, "openapi.json"), contractRoot);
    expect(stdout).toContain("openapi.yaml: no relevant changes. No new version is needed.");
    expect(code).toBe(0);
  });

  test.each(["json", "yaml"])("integers beyond 2^53, as they are written in %s", async (ending) => {
    const numbered = (maximum: string) =>
      JSON.stringify(documentWith({ type: "integer", maximum: 1 }, {})).replace('"maximum":1', `"maximum": ${maximum}`);
    place.write({
      [`large.${ending}`]: numbered("9223372036854775807"),
      [`larger.${ending}`]: numbered("9223372036854775806"),
    });
    const { stdout } = await breaking(`large.${ending}`, `larger.${ending}`);
    expect(stdout).toContain("the highest value went from 9223372036854775807 to 9223372036854775806.");
    const listed = (schema: string) =>
      JSON.stringify(documentWith({ type: "integer" }, {})).replace('"type":"integer"', schema);
    place.write({
      [`range.${ending}`]: listed('"type": "integer", "minimum": 9223372036854775806, "maximum": 9223372036854775807'),
      [`listed.${ending}`]: listed('"enum": [9223372036854775806, 9223372036854775807]'),
    });
    expect((await breaking(`range.${ending}`, `listed.${ending}`)).stdout).toContain("no relevant changes");
  });

  test("a contract whose names are words of OpenAPI, with all the files that it refers to", async () => {
    const { code, stdout, stderr } = await breaking("named.yaml", "named.yaml");
    expect(stderr).toBe("");
    expect(stdout).toContain("no relevant changes");
    expect(code).toBe(0);
  });

  test("what merge keys bring, shown where it is written", async () => {
    const { code, stdout } = await breaking("merging.yaml", "merging-less.yaml");
    expect(stdout).toContain("`maxLength` went from 10 to 5");
    expect(stdout).toContain("merging-less.yaml:5:3");
    expect(code).toBe(1);
  });

  test("a response that is beta now: a warning, which fails nothing", async () => {
    const { code, stdout } = await breaking("base.yaml", "beta.yaml");
    expect(stdout).toContain("1 warning. The next version is a minor one.");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}warning /m);
  });
});

describe("cannot compare, and says why", () => {
  test.each<[what: string, args: string[], expected: string[]]>([
    ["a file that is not there", ["nobody.yaml", "base.yaml"], ["nobody.yaml", "Correct the path"]],
    ["a revision that is not there", ["base.yaml", "nobody.yaml"], ["nobody.yaml"]],
    ["broken YAML", ["base.yaml", "broken.yaml"], ["broken.yaml:3:1", "Correct the YAML"]],
    ["a dangling reference", ["dangling.yaml", "base.yaml"], ["dangling.yaml:", "#/components/schemas/Nobody"]],
    ["a reference to another host", ["far.yaml", "base.yaml"], ["far.yaml:", "another host"]],
    ["something else than OpenAPI", ["list.yaml", "base.yaml"], ["not an OpenAPI document"]],
    [
      "nothing to compare with",
      ["--root", "base.yaml"],
      ["base.yaml is not in a git repository", "`npm run breaking -- BASE REVISION`"],
    ],
    ["a root that is not there", ["--root", "nobody.yaml"], ["nobody.yaml"]],
    ["three versions", ["base.yaml", "base.yaml", "base.yaml"], ["at most two versions"]],
    ["an unknown format", ["base.yaml", "base.yaml", "--format", "xml"], ["text, json, markdown, github"]],
    ["an unknown option", ["base.yaml", "--colour"], ["--colour", "--help"]],
    ["a file in another encoding", ["base.yaml", "latin.yaml"], ["latin.yaml is not UTF-8", "Save it in UTF-8"]],
    ["a map that merges itself", ["base.yaml", "endless.yaml"], ["endless.yaml"]],
    ["a fault in a file that a mapping names", ["base.yaml", "mapped.yaml"], ["cat.yaml:"]],
    ["waivers that are not there", ["base.yaml", "base.yaml", "--waivers", "nobody.yaml"], ["nobody.yaml"]],
    ["a waiver without a rule", ["base.yaml", "base.yaml", "--waivers", "rule.yaml"], ["rule.yaml:1:3", "`rule`"]],
    [
      "a waiver with a field of its own",
      ["base.yaml", "base.yaml", "--waivers", "until.yaml"],
      ["until.yaml:1:3", "Unknown field `until`"],
    ],
  ])("%s", async (_, args, expected) => {
    const { code, stdout, stderr } = await breaking(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const text of expected) expect(stderr).toContain(text);
    expect(stderr).not.toContain("bug in this project");
  });

  test("a report that cannot be written", async () => {
    expect(await inShell("BREAKING >/dev/full 2>/dev/null")).toBe(2);
  });
});

test("a report whose reader has left ends without a word, with the exit code of the comparison", async () => {
  // The reader has ended before anything is written
  const said = "(BREAKING 2>errors; echo $? >&3) 3>code | true; test ! -s errors || exit 3; exit $(cat code)";
  expect(await inShell(said)).toBe(1);
});

describe("waivers", () => {
  test("let a break pass, tell why, and still ask for a major version", async () => {
    const args = ["base.yaml", "shorter.yaml", "--waivers", "waivers-for-shorter.yaml"];
    const { code, stdout } = await breaking(...args);
    expect(code).toBe(0);
    expect(stdout).toContain("Waived: Names were cut anyway.");
    expect(stdout).not.toContain("What to do");
    const { bump, changes } = await reportOf(...args);
    expect(bump).toBe("major");
    expect(changes[0]).toMatchObject({ level: "breaking", waived: "Names were cut anyway." });
  });

  test("are read from beside the revision where no file is named", async () => {
    await mkdir(place.file("later"));
    await cp(place.file("shorter.yaml"), place.file("later/shorter.yaml"));
    await writeFile(place.file("later/waivers.yaml"), waiverOfName);
    expect((await breaking("base.yaml", "later/shorter.yaml")).code).toBe(0);
    expect((await breaking("later/shorter.yaml", "base.yaml")).code).toBe(1);
  });

  test("of what is no break are unused", async () => {
    const { changes } = await reportOf("base.yaml", "beta.yaml");
    const [warning] = changes.filter(({ level }) => level === "warning");
    const waiver = [{ rule: warning?.rule, pointer: warning?.pointer, reason: "It is only a warning." }];
    await writeFile(place.file("waived-warning.yaml"), JSON.stringify(waiver));
    const { code, stdout } = await breaking("base.yaml", "beta.yaml", "--waivers", "waived-warning.yaml");
    expect(stdout).toContain(`unused waiver  waived-warning.yaml:1:2  ${warning?.rule}`);
    expect(code).toBe(1);
  });

  test("fail when no change needs them", async () => {
    const { code, stdout } = await breaking("base.yaml", "base.yaml", "--waivers", "unused.yaml");
    expect(code).toBe(1);
    expect(stdout).toContain("unused.yaml:1:3");
    expect(stdout).toContain("Remove it");
  });

  test("fail, too, when another one of the same rule is needed, and say which line is not", async () => {
    const args = ["base.yaml", "shorter.yaml", "--waivers", "waivers-one-too-many.yaml"];
    const { code, stdout } = await breaking(...args);
    expect(stdout).toContain("1 breaking (1 waived), 1 compatible, 1 unused waiver.");
    expect(stdout).toContain("unused waiver  waivers-one-too-many.yaml:4:3");
    expect(code).toBe(1);
  });
});

describe("formats", () => {
  test("json is what its schema says, with and without findings", async () => {
    const validate = new Ajv2020({ strict: true }).compile(schema);
    for (const args of [
      ["base.yaml", "base.yaml"],
      ["base.yaml", "shorter.yaml"],
      ["base.yaml", "shorter.yaml", "--waivers", "waivers-for-shorter.yaml"],
      ["base.yaml", "base.yaml", "--waivers", "unused.yaml"],
    ]) {
      const report = await reportOf(...args);
      expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    }
    expect((await reportOf("base.yaml", "shorter.yaml")).changes[0]).toMatchObject({
      level: "breaking",
      rule: "schema/max-length",
      operation: "createThing",
      pointer: "#/paths/~1things/post/requestBody/content/application~1json/schema/properties/name/maxLength",
      location: "shorter.yaml:18:19",
    });
  });

  test("names that mean something to a format are escaped", async () => {
    const github = await breaking("odd, 1:2.yaml", "base.yaml", "--format", "github");
    expect(github.stdout).toMatch(/^::error file=odd%2C 1%3A2\.yaml,line=\d+,/);
    expect(github.stdout.split("\n")[0]).toContain("field `50%25%0A|off` of the request body");
    const markdown = await breaking("odd, 1:2.yaml", "base.yaml", "--format", "markdown");
    expect(markdown.stdout).toContain("field `50% \\|off` of the request body");
  });
});
