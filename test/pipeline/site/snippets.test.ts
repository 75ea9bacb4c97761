// The calls that the pages show are run: curl in a shell, TypeScript compiled and executed, both against the mock. Those of the sandbox have a test of their own.
import { execFile } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../../src/pipeline/mock/index.ts";
import { readContract } from "../../../src/tools/contract/index.ts";
import { needs } from "../../run/needs.ts";
import { compile, installPackage, quickCompiler } from "../build/installed.ts";
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
  let installed: Awaited<ReturnType<typeof installPackage>>;
  beforeAll(async () => {
    installed = await installPackage();
  });
  afterAll(() => installed?.remove());

  test("compiles against the packages, and every call succeeds", async () => {
    const { project } = installed;
    // Those for vitest are run by the test of the package
    const all = snippets("ts").filter(({ text }) => !text.includes('from "vitest"'));
    const names = await Promise.all(
      all.map(async ({ page, text }, index) => {
        const name = `${index}-${page.replaceAll(/\W/g, "-")}`;
        await writeFile(join(project, `${name}.ts`), `${text.replaceAll(shown, mock.url)}\nexport {};\n`);
        return name;
      }),
    );
    const files = names.map((name) => `${name}.ts`);
    expect(await compile(project, quickCompiler, "nodenext", files, ".")).toEqual({ code: 0, output: "" });
    // One process imports them all; what fails prints on the error stream, or throws
    const imports = names.map(
      (name) => `await import("./${name}.js").catch((error) => console.error(${JSON.stringify(name)}, error));`,
    );
    await writeFile(join(project, "snippets.js"), imports.join("\n"));
    const { stderr } = await run(process.execPath, ["snippets.js"], { cwd: project });
    expect(stderr).toBe("");
    expect(all.length).toBeGreaterThan(34);
  });
});
