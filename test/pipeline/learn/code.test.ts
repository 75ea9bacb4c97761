// The report names the code of the sandbox and of `verify` that has what an edit changes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CodePlaces } from "../../../src/pipeline/learn/code.ts";
import { Evidence } from "../../../src/pipeline/learn/evidence.ts";
import type { Finding, Proposal } from "../../../src/pipeline/learn/proposal.ts";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import { contract } from "../../tools/verify/gallery/routes.ts";
import { responseAt, schemaAt } from "./servers/departure.ts";

describe("an edit names the code that may have to follow", () => {
  let code: CodePlaces;
  beforeAll(() => {
    code = new CodePlaces(new Evidence(contract));
  });
  /** The text of each line that is named in a file. */
  const linesIn = (file: string, proposal: Proposal) => {
    const place = code.about({ proposal } as Finding).find((one) => one.startsWith(`${file}:`));
    const lines = readFileSync(join(projectDirectory, file), "utf8").split("\n");
    return (place?.slice(file.length + 1) ?? "").split(", ").flatMap((at) => lines[Number(at) - 1] ?? []);
  };

  test("a status, by the handler of its operation", () => {
    const pointer = responseAt("undoUserDeletion", 400);
    const lines = linesIn("src/tools/sandbox/handlers/users.ts", { kind: "change-status", pointer, status: "409" });
    expect(lines.join("\n")).toContain("refusal(400");
  });

  test("a field, by the files that name it", () => {
    const proposal: Proposal = { kind: "rename", pointer: schemaAt("SleepSummaryList", "sleep"), name: "nights" };
    expect(linesIn("src/tools/sandbox/handlers/summaries.ts", proposal).join("\n")).toContain("sleep");
  });

  test("nothing, where it only confirms or adds", () => {
    expect(code.about({ proposal: { kind: "confirm" } } as Finding)).toEqual([]);
  });
});
