// Writes small contracts for the tests: whole, valid, and differing in what a test is about.
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";

/** A document with one operation, whose request and response have these schemas. */
export function documentWith(request: unknown, response: unknown = request): Record<string, unknown> {
  return {
    openapi: "3.1.1",
    info: { title: "A test", version: "1.0.0" },
    paths: {
      "/things": {
        post: {
          operationId: "createThing",
          requestBody: { required: true, content: { "application/json": { schema: request } } },
          responses: {
            "200": {
              description: "The thing.",
              content: { "application/json": { schema: structuredClone(response) } },
            },
          },
        },
      },
    },
  };
}

/** A temporary directory with files; values are written as YAML. */
export async function directoryWith(files: Readonly<Record<string, unknown>>) {
  const directory = await mkdtemp(join(tmpdir(), "breaking-test-"));
  const write = (contents: Readonly<Record<string, unknown>>) => {
    for (const [name, content] of Object.entries(contents)) {
      writeFileSync(join(directory, name), typeof content === "string" ? content : stringify(content));
    }
  };
  write(files);
  return {
    directory,
    write,
    lines: (name: string) => readFileSync(join(directory, name), "utf8").split("\n"),
    file: (name: string) => join(directory, name),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
