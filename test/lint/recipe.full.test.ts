// The recipe of CONTRIBUTING.md, copied into a folder that holds another contract.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { runProgram } from "../run/tool.ts";

const read = (file: string, folder = projectDirectory) => readFileSync(join(folder, file), "utf8");
const [, block = "{}"] = /## Copy the recipe[\s\S]*?```json\n([\s\S]*?)```/.exec(read("CONTRIBUTING.md")) ?? [];
const scripts = JSON.parse(block) as Readonly<Record<"lint" | "generate" | "breaking" | "mock", string>>;

const bookshop: Readonly<Record<string, string>> = {
  "openapi.yaml": `# A bookshop.
openapi: 3.1.1
info: { title: Bookshop, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: "https://bookshop.example" }]
tags: [{ name: Books, description: Books. }]
paths:
  /v1/books/{book_id}: { $ref: v1/paths/get-book.yaml }
components:
  securitySchemes:
    Key: { type: apiKey, in: header, name: X-Key, description: The key of a customer. }
`,
  "v1/paths/get-book.yaml": `# One book.
get:
  operationId: getBook
  summary: Get a book
  description: Gives a book.
  tags: [Books]
  security: [{ Key: [] }]
  parameters:
    - { name: book_id, in: path, required: true, description: Its id., schema: { type: string } }
  responses:
    "200":
      description: The book.
      content:
        application/json:
          schema: { $ref: ../schemas/Book.yaml }
          examples: { book: { $ref: ../examples/book.yaml } }
    "401":
      description: The key is unknown.
      content:
        application/json:
          schema: { $ref: ../schemas/Problem.yaml }
          examples: { unknown-key: { $ref: ../examples/unknown-key.yaml } }
`,
  "v1/schemas/Book.yaml": `# A book.
type: object
description: A book.
required: [title]
properties:
  title: { type: string, description: Its title. }
`,
  "v1/schemas/Problem.yaml": `# What went wrong.
type: object
description: What went wrong.
required: [detail]
properties:
  detail: { type: string, description: What went wrong. }
`,
  "v1/examples/book.yaml": "summary: A book\nvalue: { title: Emma }\n",
  "v1/examples/unknown-key.yaml": "summary: An unknown key\nvalue: { detail: The key is unknown. }\n",
};

let folder: string;
const run = (command: string) => runProgram("sh", ["-c", command], folder);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recipe-"));
  symlinkSync(join(projectDirectory, "node_modules"), join(folder, "node_modules"));
  for (const name of ["src/lint", "src/shared"]) {
    cpSync(join(projectDirectory, name), join(folder, name), { recursive: true });
  }
  const redocly = parseDocument(read("redocly.yaml"));
  redocly.deleteIn(["apis", "control-openapi"]);
  const spectral = parseDocument(read(".spectral.yaml"));
  spectral.delete("overrides");
  write("redocly.yaml", String(redocly));
  write(".spectral.yaml", String(spectral));
  write("openapi/README.md", read("openapi/README.md"));
  write("redocly.diff.yaml", "extends: [diff-recommended]\n");
  for (const [file, text] of Object.entries(bookshop)) write(`openapi/${file}`, text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

test("finds nothing in a sound contract, and generates its bundle and its types", async () => {
  expect(await run(scripts.lint)).toMatchObject({ code: 0 });
  expect(await run(scripts.generate)).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "generated/openapi.yaml"), "utf8")).toContain("#/components/schemas/Book");
  expect(readFileSync(join(folder, "dist/openapi-typescript/types.ts"), "utf8")).toContain("getBook");
});

test("finds a break of what is on the main branch", async () => {
  const commit = "git add . && git -c user.name=A -c user.email=a@example.com commit --quiet -m Books";
  await run(`git init --quiet && ${commit} && git update-ref refs/remotes/origin/main HEAD`);
  expect(await run(scripts.breaking)).toMatchObject({ code: 0 });
  write(
    "generated/openapi.yaml",
    read("generated/openapi.yaml", folder).replace("title:\n          type: string", "title:\n          type: integer"),
  );
  expect(await run(scripts.breaking)).toMatchObject({ code: 1, output: expect.stringContaining("title") });
});

test("names the file and line of a finding of Spectral, and the heading of a file that was copied", async () => {
  write("openapi/v1/paths/get-book.yaml", bookshop["v1/paths/get-book.yaml"]?.replace("Get a book", "Getting") ?? "");
  const { code, output } = await run(scripts.lint);
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining("v1/paths/get-book.yaml:4:3") });
  const [, file = "", heading = ""] = /See (\S+)#([a-z-]+)/.exec(output) ?? [];
  expect(read(file, folder).toLowerCase()).toContain(`## ${heading}`);
});

test("a reference to a missing file is found at its line", async () => {
  write("openapi/v1/paths/get-book.yaml", bookshop["v1/paths/get-book.yaml"]?.replace("Book.yaml", "Bok.yaml") ?? "");
  const { code, output } = await run(scripts.lint);
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining("v1/paths/get-book.yaml:15:19") });
});
