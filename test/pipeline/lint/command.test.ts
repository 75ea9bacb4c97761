// `npm run lint`: its output, its exit codes, and that it finds nothing here.
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lintCommand } from "../../../src/pipeline/lint/command.ts";
import { contractRoot } from "../../../src/tools/contract/index.ts";
import { contractCopy, runHere, runToEnd } from "../../commands.ts";

const lint = (...args: string[]) => runHere(lintCommand, args);
const colour = "\u001b";

test("finds nothing in this repository's contract", async () => {
  const { code, stdout, stderr } = await lint("--root", contractRoot);
  expect(stdout).toMatch(/^Contract: sound\.$/m);
  expect(code, stderr).toBe(0);
  expect(stdout + stderr).not.toContain(colour);
});

test("says where each part of a broken contract is broken, whichever tool finds it", async () => {
  const copy = await contractCopy();
  try {
    const user = join(copy.directory, "openapi", "v2", "schemas", "User.yaml");
    const example = join(copy.directory, "openapi", "v2", "examples", "user.yaml");
    const text = await readFile(user, "utf8");
    // One fault for each tool
    await writeFile(
      user,
      text.replace("  team_id:", "  teamId:\n    type: string\n    description: A team.\n  team_id:"),
    );
    await writeFile(example, (await readFile(example, "utf8")).replace(/user_id: \S+/, "user_id: 7"));
    await appendFile(copy.root, "#\n".repeat(200));
    // Written once and used in two dozen places: reported once
    const status = join(copy.directory, "openapi", "shared", "assumptions", "success-status.yaml");
    await writeFile(status, (await readFile(status, "utf8")).replace(/leaves_open: .+/, "leaves_open: [state]"));

    const { code, stdout, stderr } = await lint("--root", copy.root);
    expect(code).toBe(1);
    expect(stdout).toBe("Contract: 4 findings.\n");
    const line = text.split("\n").indexOf("  team_id:") + 1;
    expect(stderr).toMatch(
      new RegExp(`openapi/v2/schemas/User\\.yaml:${line}:3 {2}fields-snake-case {2}#/properties/teamId\n`),
    );
    expect(stderr).toMatch(
      /openapi\/v2\/examples\/user\.yaml:\d+:\d+ {2}no-invalid-media-type-examples .+\n.+Correct the example/,
    );
    expect(stderr).toMatch(/openapi\/openapi\.yaml:1:1 {2}layout\/index-length\n.+expected at most 250/);
    expect(stderr).toMatch(
      /openapi\/shared\/assumptions\/success-status\.yaml:5:15 {2}assumption-form {2}#\/leaves_open\/0\n.+status, body, .+found "state"\. Write it as in \{ chose: /,
    );
    expect(stderr).not.toMatch(/^ +at /m);
    expect(stderr).not.toContain(colour);
  } finally {
    await copy.remove();
  }
});

test.each([
  [
    "a root that is not there",
    ["--root", "nowhere.yaml"],
    /nowhere\.yaml\. Pass its root document with --root FILE\.$/,
  ],
  ["an unknown option", ["--rot", "openapi.yaml"], /'--rot'\. Run `npm run lint -- --help` for the options\.$/],
  ["an option without its value", ["--root"], /'--root <value>' .+ Run `npm run lint -- --help` for the options\.$/],
  [
    "an argument that is no option",
    ["openapi.yaml"],
    /'openapi\.yaml'\. Run `npm run lint -- --help` for the options\.$/,
  ],
])("cannot run with %s, and says so in one line", async (_, args, message) => {
  const { code, stdout, stderr } = await lint(...args);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^error: \S.+\n$/);
  expect(stderr.trimEnd()).toMatch(message);
});

test("prints its usage", async () => {
  const { code, stdout, stderr } = await runToEnd("pipeline/lint/command.ts", ["--help"]);
  expect(code).toBe(0);
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^Usage: npm run lint /);
  expect(stdout).toMatch(/^Exit codes: 0 .+ 1 .+ 2 /m);
  for (const option of ["--root FILE", "--fix"]) expect(stdout).toContain(option);
});
