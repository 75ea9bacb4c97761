// Runs one generator of the matrix in a folder of its own: what fails, hangs or is missing is its own result, and takes down no other.
import { spawn } from "node:child_process";
import { openSync, writeFileSync } from "node:fs";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { generatedDirectory, projectDirectory, readContract } from "../../src/tools/contract/index.ts";
import { startSandbox } from "../../src/tools/sandbox/start-sandbox.ts";
import type { Generator } from "./generators.ts";
import { newerEvents, startNewerService } from "./newer-service.ts";
import type { Result } from "./results.ts";
import { story } from "./story.ts";

const here = join(projectDirectory, "test", "portability");

/** Where generators work, and for how long a step may. */
export interface Place {
  /** A folder in it is made for each generator. */
  readonly work: string;
  /** After this long a step is ended: only one that hangs takes it. */
  readonly limitMs: number;
}

/** The place of `npm run portability`. */
export const ownPlace: Place = { work: join(projectDirectory, "dist", "portability"), limitMs: 15 * 60_000 };

/** The folder in which a generator works: a copy of its files, with the documents and the story. */
async function folderOf({ name, files }: Generator, { work }: Place, isFresh = false): Promise<string> {
  const folder = join(work, name.replaceAll(/[^\w.-]+/g, "-"));
  // A file of an older driver would be compiled, too
  if (isFresh) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const from of files) await cp(join(here, from), folder, { recursive: true });
  await takeDocuments(folder, "openapi.json", "openapi-3.0.json");
  writeFileSync(join(folder, "story.json"), JSON.stringify(story, null, 2));
  writeFileSync(join(folder, "events.json"), JSON.stringify(newerEvents(await readContract()), null, 2));
  return folder;
}

/** Puts the documents that a generator reads into its folder, without a client that was made of others. */
async function takeDocuments(folder: string, ...[openapi, older]: [string, string]): Promise<void> {
  await cp(join(generatedDirectory, openapi), join(folder, "openapi.json"));
  await cp(join(generatedDirectory, older), join(folder, "openapi-3.0.json"));
  await rm(join(folder, "client"), { recursive: true, force: true });
}

/** Marks a folder that was prepared for this version. */
const preparedFile = ".prepared";

/** All that is installed for a generator: what a page shows, then what only the matrix needs. */
function prepareOf({ prepare, prepareMatrix }: Generator): string {
  return [prepare, prepareMatrix].filter(Boolean).join(" && ");
}

/** Installs a generator, and says what went wrong with it. */
export async function prepare(generator: Generator, place: Place): Promise<string | undefined> {
  const folder = await folderOf(generator, place, true);
  const commands = prepareOf(generator);
  if (!(await runStep(generator, folder, "prepare", commands, place))) {
    return `${generator.name} could not be installed: see ${logOf(folder, "prepare")}.`;
  }
  writeFileSync(join(folder, preparedFile), commands);
  return undefined;
}

/** What a run of one generator brought: its row, why there is none, and the logs of what failed. */
export type Outcome = { readonly result: Result; readonly logs: readonly string[] } | { readonly skipped: string };

/** Generates, compiles, and tells the story to the sandbox and to a newer service. */
export async function resultOf(generator: Generator, place: Place): Promise<Outcome> {
  const { name, version, language, document, generate, note, untried } = generator;
  const folder = await folderOf(generator, place);
  const prepared = await readFile(join(folder, preparedFile), "utf8").catch(() => undefined);
  if (prepared !== prepareOf(generator)) {
    return { skipped: `${name}, which is not installed. Run \`npm run portability -- prepare "${name}"\`` };
  }
  if (untried !== undefined) return untriedOf(generator, folder, place, untried);
  const control = await controlOf(generator, folder, place);
  const accepted = await runStep(generator, folder, "generate", generate, place);
  const compiled = accepted && (await runStep(generator, folder, "compile", generator.compile, place));
  const all = [...new Set(story.map(({ operation }) => operation))];
  const told = async (isNewer: boolean): Promise<Told> =>
    accepted ? await tell(generator, folder, isNewer, place) : { failed: all };
  const { failed } = await told(false);
  const { failed: failedNewer, failedEvents } = await told(true);
  const operations = all.length - failed.length;
  const { example } = generator;
  const exampleRuns =
    example === undefined
      ? undefined
      : await withService(false, (service) => runStep(generator, folder, "example", example, place, service));
  const logs = [
    ...(control === (generator.callControl === undefined ? "compiled" : "called") ? [] : ["control"]),
    ...(accepted ? [] : ["generate"]),
    ...(accepted && !compiled ? ["compile"] : []),
    ...(accepted && failed.length > 0 ? ["run"] : []),
    ...(accepted && failedNewer.length + (failedEvents ?? []).length > 0 ? ["run-newer"] : []),
    ...(exampleRuns === false ? ["example"] : []),
  ].map((step) => logOf(folder, step));
  const found = {
    name,
    version,
    language,
    document,
    generate,
    control,
    accepted,
    compiled,
    operations,
    failed,
    failedNewer,
  };
  const more = {
    ...(failedEvents === undefined ? {} : { failedEvents }),
    ...(exampleRuns === undefined ? {} : { prepare: generator.prepare, example, exampleRuns }),
    ...(note === undefined ? {} : { note }),
  };
  return { result: { ...found, ...more }, logs };
}

/** Only generates. */
async function untriedOf(generator: Generator, folder: string, place: Place, untried: string): Promise<Outcome> {
  const accepted = await runStep(generator, folder, "generate", generator.generate, place);
  const logs = accepted ? [] : [logOf(folder, "generate")];
  return { result: untriedRow(generator, accepted, untried), logs };
}

/** The row of a generator whose client was not compiled, and why; one that is missing itself accepted nothing. */
export function untriedRow(generator: Generator, accepted: boolean, untried: string): Result {
  const { name, version, language, document, generate, note } = generator;
  const nothing = { compiled: false, operations: 0, failed: [], failedNewer: [], untried };
  return { ...{ name, version, language, document, generate, accepted }, ...nothing, ...(note ? { note } : {}) };
}

/** Makes a client of the sandbox's control plane, which is described in OpenAPI 3.1 only, and calls it with some. */
async function controlOf(generator: Generator, folder: string, place: Place): Promise<NonNullable<Result["control"]>> {
  const { generate, compileClient, callControl } = generator;
  const takes = (command: string, service = {}) => runStep(generator, folder, "control", command, place, service);
  await takeDocuments(folder, "control-openapi.json", "control-openapi.json");
  const isAccepted = await takes(generate);
  const isCompiled = isAccepted && (await takes(compileClient));
  const isCalled =
    isCompiled && callControl !== undefined && (await withService(false, (service) => takes(callControl, service)));
  await takeDocuments(folder, "openapi.json", "openapi-3.0.json");
  if (isCalled) return "called";
  return isCompiled ? "compiled" : isAccepted ? "not compiled" : "not accepted";
}

/** The operations that did not work, and the events that were not read; no such list when the client has no models of events. */
interface Told {
  readonly failed: string[];
  readonly failedEvents?: string[];
}

/** Tells the story with a sandbox of its own. */
async function tell(generator: Generator, folder: string, isNewer: boolean, place: Place): Promise<Told> {
  const step = isNewer ? "run-newer" : "run";
  await withService(isNewer, (service) => runStep(generator, folder, step, generator.run, place, service));
  const lines = (await readFile(join(folder, `${step}.log`), "utf8")).split("\n");
  const worked = lines.flatMap(outcome);
  // Each step of the story counts: an operation may be in it twice
  const failed = story.filter((_, index) => worked[index] !== true);
  const told = { failed: [...new Set(failed.map(({ operation }) => operation))] };
  if (!lines.some((line) => /^(ok|failed) event /.test(line))) return told;
  const models = newerEvents(await readContract()).map(({ model }) => model);
  return { ...told, failedEvents: models.filter((model) => !lines.includes(`ok event ${model}`)) };
}

/** Runs something against a sandbox, or a newer service, whose addresses and keys stand in the environment. */
async function withService<T>(isNewer: boolean, run: (service: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  const sandbox = await startSandbox({ port: 0, settings: { psc_scheduling: true } });
  const serviceUrl = sandbox.url ?? "";
  const newer = isNewer ? await startNewerService(await readContract(), serviceUrl) : undefined;
  const url = newer?.url ?? serviceUrl;
  const keys = { API_KEY: sandbox.apiKey, MANAGEMENT_KEY: sandbox.managementKey };
  try {
    return await run({ BASE_URL: url, MANAGEMENT_URL: url, ...keys });
  } finally {
    newer?.close();
    await sandbox.close();
  }
}

/** Reads a line of a driver: `ok createUser` or `failed createUser REASON`; those of events and other lines are not of the story. */
function outcome(line: string): boolean[] {
  const word = /^(ok|failed) (?!event )\w+/.exec(line)?.[1];
  return word === undefined ? [] : [word === "ok"];
}

/** Runs a command of a generator in its folder; what it prints goes to a log. */
function runStep(
  generator: Generator,
  folder: string,
  step: string,
  command: string,
  { limitMs }: Place,
  service = {},
): Promise<boolean> {
  const log = openSync(join(folder, `${step}.log`), "w");
  // In a group of its own, so that what hangs is ended with all that it started
  const child = spawn("sh", ["-c", command], {
    cwd: folder,
    env: { ...process.env, ...generator.environment, ...service },
    stdio: ["ignore", log, log],
    detached: true,
  });
  const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), limitMs);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

function logOf(folder: string, step: string): string {
  return relative(process.cwd(), join(folder, `${step}.log`));
}
