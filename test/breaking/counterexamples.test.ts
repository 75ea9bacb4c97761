// A report shows a breaking change of values by one value.
import { describe, expect, test } from "vitest";
import type { Counterexample } from "../../src/breaking/counterexample-text.ts";
import { breakingCommand } from "../../src/breaking/index.ts";
import { runHere } from "../commands.ts";
import { writeFiles } from "../files.ts";
import { documentWith } from "./documents.ts";

describe("in a report", () => {
  const markers = (maximum: number) => ({
    openapi: "3.1.1",
    info: { title: "A test", version: "1.0.0" },
    paths: {
      "/markers": {
        get: {
          operationId: "listMarkers",
          parameters: [{ name: "size", in: "query", schema: { type: "integer", maximum } }],
          responses: { "200": { description: "They." } },
        },
      },
    },
  });
  const named = (maxLength: number) => ({
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, name: { type: "string", maxLength } },
  });
  const place = writeFiles({
    "base.yaml": markers(100),
    "revision.yaml": markers(50),
    "sent.yaml": documentWith(named(9), {}),
    "sent-less.yaml": documentWith(named(8), {}),
    "long.yaml": documentWith(named(500), {}),
    "long-less.yaml": documentWith(named(400), {}),
    "short-hash.yaml": documentWith({}, { type: "string", maxLength: 40, pattern: "^[0-9a-f]+$" }),
    "hash.yaml": documentWith({}, { type: "string", maxLength: 64, pattern: "^([0-9a-f]{40}([0-9a-f]{24})?)$" }),
    "got.yaml": documentWith({}, named(8)),
    "got-more.yaml": documentWith({}, named(2000)),
  });

  test.each([
    ["base.yaml", "revision.yaml", /^ {6}was accepted, is refused now: GET \/markers\?size=\d+$/m],
    ["sent.yaml", "sent-less.yaml", '      was accepted, is refused now: POST /things {"id":1,"name":"xxxxxxxxx"}\n'],
    ["long.yaml", "long-less.yaml", /^ {6}was accepted, is refused now: POST \/things \{"id":1,"name":"x{50,120}…$/m],
    ["got.yaml", "got-more.yaml", '      may arrive now, was ruled out: POST /things {"id":1,"name":"xxxxxxxxx"}\n'],
  ])("the text has it below the change: %s to %s", async (base, revision, line) => {
    const { stdout } = await runHere(breakingCommand, [base, revision], place);
    if (typeof line === "string") expect(stdout).toContain(line);
    else expect(stdout).toMatch(line);
  });

  test("the JSON has it whole", async () => {
    const run = (...files: string[]) => runHere(breakingCommand, [...files, "--format", "json"], place);
    const [sent, got] = [await run("sent.yaml", "sent-less.yaml"), await run("got.yaml", "got-more.yaml")];
    const of = ({ stdout }: { stdout: string }) =>
      (JSON.parse(stdout) as { changes: { counterexample?: Counterexample }[] }).changes[0]?.counterexample;
    expect(of(sent)).toEqual({
      in: "body",
      operation: "POST /things",
      value: { id: 1, name: "xxxxxxxxx" },
      accepted_by: "base",
    });
    expect(of(got)).toMatchObject({ in: "body", accepted_by: "revision" });
  });

  test("a value is shown for the keyword that refuses it, and not for another one that changed too", async () => {
    const { stdout } = await runHere(breakingCommand, ["short-hash.yaml", "hash.yaml"], place);
    const shown = stdout.split(/^(?= {2}breaking)/m).slice(1);
    expect(shown.map((change) => [/schema\/[\w-]+/.exec(change)?.[0], change.includes("was ruled out")])).toEqual(
      expect.arrayContaining([
        ["schema/max-length", true],
        ["schema/pattern", false],
      ]),
    );
  });

  test("what is compatible, or about no value, has none", async () => {
    const { stdout } = await runHere(breakingCommand, ["revision.yaml", "base.yaml"], place);
    expect(stdout).not.toMatch(/was accepted|may arrive/);
  });
});
