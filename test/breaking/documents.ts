// Writes small contracts for the tests: whole, valid, and differing in what a test is about.
import { mkdtempSync, writeFileSync } from "node:fs";
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

/** Writes files into a directory that is gone after the run, values as YAML, and returns the directory. */
export function writeFiles(
  files: Readonly<Record<string, unknown>>,
  directory = mkdtempSync(join(tmpdir(), "breaking-test-")),
): string {
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(directory, name), typeof content === "string" ? content : stringify(content));
  }
  return directory;
}
