// `npm run breaking` as a person runs it: exit codes, formats, waivers, values that show a break, and every way in which it cannot compare.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { breakingCommand } from "../../src/breaking/index.ts";
import schema from "../../src/breaking/report.schema.json" with { type: "json" };
import { contractRoot, generatedDirectory, projectDirectory } from "../../src/shared/contract/index.ts";
import { runHere, runProgram } from "../commands.ts";
import { writeFiles } from "../files.ts";
import { patch } from "./changes.ts";
import { documentWith } from "./documents.ts";

/** Two contracts that are compared: how it ends, and what the output has, lacks, or is. */
interface Compared {
  readonly args: readonly string[];
  readonly code?: number;
  readonly prints?: readonly string[];
  readonly lacks?: readonly string[];
  readonly file?: string;
  readonly report?: object;
}
/** The tables: files, some of them written by a patch of one document, and the runs of the command in their folder. */
interface Story {
  readonly contracts: Readonly<Record<string, { request: unknown; response?: unknown; more?: object }>>;
  readonly files: Readonly<Record<string, string>>;
  readonly compared: Readonly<Record<string, Compared>>;
  readonly refused: Readonly<Record<string, { readonly args: readonly string[]; readonly says: readonly string[] }>>;
  readonly document: object;
  readonly changed: object;
}
const read = (file: string) => parse(readFileSync(join(import.meta.dirname, file), "utf8"), { merge: true }) as Story;
const [command, reports] = [read("command.yaml"), read("report.yaml")];

const contracts = Object.entries({ ...command.contracts, ...reports.contracts }).map(([file, contract]) => [
  file,
  { ...documentWith(contract.request, contract.response), ...contract.more },
]);
const changed = Object.entries(reports.changed).map(([file, change]) => [file, patch(reports.document, change)]);
const deep = { "deep.json": `{"openapi":"3.1.1","x-deep":${"[".repeat(20_000)}${"]".repeat(20_000)}}` };
const place = writeFiles({
  ...{ ...command.files, ...reports.files, ...deep },
  ...Object.fromEntries([...contracts, ...changed]),
});
writeFileSync(join(place, "latin.yaml"), Buffer.from("openapi: 3.1.1\ninfo: { title: Gr\u00fc\u00dfe }\n", "latin1"));

function breaking(...args: string[]) {
  return runHere(breakingCommand, args, place);
}

/** Runs the command as part of a line of a shell, and returns its exit code. */
async function runInShell(line: string): Promise<number | null> {
  const command = `"${process.execPath}" "${join(projectDirectory, "src", "cli.ts")}" breaking base.yaml shorter.yaml`;
  return (await runProgram("bash", ["-c", line.replace("BREAKING", command)], place)).code;
}

const isReport = new Ajv2020({ strict: true }).compile(schema);

const rows = [command, reports].flatMap(({ compared }) => Object.entries(compared));
test.each(rows)("%s", async (_, { args, code = 0, prints = [], lacks = [], file, report }) => {
  const { stdout, ...ended } = await breaking(...args, ...(report ? ["--format", "json"] : []));
  expect(ended).toEqual({ code, stderr: "" });
  for (const text of prints) expect(stdout).toContain(text);
  for (const text of lacks) expect(stdout).not.toContain(text);
  if (file !== undefined) await expect(stdout).toMatchFileSnapshot(join("reports", file));
  if (report === undefined) return;
  expect(JSON.parse(stdout)).toMatchObject(report);
  expect(isReport(JSON.parse(stdout)), JSON.stringify(isReport.errors)).toBe(true);
});

test("the files of this contract are the same as its bundle: keys, known values, examples and links", async () => {
  // Without the waivers, which are for a release
  writeFiles({ "no-waivers.yaml": "[]" }, place);
  const waivers = ["--waivers", join(place, "no-waivers.yaml")];
  const { code, stdout } = await breaking(join(generatedDirectory, "openapi.json"), contractRoot, ...waivers);
  expect(stdout).toContain("openapi.yaml: no relevant changes. No new version is needed.");
  expect(code).toBe(0);
});

test.each(["json", "yaml"])("integers beyond 2^53 are compared as they are written in %s", async (ending) => {
  const taking = (text: string) => JSON.stringify(documentWith("SCHEMA", {})).replace('"SCHEMA"', text);
  const files = {
    large: taking('{ "type": "integer", "maximum": 9223372036854775807 }'),
    larger: taking('{ "type": "integer", "maximum": 9223372036854775806 }'),
    range: taking('{ "type": "integer", "minimum": 9223372036854775806, "maximum": 9223372036854775807 }'),
    listed: taking('{ "enum": [9223372036854775806, 9223372036854775807] }'),
  };
  writeFiles(Object.fromEntries(Object.entries(files).map(([name, text]) => [`${name}.${ending}`, text])), place);
  const { stdout } = await breaking(`large.${ending}`, `larger.${ending}`);
  expect(stdout).toContain("`maximum` went from 9223372036854775807 to 9223372036854775806.");
  expect((await breaking(`range.${ending}`, `listed.${ending}`)).stdout).toContain("no relevant changes");
});

test("a value is shown for the keyword that refuses it, and not for another one that changed too", async () => {
  const { stdout } = await breaking("short-hash.yaml", "hash.yaml");
  const shown = stdout.split(/^(?= {2}breaking)/m).slice(1);
  const rules = shown.map((change) => [/schema\/[\w-]+/.exec(change)?.[0], change.includes("was ruled out")]);
  expect(rules).toEqual(
    expect.arrayContaining([
      ["schema/max-length", true],
      ["schema/pattern", false],
    ]),
  );
});

test("a job summary shows patterns as they are, in its tables and lists", async () => {
  const patterns = ["^(a|b)*$", "^`x`<b>_c_</b>$", '^\\\\|\\d[^"`|]$', "^[a](b)~+&amp;~$"];
  const readText = (add: string, more: object) => {
    const limit = (pattern: string) => ({ type: "string", pattern: `${pattern}${add}` });
    const properties = { ...patterns.map(limit), ...more };
    return documentWith({ properties }, {});
  };
  const added = Object.fromEntries(patterns.map((pattern, index) => [`added${index}`, { type: "string", pattern }]));
  const withoutPattern = Object.fromEntries(Object.keys(added).map((name) => [name, { type: "string" }]));
  const waivers = JSON.stringify([{ rule: "schema/pattern", pointer: "#/a|b`", reason: "Unused." }]);
  const files = {
    "patterns.json": readText("", withoutPattern),
    "others.json": readText("x", added),
    "odd.yaml": waivers,
  };
  writeFiles(files, place);
  const { stdout } = await breaking("patterns.json", "others.json", "--waivers", "odd.yaml", "--format", "markdown");
  const html = new MarkdownIt({ html: true }).render(stdout);
  const entities = { lt: "<", gt: ">", quot: '"', amp: "&" };
  const shown = html
    .replace(/<[^>]+>/g, "")
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof entities) => entities[name]);
  for (const pattern of patterns) {
    expect(shown).toContain(
      `pattern went from ${JSON.stringify(pattern)} to ${JSON.stringify(`${pattern}x`)}. A request`,
    );
    expect(shown).toContain(`pattern: ${JSON.stringify(pattern)} was added. A request`);
  }
  expect(shown).toContain("at #/a|b` is unused.");
  // Six cells in each row
  expect(html.match(/<td/g)).toHaveLength(6 * 2 * patterns.length);
});

describe("cannot compare, and says why", () => {
  test.each(Object.entries(command.refused))("%s", async (_, { args, says }) => {
    const { code, stdout, stderr } = await breaking(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    for (const text of says) expect(stderr).toContain(text);
    expect(stderr).not.toContain("bug in this project");
  });

  test("a report that cannot be written", async () => {
    expect(await runInShell("BREAKING >/dev/full 2>/dev/null")).toBe(2);
  });
});

test("a report whose reader has left ends without a word, with the exit code of the comparison", async () => {
  // The reader has ended before anything is written
  const said = "(BREAKING 2>errors; echo $? >&3) 3>code | true; test ! -s errors || exit 3; exit $(cat code)";
  expect(await runInShell(said)).toBe(1);
});
