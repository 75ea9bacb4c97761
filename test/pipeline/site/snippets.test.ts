// The calls that the pages show are run: curl in a shell, TypeScript compiled and executed, both against the mock. Those of the sandbox have a test of their own.
import { execFile } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../../src/pipeline/mock/index.ts";
import { projectDirectory, readContract } from "../../../src/tools/contract/index.ts";
import { needs } from "../../run/needs.ts";
import { type Site, sharedSite } from "./built.ts";

/** A piece of code of a page. */
interface Snippet {
  readonly page: string;
  readonly text: string;
}

const run = promisify(execFile);
const shown = "http://127.0.0.1:4010";
let site: Site;
let mock: Mock;
let directory: string;
beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), "snippets-")));
  const { document } = await readContract();
  [site, mock] = await Promise.all([sharedSite(), startMock({ document, port: 0 })]);
  await writeFile(join(directory, "report.pdf"), "%PDF-1.7\n");
});
afterAll(async () => {
  await mock?.close();
  await rm(directory, { recursive: true, force: true });
});

/** The code of every page in a language, read out of the Markdown twins, where nothing is escaped. */
function snippets(language: "sh" | "ts"): Snippet[] {
  return [...site.files]
    .filter(([page]) => page.endsWith(".md"))
    .flatMap(([page, text]) =>
      Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm")), ([, code = ""]) => ({
        page,
        text: code,
      })),
    );
}

describe("curl", () => {
  test.runIf(needs("curl"))(
    "commands answer with the success of their operation, or with what the guide says",
    async () => {
      const commands = snippets("sh").filter(({ text }) => text.startsWith("curl ") && text.includes(shown));
      const script = commands.map(
        ({ text }) => `${text.trimEnd().replaceAll(shown, mock.url)} -s -o /dev/null -w '%{http_code}\\n'`,
      );
      const { stdout } = await run("bash", ["-c", script.join("\n")], { cwd: directory });
      const said: Readonly<Record<string, readonly string[]>> = { "guides/mock.md": ["200", "404", "422"] };
      const answers = Object.groupBy(
        stdout
          .trim()
          .split("\n")
          .map((status, index) => ({ status, page: commands[index]?.page ?? "" })),
        ({ page }) => page,
      );
      const wrong = Object.entries(answers).flatMap(([page, all = []]) => {
        const expected = said[page] ?? all.map(() => "200");
        const found = all.map(({ status }) => status);
        return found.join() === expected.join() ? [] : [`${page}: ${found.join()}`];
      });
      expect(wrong).toEqual([]);
      expect(commands.length).toBeGreaterThan(34);
    },
  );
});

describe("TypeScript", () => {
  const entries = {
    "wearable-health-api": "src/package/client/index.ts",
    "wearable-health-api/events": "src/package/events/index.ts",
    "wearable-health-api/events/validate": "src/package/events/validate.ts",
    "wearable-health-api/examples": "generated/examples.ts",
    "wearable-health-api/types": "generated/schemas.ts",
    "wearable-health-api-tools": "src/tools/sandbox/start-sandbox.ts",
  };

  test("compiles against the package, and every call succeeds", async () => {
    // Those for vitest are run by the test of the package
    const all = snippets("ts").filter(({ text }) => !text.includes('from "vitest"'));
    const files = await Promise.all(
      all.map(async ({ text }, index) => {
        const file = join(directory, `snippet-${index}.mts`);
        let code = text.replaceAll(shown, mock.url);
        for (const [name, entry] of Object.entries(entries)) {
          code = code.replaceAll(`from "${name}"`, `from "${join(projectDirectory, entry)}"`);
        }
        await writeFile(file, `${code}\nexport {};\n`);
        return file;
      }),
    );
    const { config } = ts.readConfigFile(join(projectDirectory, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config, files, include: [] }, ts.sys, projectDirectory);
    const typeRoots = [join(projectDirectory, "node_modules", "@types")];
    const program = ts.createProgram(files, { ...options, typeRoots });
    const faults = files.flatMap((file, index) =>
      ts.getPreEmitDiagnostics(program, program.getSourceFile(file)).map(({ messageText }) => {
        return `${all[index]?.page}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
      }),
    );
    expect(faults).toEqual([]);
    // One process imports them all; what fails prints on the error stream, or throws
    const main = join(directory, "main.mts");
    await writeFile(
      main,
      files
        .map(
          (file) =>
            `console.error(await import(${JSON.stringify(file)}).then(() => "", (error) => ${JSON.stringify(file)} + error));`,
        )
        .join("\n"),
    );
    const { stderr } = await run(process.execPath, [main], { cwd: directory });
    expect(stderr.trim()).toBe("");
    expect(all.length).toBeGreaterThan(34);
  });
});
