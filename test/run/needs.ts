// The tools beyond `npm ci` that some tests need, each with the command that installs it. Without one they are skipped, and the run ends with a line that says so.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { inRun, project, variable } from "./directory.ts";

/** Where Chromium is; `CHROME_PATH` names another. */
export function chromePath(): string {
  return process.env["CHROME_PATH"] ?? "/usr/bin/chromium";
}

/** The programs of this name on the path, without what npm puts there. */
function onPath(program: string): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  return folders.map((folder) => join(folder, program)).filter((path) => existsSync(path));
}

/** The oldest Node that the package supports, among those on the path. */
export function oldestNode(): string | undefined {
  return onPath("node").find((node) => /^v20\./.test(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout));
}

const matrix = join(project, "test", "matrix", "node_modules");

/** Where a package of `test/matrix/` is: its manifest has what only tests over many versions and runtimes need. */
export function matrixPackage(name: string): string {
  return join(matrix, name);
}

/** The first Python on the path that has these modules. */
export function pythonWith(...modules: readonly string[]): string | undefined {
  return onPath("python3").find((python) => spawnSync(python, ["-c", `import ${modules.join()}`]).status === 0);
}

/** The minor version of Go 1 on the path; 0 without one. */
function goVersion(): number {
  if (onPath("go").length === 0) return 0;
  const { stdout } = spawnSync("go", ["version"], { encoding: "utf8", env: { ...process.env, GOTOOLCHAIN: "local" } });
  return Number(/\bgo1\.(\d+)/.exec(stdout)?.[1] ?? 0);
}

interface ToolNeeded {
  isThere(): boolean;
  readonly install: string;
  /** Is it used in the quick run, too? What else than Node costs much to start is left to the full run. */
  readonly isQuick?: boolean;
}

const tools = {
  chromium: {
    isThere: () => existsSync(chromePath()),
    install: "apt-get install chromium, or set CHROME_PATH",
  },
  curl: { isThere: () => onPath("curl").length > 0, install: "apt-get install curl", isQuick: true },
  "Node 20": {
    isThere: () => oldestNode() !== undefined,
    install: "apt-get install nodejs, or put one from nodejs.org on the PATH",
  },
  "pytest with httpx": {
    isThere: () => pythonWith("pytest", "httpx") !== undefined,
    install: "apt-get install python3-pytest python3-httpx",
  },
  go: { isThere: () => onPath("go").length > 0, install: "apt-get install golang-go" },
  // An older one does not fetch the newer one that a module asks for
  "Go 1.21": {
    isThere: () => goVersion() >= 21,
    install: "apt-get install golang-go, from backports where it is older",
  },
  javac: { isThere: () => onPath("javac").length > 0, install: "apt-get install default-jdk-headless" },
  mvn: { isThere: () => onPath("mvn").length > 0, install: "apt-get install maven" },
  "python3-venv": { isThere: () => pythonWith("ensurepip") !== undefined, install: "apt-get install python3-venv" },
  "the packages of test/matrix": {
    isThere: () => existsSync(matrix),
    install: "npm ci --prefix test/matrix",
    isQuick: true,
  },
} as const satisfies Record<string, ToolNeeded>;

export type Tool = keyof typeof tools;

/**
 * True if a tool is there and this run uses it; for `describe.runIf` and `test.runIf`.
 *
 * @throws In CI, which installs all of them, when it is not.
 */
export function needs(tool: Tool): boolean {
  const { isThere, install, isQuick }: ToolNeeded = tools[tool];
  if (process.env[variable.depth] !== "full" && isQuick !== true) return false;
  if (isThere()) return true;
  if (process.env["CI"]) throw new Error(`CI runs every test, and ${tool} is missing: ${install}.`);
  // A name may have a slash
  mkdirSync(inRun("missing", encodeURIComponent(tool)), { recursive: true });
  return false;
}

/** The line that says which tools were missing in this run; undefined when none was. */
export function missingTools(): string | undefined {
  const missing = readdirSync(inRun("missing")).map((name) => decodeURIComponent(name) as Tool);
  if (missing.length === 0) return undefined;
  return `Some tests were skipped for want of ${missing.map((tool) => `${tool} (${tools[tool].install})`).join(", ")}.`;
}
