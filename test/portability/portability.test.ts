// The runner of the matrix, with generators that are a line of shell: what fails, hangs or is missing is one row's own.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Generator, generators } from "./generators.ts";
import { absentOf, resultsOf, selected } from "./portability.ts";
import { differences, type Result } from "./results.ts";
import { type Place, prepare } from "./runner.ts";
import { story } from "./story.ts";

const operations = new Set(story.map(({ operation }) => operation));
let printed: string;

beforeEach(() => {
  printed = "";
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => {
      printed += String(text);
      return true;
    });
  }
});
afterEach(() => vi.restoreAllMocks());

function newPlace(limitMs = 60_000): Place {
  const work = mkdtempSync(join(tmpdir(), "portability-"));
  onTestFinished(() => rmSync(work, { recursive: true }));
  return { work, limitMs };
}

/** A generator whose client does all that the story asks, but for what a test says. */
function generator(name: string, given: Partial<Generator> = {}): Generator {
  return {
    ...{ name, version: "1.0.0", language: "Shell", needs: ["sh"], document: "openapi.json", files: [] },
    ...{ prepare: "true", generate: "true", compile: "true", compileClient: "true" },
    run: `sed -n 's/^ *"operation": "\\(.*\\)",*$/ok \\1/p' story.json`,
    ...given,
  };
}

/** Installs generators, and runs them. */
async function run(all: readonly Generator[], place = newPlace()) {
  for (const one of all) await prepare(one, place);
  return { results: await resultsOf(all, place), folder: (name: string) => join(place.work, name) };
}

describe("a row of the matrix", () => {
  test("counts the operations that worked, reads past what else a client prints, and runs after one that failed, whose log is named", async () => {
    const { results, folder } = await run([
      generator("failing", { generate: "echo broken; exit 3" }),
      generator("well"),
      generator("rubbish", { run: "echo 'okay'; printf '\\0\\377'; echo '{'" }),
    ]);
    const [failing, well, rubbish] = results;
    expect(failing).toMatchObject({ name: "failing", accepted: false, compiled: false, operations: 0 });
    expect(printed).toMatch(/see .*failing\/generate\.log/);
    expect(readFileSync(join(folder("failing"), "generate.log"), "utf8")).toBe("broken\n");
    expect(well).toMatchObject({
      accepted: true,
      compiled: true,
      operations: operations.size,
      failed: [],
      failedNewer: [],
      control: "compiled",
    });
    // It has no models
    expect(well?.failedEvents).toBeUndefined();
    expect(rubbish).toMatchObject({ operations: 0, failed: [...operations], failedNewer: [...operations] });
    expect(printed).toContain("run-newer.log");
  });

  test("has its variables in every step, and shows of its installation only what a reader does, too", async () => {
    const all = `test "$LIBRARIES" = here && test -f matrix`;
    const { results } = await run([
      generator("well", {
        environment: { LIBRARIES: "here" },
        prepare: "touch page",
        prepareMatrix: 'test "$LIBRARIES" = here && touch matrix',
        ...{ generate: all, compile: all, example: all },
      }),
    ]);
    expect(results).toMatchObject([
      { accepted: true, compiled: true, prepare: "touch page", example: all, exampleRuns: true },
    ]);
  });

  test("names the events of a newer service that its models do not read", async () => {
    const all = `sed -n 's/^ *"model": "\\(.*\\)",*$/ok event \\1/p' events.json | sed 's/^ok \\(event EventEnvelope\\)$/failed \\1/'`;
    const { results } = await run([generator("models", { run: all })]);
    expect(results.map(({ failedEvents }) => failedEvents)).toEqual([["EventEnvelope"]]);
  });

  test("whose toolchain cannot be had is generated, and says why no more was tried", async () => {
    const { results } = await run([generator("far", { untried: "no compiler here", compile: "exit 3" })]);
    expect(results).toMatchObject([{ accepted: true, compiled: false, operations: 0, failed: [] }]);
    expect(printed).toContain("accepted, not compiled: no compiler here\n");
  });

  test("says when the description of the control plane is not accepted", async () => {
    const refuses = `! grep -q _sandbox openapi.json`;
    const { results } = await run([generator("refuses", { generate: refuses })]);
    expect(results).toMatchObject([{ control: "not accepted", accepted: true }]);
    expect(printed).toMatch(/see .*refuses\/control\.log/);
  });

  test("calls the control plane with the client of its description, where it has a command for it", async () => {
    const callControl = `grep -q _sandbox openapi.json && test -n "$BASE_URL"`;
    const { results } = await run([generator("calls", { callControl }), generator("fails", { callControl: "false" })]);
    expect(results.map(({ control }) => control)).toEqual(["called", "compiled"]);
    expect(printed.match(/see .*control\.log/g)).toEqual([expect.stringContaining("fails")]);
  });

  test("that hangs is ended with all that it started, and the next runs", async () => {
    const hanging = generator("hanging", { generate: "sleep 600 & wait" });
    // That nothing is left running, the frame of the tests asserts
    const { results } = await run([hanging, generator("failing", { generate: "false" })], newPlace(1_000));
    expect(results.map(({ name, accepted }) => [name, accepted])).toEqual([
      ["hanging", false],
      ["failing", false],
    ]);
  });

  test("whose toolchain is missing is skipped by name", async () => {
    expect(await resultsOf([generator("far", { needs: ["no-such-program", "sh"] })], newPlace())).toEqual([]);
    expect(printed).toBe("Skipped: far, for want of no-such-program.\n");
  });

  test("whose toolchain is missing says so in its row, unless it was tried where there is one", () => {
    const needs = ["no-such-program"];
    expect(
      absentOf([generator("far", { needs }), generator("oapi-codegen", { needs }), generator("well")]),
    ).toMatchObject([{ name: "far", accepted: false, compiled: false, untried: "no no-such-program here" }]);
  });

  test("that is not installed, or installed otherwise, is skipped with the command that installs it", async () => {
    const place = newPlace();
    await prepare(generator("older"), place);
    expect(await resultsOf([generator("absent"), generator("older", { prepare: "true # 2" })], place)).toEqual([]);
    expect(printed).toContain(
      'Skipped: absent, which is not installed. Run `npm run portability -- prepare "absent"`.',
    );
    expect(printed).toContain("Skipped: older, which is not installed.");
  });

  test("that cannot be installed says so and names its log, and stays uninstalled", async () => {
    const place = newPlace();
    expect(await prepare(generator("offline", { prepare: "echo no network; exit 1" }), place)).toMatch(
      /offline could not be installed: see .*offline\/prepare\.log\./,
    );
    expect(existsSync(join(place.work, "offline", ".prepared"))).toBe(false);
  });

  test("whose files are missing takes down no other", async () => {
    const place = newPlace();
    writeFileSync(join(place.work, "blocked"), "");
    await prepare(generator("failing"), place);
    const results = await resultsOf([generator("blocked"), generator("failing", { generate: "false" })], place);
    expect(results.map(({ name }) => name)).toEqual(["failing"]);
    expect(printed).toContain("Skipped: blocked, which could not be run: Error: ");
  });
});

describe("the choice of generators", () => {
  test("is by the whole name, or else by a part of it or by the whole language", () => {
    const names = (...wanted: string[]) => selected(generators, wanted).map(({ name }) => name);
    expect(names("hey-api")).toEqual(["@hey-api/openapi-ts"]);
    expect(names("go")).toContain("oapi-codegen");
    // It is in "progenitor", too
    expect(names("ogen")).toEqual(["ogen"]);
    expect(names()).toEqual(generators.map(({ name }) => name));
  });

  test("names what there is when a name is unknown", () => {
    expect(() => selected(generators, ["cobol"])).toThrow('No generator and no language is named "cobol".');
  });

  test("has no name twice, for each has a folder of its own", () => {
    const folders = generators.map(({ name }) => name.replaceAll(/[^\w.-]+/g, "-"));
    expect(new Set(folders).size).toBe(folders.length);
  });
});

test("a result that contradicts the file is reported, and so is one that the file lacks", () => {
  const was: Result = {
    ...{ name: "one", version: "1.0.0", language: "Shell", document: "openapi.json", generate: "true" },
    ...{ control: "compiled", accepted: true, compiled: true, operations: 34, failed: [], failedNewer: [] },
  };
  expect(differences([was], [was])).toEqual([]);
  expect(
    differences(
      [
        { ...was, operations: 33, failed: ["listLabs"] },
        { ...was, name: "two" },
      ],
      [was],
    ),
  ).toEqual([
    "one: `operations` was 34, and is 33.",
    'one: `failed` was [], and is ["listLabs"].',
    "two is not in the file.",
  ]);
});
