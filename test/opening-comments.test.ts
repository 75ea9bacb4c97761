// Comments: every file of src/ and test/ opens with a sentence about its purpose, and a comment names its thing.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDirectory } from "../src/shared/contract/index.ts";

const files = globSync(["{src,test}/**/*.{ts,js,yaml}", "*.ts", ".*.js"], {
  cwd: projectDirectory,
  exclude: (name) => name === "node_modules",
});
const read = (file: string) => readFileSync(join(projectDirectory, file), "utf8");

test("every file of src/ and test/ opens by saying what it is for", () => {
  expect(files.filter((file) => !opensWell(file, read(file)))).toEqual([]);
});

test("no comment begins with What, Those, Whether or Who instead of the thing it is about", () => {
  const riddles = /(?:^|\s)(?:\/\/|\/?\*\*?|#) (?:What|Those|Whether|Who)\b/m;
  expect(files.filter((file) => riddles.test(read(file)))).toEqual([]);
});

test.each<[file: string, text: string, opens: boolean]>([
  ["src/a.ts", "// Does a thing that takes\n// two lines to tell.\nexport {};\n", true],
  ["src/a.ts", 'import "b";\n// Does a thing.\n', false],
  ["src/a.ts", "// a.ts\nexport {};\n", false],
  ["src/a.ts", "// Does a thing\nexport {};\n", false],
])("%s: %j %s", (file, text, opens) => {
  expect(opensWell(file, text)).toBe(opens);
});

/** Does a file open with a comment of a sentence? The short ones of YAML need not be full sentences. */
function opensWell(file: string, text: string): boolean {
  const [comment = ""] = /^(?:(?:\/\/|#) .*\n)+/.exec(text.replace(/^#!.*\n/, "")) ?? [];
  const said = comment.replaceAll(/^(?:\/\/|#) /gm, "").replaceAll("\n", " ");
  return file.endsWith(".yaml") ? /^\S+ \S+/.test(said) : /^\S+ \S+ .*\S[.?] /.test(said);
}
