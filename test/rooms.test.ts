// Who may import whom under src/, read from the imports, and that every file opens by saying what it is for.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, posix, relative } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { projectDirectory } from "../src/tools/contract/index.ts";

/** One import: the file, and the file or package that it imports. Files are relative to the repository. */
interface Import {
  readonly from: string;
  /** `src/tools/contract/index.ts`, or `yaml`, or `node:fs`. */
  readonly to: string;
}

const contract = "src/tools/contract/";
const terminal = "src/tools/terminal/";
const events = "src/tools/events/";
const git = "src/tools/git/";
const http = "src/tools/http/";
const findings = "src/tools/findings/";
const look = "src/tools/look/";
const bundle = "src/pipeline/bundle/";
/** What runs in browsers cannot load the door of the look, which reads files. */
const browserDoor = "src/tools/look/browser/index.ts";

/** What the files of each room may import of ours besides their own room. Folders are written with a slash. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  // What consumers import knows nothing of the rooms below
  "package/client": ["generated/"],
  "package/events": ["generated/"],
  "tools/findings": [],
  "tools/terminal": [findings],
  "tools/contract": [findings, terminal, "generated/types.ts"],
  "tools/look": [],
  // The rooms that run do not know one another: what two of them need moves down into contract/
  "tools/verify": [contract, findings, http, terminal],
  "tools/check-receiver": [contract, events, findings, http, terminal],
  "tools/events": [contract],
  "tools/git": [terminal],
  "tools/http": [terminal],
  "tools/breaking": [contract, findings, git, terminal],
  // Bound to the contract by type: its handlers do not compile when they answer what is not documented
  "tools/sandbox": [
    contract,
    terminal,
    events,
    http,
    look,
    "src/tools/control-client/",
    "src/package/client/",
    "generated/",
  ],
  "tools/control-client": ["generated/control-types.ts", "generated/events.ts", "src/package/client/"],
  "pipeline/bundle": [contract, findings, terminal],
  "pipeline/lint": [contract, findings, terminal],
  "pipeline/generate": [contract, findings, terminal],
  "pipeline/mock": [terminal],
  "pipeline/site": [contract, findings, terminal, bundle, look, "src/pipeline/generate/"],
  "pipeline/release": [contract, git, terminal, "src/tools/breaking/"],
  "pipeline/learn": [contract, findings, terminal, "src/tools/verify/"],
};

/** The rooms that run in browsers and on edge runtimes, with the packages that they may import: none of Node's. */
const portable: Readonly<Record<string, readonly string[]>> = {
  "package/client": ["openapi-fetch"],
  "package/events": ["openapi-fetch"],
};

/** What the rooms inside of the sandbox may import of its other rooms; the files beside them compose. */
const sandboxRooms: Readonly<Record<string, readonly string[]>> = {
  // What a database is asked; it knows nothing of what is kept in it
  store: [],
  // Clock, settings, faults, records, outbox, due work: it knows nothing of HTTP, of the service's behaviour or of an engine
  world: ["store"],
  catalogue: [],
  // What leaves for the endpoints, and what is done to it
  events: ["store", "world"],
  // What the service does, by topic
  domain: ["catalogue", "events", "world"],
  // The plugins of the server
  server: ["domain", "events", "page", "store", "world"],
  // A face of the control plane
  page: ["catalogue", "domain", "events", "server", "store", "world"],
};

/** Packages with a home in src/, so that replacing one touches one place. */
const homes: readonly { readonly name: RegExp; readonly home: string | readonly string[] }[] = [
  { name: /^openapi-typescript$/, home: "src/pipeline/generate/openapi-typescript.ts" },
  { name: /^@redocly\/openapi-core$/, home: "src/pipeline/bundle/bundle.ts" },
  { name: /^chokidar$/, home: "src/pipeline/bundle/watch.ts" },
  { name: /^fast-check$/, home: ["src/tools/verify/", "src/tools/breaking/candidates.ts"] },
  { name: /^(markdown-it|highlight\.js)/, home: "src/pipeline/site/parts/" },
  { name: /^@remix-run\/html-template$/, home: "src/tools/look/html.ts" },
  { name: /^pg$/, home: "src/tools/sandbox/store/" },
  { name: /^minisearch$/, home: "src/pipeline/site/" },
];

const all = filesIn("src");
const code = all.filter((file) => /\.[jt]s$/.test(file));
const imports = code.flatMap((file) => importsOf(file, readFileSync(join(projectDirectory, file), "utf8")));

describe("imports", () => {
  test("keep to the architecture", () => {
    expect(imports.map(complaintAbout).filter((complaint) => complaint !== undefined)).toEqual([]);
  });

  test("inside of the sandbox point down to its world", () => {
    expect(imports.map(complaintInSandbox).filter((complaint) => complaint !== undefined)).toEqual([]);
    const found = new Set(imports.flatMap(({ from }) => /^src\/tools\/sandbox\/([^/]+)\//.exec(from)?.[1] ?? []));
    expect(Object.keys(sandboxRooms).sort()).toEqual([...found].sort());
  });

  test.each<[from: string, to: string]>([
    ["src/tools/sandbox/world/world.ts", "src/tools/sandbox/server/access.ts"],
    ["src/tools/sandbox/world/timeline.ts", "src/tools/sandbox/domain/index.ts"],
    ["src/tools/sandbox/domain/users.ts", "src/tools/sandbox/server/answer.ts"],
    ["src/tools/sandbox/store/tables.ts", "src/tools/sandbox/world/world.ts"],
    ["src/tools/sandbox/world/world.ts", "fastify"],
    ["src/tools/sandbox/world/world.ts", "node:http"],
    ["src/tools/sandbox/world/worlds.ts", "node:sqlite"],
  ])("inside of the sandbox, %s -> %s is refused", (from, to) => {
    expect(complaintInSandbox({ from, to })).toContain(to);
  });

  test("are read at all: a room that composes, one that runs and one that others stand on", () => {
    expect(imports).toEqual(
      expect.arrayContaining([
        { from: "src/pipeline/start.ts", to: "src/pipeline/mock/index.ts" },
        { from: "src/pipeline/mock/guard.ts", to: "src/tools/terminal/index.ts" },
        { from: "src/pipeline/bundle/watch.ts", to: "chokidar" },
      ]),
    );
  });

  test.each<[from: string, to: string, complaint: string]>([
    ["src/pipeline/lint/lint.ts", "src/tools/contract/source.ts", "its door is src/tools/contract/index.ts"],
    ["src/pipeline/start.ts", "src/pipeline/site/serve.ts", "its door is src/pipeline/site/index.ts"],
    ["src/tools/findings/finding.ts", "src/tools/contract/index.ts", "tools/findings/ may import nothing of ours"],
    [
      "src/tools/contract/source.ts",
      "src/pipeline/bundle/index.ts",
      "tools/contract/ may import src/tools/findings/ and",
    ],
    ["src/pipeline/site/build.ts", "src/pipeline/mock/index.ts", "pipeline/site/ may import src/tools/contract/ and"],
    [
      "src/tools/sandbox/start-sandbox.ts",
      "src/pipeline/generate/index.ts",
      "tools/sandbox/ may import src/tools/contract/ and",
    ],
    ["src/tools/cli.ts", "src/pipeline/bundle/index.ts", "what ships imports nothing of the pipeline"],
    [
      "src/pipeline/generate/openapi-typescript.ts",
      "test/commands.ts",
      "pipeline/generate/ may import src/tools/contract/ and",
    ],
    ["src/package/client/client.ts", "src/tools/terminal/index.ts", "package/client/ may import generated/ only"],
    ["src/package/events/events.ts", "src/package/client/index.ts", "package/events/ may import generated/ only"],
    ["src/package/client/client.ts", "node:fs", "package/client/ may import openapi-fetch only"],
    ["src/package/events/events.ts", "ajv", "package/events/ may import openapi-fetch only"],
    ["src/tools/cellar/cellar.ts", "src/tools/terminal/index.ts", "tools/cellar/ is no known room"],
    ["src/pipeline/start.ts", "src/pipeline/build.ts", "a command is imported by nobody"],
    ["src/pipeline/start.ts", "test/commands.ts", "a command imports rooms only"],
    ["src/pipeline/mock/guard.ts", "src/tools/contract/index.ts", "pipeline/mock/ may import src/tools/terminal/ only"],
    ["src/pipeline/start.ts", "openapi-typescript", "only src/pipeline/generate/openapi-typescript.ts imports it"],
    ["src/pipeline/site/serve.ts", "chokidar", "only src/pipeline/bundle/watch.ts imports it"],
  ])("%s -> %s is refused", (from, to, complaint) => {
    expect(complaintAbout({ from, to })).toContain(complaint);
  });

  test.each<[from: string, to: string]>([
    ["src/pipeline/mock/guard.ts", "src/pipeline/mock/obstacle.ts"],
    ["src/pipeline/mock/guard.ts", "src/tools/terminal/index.ts"],
    ["src/tools/contract/source.ts", "src/tools/terminal/index.ts"],
    ["src/package/client/client.ts", "generated/types.ts"],
    ["src/package/client/client.ts", "openapi-fetch"],
    ["src/tools/cli.ts", "src/tools/verify/index.ts"],
    ["src/pipeline/generate/openapi-typescript.ts", "openapi-typescript"],
    ["src/pipeline/mock/mock.ts", "node:http"],
    ["src/pipeline/site/assets/page.entry.ts", "src/tools/look/browser/index.ts"],
  ])("%s -> %s is allowed", (from, to) => {
    expect(complaintAbout({ from, to })).toBeUndefined();
  });

  test.each([
    ['import { a } from "../b/index.ts";'],
    ['import type { A } from "../b/index.ts";'],
    ['import "../b/index.ts";'],
    ['export { a } from "../b/index.ts";'],
    ['export * from "../b/index.ts";'],
    ['const b = await import("../b/index.ts");'],
    ['type B = import("../b/index.ts").B;'],
    ['new Worker(new URL("../b/index.ts", import.meta.url));'],
    ['/** @import { A } from "../b/index.ts" */'],
    ['/** @type {import("../b/index.ts").A} */'],
  ])("are found in %s", (text) => {
    expect(importsOf("src/a/a.ts", text)).toEqual([{ from: "src/a/a.ts", to: "src/b/index.ts" }]);
  });
});

describe("every file opens by saying what it is for", () => {
  const files = ["src", "test"].flatMap(filesIn);

  test("in src/ and test/; the lint of openapi/ asks for descriptions there", () => {
    const silent = files.filter((file) => !opensWell(file, readFileSync(join(projectDirectory, file), "utf8")));
    expect(silent).toEqual([]);
    expect(files.length).toBeGreaterThan(200);
  });

  test.each<[file: string, text: string, opens: boolean]>([
    ["src/a.ts", "// Does a thing.\nexport {};\n", true],
    ["src/a.ts", "// `npm run a`: is it a thing?\nexport {};\n", true],
    ["src/a.ts", "// Does a thing that takes\n// two lines to tell.\nexport {};\n", true],
    ["src/a.ts", 'import "b";\n// Does a thing.\n', false],
    ["src/a.ts", "// a.ts\nexport {};\n", false],
    ["src/a.ts", "// Does a thing\nexport {};\n", false],
  ])("%s: %j %s", (file, text, opens) => {
    expect(opensWell(file, text)).toBe(opens);
  });
});

/** Says why an import is not allowed; nothing when it is. */
function complaintAbout({ from, to }: Import): string | undefined {
  const refuse = (reason: string) => `${from} imports ${to}: ${reason}`;
  const room = roomOf(from);
  const isFile = /^(src|test|generated|openapi)\//.test(to) || to.startsWith("..");
  if (!isFile) {
    const home = homes.find(({ name }) => name.test(to))?.home;
    if (home !== undefined && ![home].flat().some((one) => within(from, one))) return refuse(`only ${home} imports it`);
    const packages = room === undefined ? undefined : portable[room];
    return packages && !packages.includes(to) ? refuse(`${room}/ may import ${packages.join(", ")} only`) : undefined;
  }
  // An entry in JavaScript asks for Node 24 before it loads what it runs
  if (to === "src/require-node-24.js" || to === from.replace(/\.js$/, ".ts")) return undefined;
  const target = roomOf(to);
  if (room === undefined) {
    if (!to.startsWith("src/")) return refuse("a command imports rooms only");
    if (target === undefined) return refuse("a command is imported by nobody");
    if (from.startsWith("src/tools/") && to.startsWith("src/pipeline/")) {
      return refuse("what ships imports nothing of the pipeline");
    }
  } else {
    if (target === room) return undefined;
    const allowed = rooms[room];
    if (allowed === undefined) return refuse(`${room}/ is no known room; add it to the table in test/rooms.test.ts`);
    if (!allowed.some((folder) => to.startsWith(folder))) {
      return refuse(`${room}/ may import ${allowed.length > 0 ? `${allowed.join(" and ")} only` : "nothing of ours"}`);
    }
  }
  if (target !== undefined && to !== `src/${target}/index.ts` && to !== browserDoor)
    return refuse(`its door is src/${target}/index.ts`);
  return undefined;
}

/** Says why an import inside of the sandbox is not allowed; nothing when it is. */
function complaintInSandbox({ from, to }: Import): string | undefined {
  const room = /^src\/tools\/sandbox\/([^/]+)\//.exec(from)?.[1];
  if (room === undefined) return undefined;
  if (room === "world") {
    // What it needs of the platform: ids
    if (!to.startsWith("src/") && !to.startsWith("generated/") && to !== "node:crypto") {
      return `${from} imports ${to}: the world runs on nothing of the outside`;
    }
  }
  const target = /^src\/tools\/sandbox\/([^/]+)/.exec(to)?.[1];
  if (target === undefined || target === room || sandboxRooms[room]?.includes(target)) return undefined;
  return `${from} imports ${to}: sandbox/${room}/ may import ${sandboxRooms[room]?.join(", ")} only`;
}

/** The room that a file stands in; none for the commands beside the rooms, which compose them. */
function roomOf(file: string): string | undefined {
  return /^src\/([^/]+\/[^/]+)\//.exec(file)?.[1];
}

/** Is the file this one, or in this folder? */
function within(file: string, home: string): boolean {
  return home.endsWith("/") ? file.startsWith(home) : file === home;
}

/** Everything that a file imports, whatever the form: statements, calls, types, JSDoc and the URLs of workers. */
function importsOf(file: string, text: string): Import[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const specifiers = new Set(ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName));
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === "URL") {
      const [path, base] = node.arguments ?? [];
      if (path && ts.isStringLiteral(path) && base?.getText() === "import.meta.url") specifiers.add(path.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  // The types of JSDoc are comments to the parser
  for (const [, named, type] of text.matchAll(/@import\b[^;]*? from "([^"]+)"|\bimport\("([^"]+)"\)/g)) {
    specifiers.add(named ?? type ?? "");
  }
  return Array.from(specifiers, (to) => ({
    from: file,
    to: to.startsWith(".") ? posix.join(posix.dirname(file), to) : to,
  }));
}

/** Does a file open with a comment of a sentence? */
function opensWell(file: string, text: string): boolean {
  const mark = extname(file) === ".yaml" ? "#" : "//";
  const comment: string[] = [];
  for (const line of text.replace(/^#!.*\n/, "").split("\n")) {
    if (!line.startsWith(mark)) break;
    comment.push(line.slice(mark.length).trim());
  }
  const said = comment.join(" ");
  // The short ones of YAML are no full sentences
  return extname(file) === ".yaml" ? /^\S+ \S+/.test(said) : /^\S+ \S+ .*\S[.?]( |$)/.test(said);
}

/** The code and YAML below a folder of the repository, as paths from there. */
function filesIn(folder: string): string[] {
  return readdirSync(join(projectDirectory, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        !/\bnode_modules\b/.test(entry.parentPath) &&
        [".ts", ".js", ".yaml"].includes(extname(entry.name)),
    )
    .map((entry) =>
      posix.normalize(relative(projectDirectory, join(entry.parentPath, entry.name)).replaceAll("\\", "/")),
    )
    .sort();
}
