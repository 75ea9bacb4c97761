// The CPU of the gate, beside `redocly diff` of the same files.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { generatedDirectory, projectDirectory } from "../../src/shared/contract/index.ts";
import { exitCode, Failure, showProgress } from "../../src/shared/terminal/index.ts";
import { printTable } from "./table.ts";

const rounds = 5;
const largeOperations = 1000;

const redocly = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin", "cli.js");
/** The commands, before the two documents. */
const commands: Readonly<Record<string, readonly string[]>> = {
  "redocly diff": [process.execPath, redocly, "diff", "--fail-on=none", "--format=json"],
  "this gate": [process.execPath, join(projectDirectory, "src", "cli.ts"), "breaking"],
};

/** Prints what the gate costs. */
export async function measureGate(directory: string): Promise<void> {
  const contract = await readFile(join(generatedDirectory, "openapi.json"), "utf8");
  const pairs: Readonly<Record<string, readonly [before: string, after: string]>> = {
    "this contract": [contract, contract.replace(/"maximum": ?100\b/, '"maximum":60')],
    [`${largeOperations} operations`]: [writeLarge(50), writeLarge(40)],
  };
  for (const [title, documents] of Object.entries(pairs)) {
    const files = documents.map((_, index) => join(directory, `${index}.json`));
    for (const [index, text] of documents.entries()) await writeFile(files[index] ?? "", text);
    const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, [program = "", ...args]] of Object.entries(commands)) {
        const done = showProgress(`${title}: ${name}`);
        const before = readChildrenSeconds();
        const { status, stderr } = spawnSync(program, [...args, ...files], { cwd: directory });
        times.get(name)?.push(readChildrenSeconds() - before);
        done();
        if (name !== "this gate" || status === exitCode.findings) continue;
        throw new Failure(`The gate was to find a break, and ended with ${status}.`, String(stderr));
      }
    }
    printTable(`CPU of a comparison with one break, ${title}`, times, "redocly diff", "s");
  }
}

/** A document whose operations have a schema each, of fields with words as public descriptions have them, and one in common. */
function writeLarge(maxLength: number): string {
  const numbers = Array.from({ length: largeOperations }, (_, index) => index);
  const description = "What this field means, in one or two sentences. ".repeat(4);
  const fields = Array.from({ length: 12 }, (_, index) => [`field_${index}`, { type: "string", description }]);
  const schema = (index: number) => ({
    type: "object",
    properties: {
      ...Object.fromEntries(fields),
      [`own_${index}`]: {},
      shared: { $ref: "#/components/schemas/Shared" },
    },
  });
  const operation = (index: number) => {
    const content = { "application/json": { schema: { $ref: `#/components/schemas/Thing${index}` } } };
    const responses = { "200": { description: "It went well.", content } };
    return { post: { operationId: `change${index}`, requestBody: { content }, responses } };
  };
  return JSON.stringify({
    openapi: "3.1.1",
    info: { title: "A large document", version: "1.0.0" },
    paths: Object.fromEntries(numbers.map((index) => [`/things${index}`, operation(index)])),
    components: {
      schemas: {
        Shared: { type: "object", properties: { changed: { type: "string", maxLength } } },
        ...Object.fromEntries(numbers.map((index) => [`Thing${index}`, schema(index)])),
      },
    },
  });
}

/** The CPU of the children that have ended, and of theirs: fields 16 and 17 of proc(5), in ticks of 10 ms. */
function readChildrenSeconds(): number {
  // The name before them, in parentheses, may hold anything
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
