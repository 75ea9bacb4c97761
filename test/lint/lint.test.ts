// `npm run lint:contract` and `npm run generate` as package.json has them, on edits of the contract that a person makes.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { ContractCopy } from "../contract-copy.ts";
import { inFull } from "../run/depth.ts";

const { scripts } = JSON.parse(await readFile(join(projectDirectory, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<"bundle" | "lint:contract" | "generate", string>>;
};
const lintScript = scripts["lint:contract"];
const generateScript = scripts.generate;

/** The script without `redocly lint`, which would end it. */
const skipRedoclyLint = (script: string) =>
  script.replace("npm run bundle", scripts.bundle.replace("redocly lint && ", ""));

let workspace: ContractCopy;
beforeEach(() => {
  workspace = new ContractCopy();
});

inFull?.("a finding of Spectral names the file and line under openapi/ or of the control plane, once", async () => {
  const user = workspace.edit("openapi/v2/schemas/User.yaml", "  team_id:", "  teamId:");
  const world = workspace.edit("src/sandbox/control/paths/list-worlds.yaml", "listWorlds", "allWorlds");
  // Written once and used in two dozen places
  const register = "openapi/assumptions.yaml";
  const open = workspace.edit(
    register,
    /(?<= {2}success-status:\n(?: .+\n){3} +)leaves_open: .+/,
    "leaves_open: [state]",
  );
  // A property is renamed where it is described, and not where it is required or in examples: that is for Redocly
  const { code, output } = await workspace.run(skipRedoclyLint(lintScript));
  expect(output).toContain(`openapi/v2/schemas/User.yaml:${user}:3  fields-snake-case`);
  expect(output).toContain(`src/sandbox/control/paths/list-worlds.yaml:${world}:`);
  expect(output.match(/assumptions\.yaml:\d/g)).toHaveLength(1);
  expect(output).toMatch(new RegExp(`${register}:${open}:\\d+ {2}assumption-form`));
  expect(output).toMatch(
    /a list of what a server may do differently; found that .+ See openapi\/README\.md#assumptions/s,
  );
  expect(output).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
});

test("a finding is placed in its file", async () => {
  const places: readonly (readonly [path: readonly string[], file: string, part: RegExp])[] = [
    [["components", "schemas", "User", "required"], "openapi/v2/schemas/User.yaml", /^required:/m],
    [["paths", "/v2/user/", "post", "summary"], "openapi/v2/paths/create-user.yaml", /(?<=^ {2})summary:/m],
    // A field that only the bundle has, at the schema that it is added to
    [
      ["paths", "/v2/user/", "post", "requestBody", "content", "application/json", "schema", "examples"],
      "openapi/v2/schemas/CreateUserRequest.yaml",
      /^type:/,
    ],
    // A mark beside a reference
    [
      ["components", "schemas", "User", "properties", "fallback_time_zone", "x-assumption"],
      "openapi/v2/schemas/User.yaml",
      /x-assumption: user-without-time-zone-has-utc/,
    ],
    // An entry of the register
    [
      ["paths", "/v2/user/", "post", "responses", "200", "x-assumption", "because"],
      "openapi/assumptions.yaml",
      /(?<=success-status:\n {4}chose: .*\n {4})because:/,
    ],
  ];
  const source = "dist/bundle/openapi.yaml";
  const results = places.map(([path], index) => ({ code: `rule-${index}`, message: "Found.", path, source }));
  const { output } = await workspace.run(`echo '${JSON.stringify(results)}' | node src/lint/at-source.ts`);
  for (const [index, [, file, part]] of places.entries()) {
    const [before = ""] = (await readFile(join(workspace.directory, file), "utf8")).split(part);
    expect(output).toMatch(new RegExp(`${file}:${before.split("\n").length}:\\d+ {2}rule-${index}`));
  }
});

test("a field that an assumption lacks is reported once, at its entry", async () => {
  const places: readonly (readonly [mark: readonly string[], subject: string])[] = [
    [["name", "x-assumption"], '"x-assumption" property'],
    [["slug", "x-assumption"], '"x-assumption" property'],
    // The second of a list
    [["type", "x-assumption", "1"], "Item at index 1"],
  ];
  const results = places.map(([mark, subject]) => ({
    code: "assumption-form",
    message: `Found that ${subject} must have "because".`,
    path: ["components", "schemas", "SourceContext", "properties", ...mark],
    source: "dist/bundle/openapi.yaml",
  }));
  const { output } = await workspace.run(`echo '${JSON.stringify(results)}' | node src/lint/at-source.ts`);
  expect(output).toMatch(/^openapi\/assumptions\.yaml:\d+:3 {2}assumption-form {2}#\/Everywhere\/field-is-text\n/);
  expect(output.match(/Found that it must have "because"\./g)).toHaveLength(1);
});

inFull?.("an operationId that is renamed in the source alone fails: a stale bundle hides nothing", async () => {
  workspace.edit("openapi/v2/paths/resolve-user.yaml", "resolveUser", "resolvePerson");
  const { code, output } = await workspace.run(lintScript);
  expect(output).toContain("openapi/v2/paths/resolve-user.yaml:1:");
  expect(output).toContain("/v2/user/resolve/{client_user_id} belongs in v2/paths/resolve-person.yaml");
  expect(code).toBe(1);
});

// Both are sound for Redocly and Spectral
inFull?.(
  "lint and generate name the file and line of what cannot be generated, and generate writes nothing",
  async () => {
    const schema = "openapi/v2/schemas/ProviderSlug.yaml";
    const [known, unknown] = ["type: string", "type: string\ncontentMediaType: text/plain"];
    const keyword = workspace.edit(schema, known, unknown);
    const linted = await workspace.run(lintScript);
    expect(linted.output).toContain(`${schema}:${keyword + 1}:`);
    expect(linted.output).toContain("`contentMediaType` is not in the vocabulary: correct it");
    expect(linted.code).toBe(1);
    workspace.edit(schema, unknown, known);
    const path = "openapi/v2/paths/resolve-user.yaml";
    const range = workspace.edit(path, /'404':/, "'4XX':");
    const generated = await workspace.run(generateScript);
    expect(generated.output).toMatch(new RegExp(`${path}:${range}:\\d+ {2}generate`));
    expect(generated.output).toMatch(/found 4XX\. Write out the statuses that it stands for\. .+README\.md#errors/);
    expect(generated.code).toBe(1);
    expect(await readdir(workspace.directory)).not.toContain("generated");
  },
);

inFull?.("generate writes what is committed, and nothing where Redocly finds a fault", async () => {
  const written = await workspace.run(generateScript);
  expect(written).toMatchObject({ code: 0 });
  const files = await readdir(join(workspace.directory, "generated"));
  expect(files).toContain("openapi-3.0.json");
  workspace.edit("openapi/v2/schemas/User.yaml", "type: object", "type: objekt");
  const refused = await workspace.run(generateScript);
  expect(refused.output).toContain("openapi/v2/schemas/User.yaml");
  expect(refused.code).toBe(1);
});

inFull?.("a query parameter that refers to a schema that is null elsewhere can be generated", async () => {
  const file = "openapi/v2/paths/refresh-user-data.yaml";
  workspace.edit(
    file,
    /^ {2}parameters:\n/m,
    "  parameters:\n    - name: hours\n      in: query\n      description: Opening hours.\n      schema:\n        $ref: ../../v3/schemas/PscHours.yaml\n",
  );
  const { code, output } = await workspace.run(skipRedoclyLint(generateScript));
  expect({ code, output }).toMatchObject({ code: 0 });
});

inFull?.("each tool is run as its own documentation says", async () => {
  const run = (command: string) => workspace.run(command);
  expect(await run("redocly lint")).toMatchObject({ code: 0 });
  await run(generateScript);
  expect(await run("spectral lint generated/openapi.yaml")).toMatchObject({ code: 0 });
  expect(await run("openapi-typescript")).toMatchObject({ code: 0 });
  expect(await readdir(join(workspace.directory, "dist", "openapi-typescript"))).toEqual([
    "control-types.ts",
    "types.ts",
  ]);
});
