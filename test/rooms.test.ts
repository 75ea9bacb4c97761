// Who may import whom under src/, read from the imports, and that every file opens by saying what it is for.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, posix, relative } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { projectDirectory } from "../src/contract/index.ts";

/** One import: the file, and the file or package that it imports. Files are relative to the repository. */
interface Import {
  readonly from: string;
  /** `src/contract/index.ts`, or `yaml`, or `node:fs`. */
  readonly to: string;
}

/** What the files of each room may import of ours besides their own room. Folders are written with a slash. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  terminal: [],
  contract: ["src/terminal/", "generated/types.ts"],
  look: [],
  // The rooms that run do not know one another: what two of them need moves down into contract/
  ...Object.fromEntries(
    ["bundle", "types", "verify", "breaking", "release"].map((room) => [room, ["src/contract/", "src/terminal/"]]),
  ),
  lint: ["src/contract/", "src/terminal/", "src/bundle/"],
  mock: ["src/contract/", "src/terminal/", "src/bundle/"],
  site: ["src/contract/", "src/terminal/", "src/bundle/", "src/look/"],
  // Bound to the contract by type: its handlers do not compile when they answer what is not documented
  sandbox: ["src/contract/", "src/terminal/", "src/look/", "generated/"],
  // What consumers import knows nothing of the rooms above
  client: ["generated/"],
  "control-client": ["generated/control-types.ts", "src/client/"],
  events: ["generated/"],
};

/** The rooms that run in browsers and on edge runtimes, with the packages that they may import: none of Node's. */
const portable: Readonly<Record<string, readonly string[]>> = { client: ["openapi-fetch"], events: ["openapi-fetch"] };

/** What the rooms inside of the sandbox may import of its other rooms; the files beside them compose. */
const sandboxRooms: Readonly<Record<string, readonly string[]>> = {
  // Records, clock, settings, due work, events: it knows nothing of HTTP, of its control plane or of its store's engine
  world: [],
  // What callers see, by its types
  public: ["world"],
  store: ["world"],
  catalogue: [],
  rules: ["catalogue", "public", "world"],
  // What is done, for an operation, for a test, or when its time has come
  due: ["rules", "world"],
  seed: ["rules", "world"],
  handlers: ["catalogue", "rules", "world"],
  happenings: ["catalogue", "public", "rules", "world"],
  inspections: ["happenings", "public", "rules", "world"],
  delivery: ["public", "world"],
  input: [],
  // The plugins of the server do not know one another; the pages are a face of the control plane
  http: ["handlers", "input", "world", "worlds.ts"],
  control: ["delivery", "happenings", "input", "inspections", "public", "world", "worlds.ts"],
  page: ["catalogue", "control", "delivery", "input", "public", "rules", "world", "worlds.ts"],
};

/** Packages with one home in src/, so that replacing one touches one place. */
const homes: readonly { readonly name: RegExp; readonly home: string }[] = [
  { name: /^@stoplight\/prism-/, home: "src/mock/prism.ts" },
  { name: /^openapi-typescript$/, home: "src/types/" },
  { name: /^@redocly\/openapi-core$/, home: "src/bundle/redocly.ts" },
  { name: /^chokidar$/, home: "src/bundle/watch.ts" },
  { name: /^fast-check$/, home: "src/verify/" },
  { name: /^(markdown-it|highlight\.js)/, home: "src/site/parts/" },
  { name: /^@remix-run\/html-template$/, home: "src/look/html.ts" },
  { name: /^minisearch$/, home: "src/site/" },
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
    const found = new Set(imports.flatMap(({ from }) => /^src\/sandbox\/([^/]+)\//.exec(from)?.[1] ?? []));
    expect(Object.keys(sandboxRooms).sort()).toEqual([...found].sort());
  });

  test.each<[from: string, to: string]>([
    ["src/sandbox/world/world.ts", "src/sandbox/control/guard.ts"],
    ["src/sandbox/world/world.ts", "src/sandbox/store/sqlite.ts"],
    ["src/sandbox/world/timeline.ts", "src/sandbox/due/index.ts"],
    ["src/sandbox/http/service.ts", "src/sandbox/control/control.ts"],
    ["src/sandbox/control/control.ts", "src/sandbox/http/service.ts"],
    ["src/sandbox/handlers/users.ts", "src/sandbox/happenings/users.ts"],
    ["src/sandbox/rules/users.ts", "src/sandbox/worlds.ts"],
    ["src/sandbox/world/world.ts", "fastify"],
    ["src/sandbox/world/world.ts", "node:http"],
    ["src/sandbox/world/store.ts", "node:sqlite"],
  ])("inside of the sandbox, %s -> %s is refused", (from, to) => {
    expect(complaintInSandbox({ from, to })).toContain(to);
  });

  test("are read at all: a room that composes, one that runs and one that others stand on", () => {
    expect(imports).toEqual(
      expect.arrayContaining([
        { from: "src/start.ts", to: "src/mock/index.ts" },
        { from: "src/mock/mock.ts", to: "src/contract/index.ts" },
        { from: "src/mock/prism.ts", to: "@stoplight/prism-http" },
        { from: "src/bundle/watch.ts", to: "chokidar" },
      ]),
    );
  });

  test("of the preload that runs on an old Node: none", () => {
    expect(imports.filter(({ from }) => from === "src/require-node.js")).toEqual([]);
  });

  test.each<[from: string, to: string, complaint: string]>([
    ["src/mock/mock.ts", "src/contract/source.ts", "its door is src/contract/index.ts"],
    ["src/start.ts", "src/site/serve.ts", "its door is src/site/index.ts"],
    ["src/contract/source.ts", "src/lint/index.ts", "contract/ may import src/terminal/ and generated/types.ts only"],
    ["src/terminal/finding.ts", "src/contract/index.ts", "terminal/ may import nothing of ours"],
    ["src/site/build.ts", "src/mock/index.ts", "site/ may import src/contract/ and src/terminal/ and src/bundle/ and src/look/ only"],
    [
      "src/sandbox/public/sandbox.ts",
      "src/generate.ts",
      "sandbox/ may import src/contract/ and src/terminal/ and src/look/ and generated/ only",
    ],
    ["src/types/types.ts", "test/commands.ts", "types/ may import src/contract/ and src/terminal/ only"],
    ["src/client/client.ts", "src/terminal/index.ts", "client/ may import generated/ only"],
    ["src/events/events.ts", "src/client/index.ts", "events/ may import generated/ only"],
    ["src/client/client.ts", "node:fs", "client/ may import openapi-fetch only"],
    ["src/events/events.ts", "ajv", "events/ may import openapi-fetch only"],
    ["src/cellar/cellar.ts", "src/terminal/index.ts", "cellar/ is no known room"],
    ["src/start.ts", "src/generate.ts", "a command is imported by nobody"],
    ["src/start.ts", "test/commands.ts", "a command imports rooms only"],
    ["src/mock/mock.ts", "@stoplight/prism-http", "only src/mock/prism.ts imports it"],
    ["src/generate.ts", "openapi-typescript", "only src/types/ imports it"],
    ["src/site/serve.ts", "chokidar", "only src/bundle/watch.ts imports it"],
  ])("%s -> %s is refused", (from, to, complaint) => {
    expect(complaintAbout({ from, to })).toContain(complaint);
  });

  test.each<[from: string, to: string]>([
    ["src/mock/mock.ts", "src/mock/request-guard.ts"],
    ["src/mock/mock.ts", "src/contract/index.ts"],
    ["src/contract/source.ts", "src/terminal/index.ts"],
    ["src/client/client.ts", "generated/types.ts"],
    ["src/client/client.ts", "openapi-fetch"],
    ["src/cli.ts", "src/verify/index.ts"],
    ["src/types/types.ts", "openapi-typescript"],
    ["src/mock/mock.ts", "node:http"],
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
  const files = ["src", "test", "openapi"].flatMap(filesIn);

  test("in src/, test/ and openapi/", () => {
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
    ["openapi/v2/schemas/A.yaml", "# A thing.\ntype: object\n", true],
    ["openapi/v2/schemas/A.yaml", "type: object\n", false],
    ["openapi/v2/schemas/A.yaml", "#\ntype: object\n", false],
    ["openapi/v2/examples/a.yaml", "summary: A thing\nvalue: {}\n", true],
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
    if (home !== undefined && !within(from, home)) return refuse(`only ${home} imports it`);
    const packages = room === undefined ? undefined : portable[room];
    return packages && !packages.includes(to) ? refuse(`${room}/ may import ${packages.join(", ")} only`) : undefined;
  }
  const target = roomOf(to);
  if (room === undefined) {
    if (!to.startsWith("src/")) return refuse("a command imports rooms only");
    if (target === undefined) return refuse("a command is imported by nobody");
  } else {
    if (target === room) return undefined;
    const allowed = rooms[room];
    if (allowed === undefined) return refuse(`${room}/ is no known room; add it to the table in test/rooms.test.ts`);
    if (!allowed.some((folder) => to.startsWith(folder))) {
      return refuse(`${room}/ may import ${allowed.length > 0 ? `${allowed.join(" and ")} only` : "nothing of ours"}`);
    }
  }
  if (target !== undefined && to !== `src/${target}/index.ts`) return refuse(`its door is src/${target}/index.ts`);
  return undefined;
}

/** Says why an import inside of the sandbox is not allowed; nothing when it is. */
function complaintInSandbox({ from, to }: Import): string | undefined {
  const room = /^src\/sandbox\/([^/]+)\//.exec(from)?.[1];
  if (room === undefined) return undefined;
  if (room === "world") {
    // What it needs of the platform: ids
    if (!to.startsWith("src/") && !to.startsWith("generated/") && to !== "node:crypto") {
      return `${from} imports ${to}: the world runs on nothing of the outside`;
    }
  }
  const target = /^src\/sandbox\/([^/]+)/.exec(to)?.[1];
  if (target === undefined || target === room || sandboxRooms[room]?.includes(target)) return undefined;
  return `${from} imports ${to}: sandbox/${room}/ may import ${sandboxRooms[room]?.join(", ")} only`;
}

/** The folder of src/ that a file stands in; none for the files of src/ itself, which compose rooms. */
function roomOf(file: string): string | undefined {
  return /^src\/([^/]+)\//.exec(file)?.[1];
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

/** Does a file open with a comment of a sentence, or an example with its summary? */
function opensWell(file: string, text: string): boolean {
  if (/^openapi\/.*\/examples\//.test(file)) return /^summary: \S/.test(text);
  const mark = extname(file) === ".yaml" ? "#" : "//";
  const comment: string[] = [];
  for (const line of text.replace(/^#!.*\n/, "").split("\n")) {
    if (!line.startsWith(mark)) break;
    comment.push(line.slice(mark.length).trim());
  }
  const said = comment.join(" ");
  // The contract's short ones are no full sentences: "The event order.<event>"
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
