// The guides for other languages, run as a reader follows them: each generated client compiles, calls every operation, and reads a newer service.
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, type TestContext, test } from "vitest";
import { parse } from "yaml";
import { startSandbox } from "../../src/sandbox/start-sandbox.ts";
import {
  type Contract,
  generatedDirectory,
  type JsonObject,
  own,
  projectDirectory,
  readContract,
  withAddedFields,
  withNewerValues,
  withUnknownType,
} from "../../src/shared/contract/index.ts";
import { exampleCast } from "../../src/verify/index.ts";
import { startProgram } from "../commands.ts";
import { needs, type Tool } from "../run/needs.ts";

/** The calls of the drivers, each by the name of its operation. */
const story = parse(readFileSync(join(import.meta.dirname, "story.yaml"), "utf8"), (_, value: unknown) =>
  String(value).startsWith("@") ? String(value).slice(1).split(".").reduce<unknown>(own, exampleCast) : value,
) as readonly { readonly operation: string }[];

const guides = join(projectDirectory, "src", "site", "guides");
/** The sandbox of `npm start`, as the guides write it. */
const sandboxUrl = "http://127.0.0.1:4020";

/** A language. Its guide has the files and the commands; the test adds a driver, which tells the story and reads events. */
interface Language {
  readonly guide: string;
  readonly needs: readonly Tool[];
  /** Installs what only the test needs. */
  readonly prepare?: string;
  /** Compiles or type-checks the client, the example and the driver. */
  readonly compile: string;
  /** The tests of the client in TypeScript call every operation by the same types: its guide has no driver. */
  readonly driver?: string;
  /** Runs the driver: a line for each step. */
  readonly tell?: string;
}

const languages: readonly Language[] = [
  {
    guide: "python.md",
    needs: ["python3-venv"],
    driver: "driver.py",
    prepare: "venv/bin/pip install -q mypy==1.18.2",
    // The types as a caller sees them: what mypy finds in an installed package itself is not reported to its users either
    compile: "MYPYPATH=client venv/bin/mypy --follow-imports=silent --no-error-summary driver.py example.py",
    tell: "PYTHONPATH=client venv/bin/python driver.py",
  },
  {
    guide: "go.md",
    needs: ["Go 1.21"],
    driver: "driver.go",
    compile: "go build -o driver .",
    tell: "./driver",
  },
  {
    guide: "java.md",
    needs: ["javac", "mvn", "curl"],
    driver: "Driver.java",
    compile:
      "mkdir classes && javac -nowarn -parameters -cp 'lib/*' -sourcepath client/src/main/java -d classes client/src/main/java/wearable/client/*/*.java Driver.java",
    tell: "java -cp 'classes:lib/*' Driver",
  },
  {
    guide: "use-it-from-your-language.md",
    needs: [],
    compile:
      "npx --no-install tsc --noEmit --strict --module esnext --moduleResolution bundler --target es2024 --lib es2024,dom,dom.iterable --allowImportingTsExtensions --skipLibCheck --types node example.ts",
  },
];

let contract: Contract;
beforeAll(async () => {
  contract = await readContract();
});

/** The commands, and the files by their names, that stand in a guide. */
async function readGuide(name: string) {
  const text = await readFile(join(guides, name), "utf8");
  const blocks = Array.from(
    text.matchAll(/^```(\w*) ([^\n]+)\n(.*?)^```$/gms),
    ([, language, label = "", code = ""]) => ({ language, label, code }),
  );
  const commands = new Map(blocks.filter(({ language }) => language === "sh").map(({ label, code }) => [label, code]));
  const files = new Map(blocks.filter(({ language }) => language !== "sh").map(({ label, code }) => [label, code]));
  const command = (label: string): string => {
    const found = commands.get(label);
    if (found === undefined) throw new Error(`${name} has no commands under "${label}".`);
    return found;
  };
  return { command, files, steers: commands.has("Control the sandbox") };
}

/** Runs commands in a folder as `sh -e` does, and returns what they print; fails when one of them does. */
async function run(
  { onTestFinished }: TestContext,
  commands: string,
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  // A newer Go than the installed one is fetched, where a distribution has turned that off, too
  const env = { GOTOOLCHAIN: "auto", ...environment };
  // In a group of its own, so that what hangs is ended with all that it started
  const { child, ended, output } = startProgram("sh", ["-ec", commands], { cwd, env, detached: true });
  onTestFinished(() => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  });
  const code = await ended;
  const printed = output.stdout + output.stderr;
  if (code !== 0) throw new Error(`These commands ended with ${code}:\n${commands}\n${printed}`);
  return printed;
}

async function takeDocuments(folder: string, ...[newest, older]: [string, string]): Promise<void> {
  await cp(join(generatedDirectory, newest), join(folder, "openapi.json"));
  await cp(join(generatedDirectory, older), join(folder, "openapi-3.0.json"));
}

async function startDemo({ onTestFinished }: TestContext, settings: { readonly newer_values?: boolean } = {}) {
  const sandbox = await startSandbox({ port: 0, settings: { psc_scheduling: true, ...settings } });
  onTestFinished(() => sandbox.close());
  const url = sandbox.url ?? "";
  return { url, environment: { BASE_URL: url, API_KEY: sandbox.apiKey, MANAGEMENT_KEY: sandbox.managementKey } };
}

// Much of it waits for registries
describe.concurrent.each(languages)("the guide $guide", ({ guide, driver, tell = "", ...language }) => {
  const isThere = language.needs.map(needs).every(Boolean);

  test.runIf(isThere)("makes a client that works, also with a newer service; its examples run", async (context) => {
    const { expect, onTestFinished } = context;
    const folder = await mkdtemp(join(tmpdir(), "portability-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { command, files, steers } = await readGuide(guide);
    for (const [name, code] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), code);
    }
    const events = makeNewerEvents(contract);
    if (driver !== undefined) await cp(join(import.meta.dirname, driver), join(folder, driver));
    await writeFile(join(folder, "story.json"), JSON.stringify(story));
    await writeFile(join(folder, "events.json"), JSON.stringify(events));
    await takeDocuments(folder, "openapi.json", "openapi-3.0.json");

    await run(context, command("Install"), folder);
    if (language.prepare !== undefined) await run(context, language.prepare, folder);
    await run(context, command("Generate"), folder);
    await run(context, language.compile, folder);

    const told = [
      ...story.map(({ operation }) => `ok ${operation}`),
      ...events.map(({ model }) => `ok event ${model}`),
    ];
    for (const newer_values of driver === undefined ? [] : [false, true]) {
      const demo = await startDemo(context, { newer_values });
      const printed = await run(context, tell, folder, demo.environment);
      expect(printed.split("\n").filter((line) => /^(ok|failed) /.test(line))).toEqual(told);
    }

    const example = await startDemo(context);
    await run(context, command("Run the example").replaceAll(sandboxUrl, example.url), folder);
    if (!steers) return;
    await takeDocuments(folder, "control-openapi.json", "control-openapi.json");
    await rm(join(folder, "client"), { recursive: true });
    // The generator of Python leaves out a schema that it cannot read, with a warning only
    expect(await run(context, command("Generate"), folder)).not.toContain("Unable to process schema");
    // A world that it leaves behind would stop its second run
    const control = command("Control the sandbox").replaceAll(sandboxUrl, example.url);
    for (const commands of [control, control]) await run(context, commands, folder);
  });
});

/** Each event as a newer service sends it, by the schema that describes it; and one whose type no schema knows. */
function makeNewerEvents({ document, events }: Contract) {
  const known = events.map(({ name, payload: { schema = {}, examples } }) => {
    const { payload } = withAddedFields(withNewerValues(document, schema, examples[0]?.value) as JsonObject);
    const model = schema.$ref?.split("/").at(-1) ?? "";
    return { model, event: name.includes("{") ? withUnknownType(payload, name).payload : payload };
  });
  return [...known, { model: "EventEnvelope", event: withUnknownType(known[0]?.event ?? {}).payload }];
}
