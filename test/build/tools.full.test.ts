// The package `wearable-health-api-tools` as other teams get it: packed, installed beside the first one without a network, and run.
import { readdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { runProgram, startProgram } from "../commands.ts";
import { needs, oldestNode } from "../run/needs.ts";
import { compile, installPackage, manifestIn, quickCompiler, sharedBuild } from "./installed.ts";

let installed: Awaited<ReturnType<typeof installPackage>>;
/** The command that npm linked. */
let command: string;

beforeAll(async () => {
  installed = await installPackage();
  command = await realpath(join(installed.project, "node_modules", ".bin", "wearable-health-api-tools"));
});
afterAll(() => installed?.remove());

const read = (file: string) => readFile(join(installed.tools.directory, file), "utf8");

describe("the tarball", () => {
  test("has compiled code, the declarations of its entries, the sandbox's page, the guides, and nothing else", async () => {
    const { exports } = await manifestIn(installed.tools.directory);
    const rest = installed.tools.files.filter((file) => !/^(src|generated)\/[\w./-]+\.js$/.test(file));
    const declared = Object.values(exports).flatMap((target) => (typeof target === "object" ? [target.types] : []));
    expect(rest.filter((file) => file.endsWith(".d.ts"))).toEqual(
      expect.arrayContaining(declared.map((file) => file.slice(2))),
    );
    expect(rest.filter((file) => !/\.d\.ts$|^docs\/|^src\/(?:sandbox|breaking)\/[\w/-]+\.json$/.test(file))).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "generated/control-openapi.json",
      "package.json",
      expect.stringMatching(/\/page\.html$/),
      expect.stringMatching(/\/sandbox\.css$/),
    ]);
    // The rest comes from the first package
    expect(await read("src/client/index.js")).toBe('export * from "wearable-health-api";\n');
  });

  test("declares what it imports and no more, in the versions that the tests run with", async () => {
    const root = await manifestIn(projectDirectory);
    const { dependencies, peerDependencies } = await manifestIn(installed.tools.directory);
    const { "wearable-health-api": first, ...others } = dependencies;
    expect(first).toBe((await manifestIn(installed.directory)).version);
    const versions = Object.keys(others).map((name) => [name, root.devDependencies?.[name]]);
    expect(others, "in src/tools.manifest.json").toEqual(Object.fromEntries(versions));
    const imported = new Set<string>();
    for (const file of installed.tools.files.filter((name) => name.endsWith(".js"))) {
      const text = await read(file);
      const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
      const resolved = Array.from(text.matchAll(/import\.meta\.resolve\("([^"]+)"\)/g), ([, name = ""]) => name);
      for (const name of [...names, ...resolved]) {
        if (!/^(?:\.|node:)/.test(name)) imported.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
      }
    }
    // Imported only when running from source: the build ships its output
    imported.delete("esbuild");
    expect([...imported].sort(), "in src/tools.manifest.json").toEqual(
      Object.keys({ ...dependencies, ...peerDependencies }).sort(),
    );
  });

  test("has the guides, and an index that says what each is for", async () => {
    const guides = installed.tools.files.filter((file) => file.startsWith("docs/"));
    expect(guides.length).toBeGreaterThan(20);
    const index = await read("docs/index.md");
    for (const file of guides) {
      if (file !== "docs/index.md") expect(index).toContain(`](${file.slice("docs/".length)}): `);
      const links = (await read(file)).replaceAll(/^```.*?^```/gms, "").matchAll(/\]\(([^)\s#]+)[^)]*\)/g);
      for (const [, target = ""] of links) {
        if (!/^https?:/.test(target)) expect(guides, `${file}: ${target}`).toContain(`docs/${target}`);
      }
    }
    expect(await read("README.md")).toContain("`docs/index.md`");
  });

  test("has the version of the first package, and says by engines that it needs Node 24", async () => {
    const { version } = await manifestIn(installed.directory);
    expect(await manifestIn(installed.tools.directory)).toMatchObject({ version, engines: { node: ">=24" } });
  });
});

test("the types of every entry compile with exactOptionalPropertyTypes, and without skipLibCheck", async () => {
  const { exports } = await manifestIn(installed.tools.directory);
  const entries = Object.keys(exports).filter((entry) => typeof exports[entry] === "object");
  const lines = entries.map(
    (entry, index) => `export * as entry${index} from "${join("wearable-health-api-tools", entry)}";`,
  );
  await writeFile(join(installed.project, "entries.ts"), lines.join("\n"));
  const vitest = join("node_modules", "vitest");
  await symlink(join(projectDirectory, vitest), join(installed.project, vitest), "dir");
  const ended = await compile(installed.project, quickCompiler, "nodenext", ["entries.ts"]);
  expect(ended).toMatchObject({ code: 0, output: "" });
});

const script = `
  import { startSandbox } from "wearable-health-api-tools";
  import { createControlClient } from "wearable-health-api-tools/control";
  const sandbox = await startSandbox({ port: 0 });
  const { status } = await sandbox.fetch("http://sandbox/v2/providers/", { headers: { "x-service-api-key": sandbox.apiKey } });
  const worlds = await createControlClient({ baseUrl: sandbox.url }).GET("/_sandbox/worlds");
  console.log(status, worlds.ok);
  await sandbox.close();`;

describe("runs", () => {
  test("the sandbox, with its page; and verify against it", async () => {
    const sandbox = startProgram(process.execPath, [command, "sandbox", "--port", "0"], { cwd: installed.project });
    onTestFinished(sandbox.stop);
    const [, url = ""] = await sandbox.printed(/^Sandbox ready at (\S+),/);
    const headers = { "x-service-api-key": "sk_demo_team", "x-sandbox-control": "1" };
    const pages = ["/v2/user/resolve/demo-runner-01", "/_sandbox/", "/_sandbox/worlds", "/_sandbox/openapi.json"];
    for (const path of pages) {
      const answer = await fetch(`${url}${path}`, { headers });
      const text = await answer.text();
      expect(answer.status, path).toBe(200);
      const assets = Array.from(text.matchAll(/(?:href|src)="([^"]+\.(?:css|js))"/g), ([, asset = ""]) => asset);
      expect(assets).toHaveLength(path === "/_sandbox/" ? 3 : 0);
      for (const asset of assets) {
        const loaded = await fetch(new URL(asset, `${url}${path}`), { headers: { "sec-fetch-site": "same-origin" } });
        expect([loaded.status, (await loaded.text()).length > 100], asset).toEqual([200, true]);
      }
    }
    const key = ["--api-key", "sk_demo_team"];
    const args = [command, "verify", "--base-url", url, ...key, "--only", "listProviders", "--read-only"];
    const verified = await runProgram(process.execPath, args, installed.project);
    expect(verified.output).toContain("GET /v2/providers/  listProviders");
    expect(verified.code).toBe(0);
  });

  test("breaking", async () => {
    const document = join(installed.directory, "generated", "openapi.json");
    const compared = await runProgram(process.execPath, [command, "breaking", document, document], installed.project);
    expect(compared).toMatchObject({ code: 0, output: expect.stringContaining("no relevant changes") });
  });

  test("a sandbox in process, and the client of its control plane", async () => {
    await writeFile(join(installed.project, "sandbox.js"), script);
    expect(await runProgram(process.execPath, ["sandbox.js"], installed.project)).toMatchObject({
      code: 0,
      output: "200 true\n",
    });
  });

  test("its version, and a help that names every command", async () => {
    const { version } = await manifestIn(installed.tools.directory);
    expect(await runProgram(process.execPath, [command, "--version"], installed.project)).toMatchObject({
      code: 0,
      output: `${version}\n`,
    });
    const { output } = await runProgram(process.execPath, [command, "--help"], installed.project);
    expect(output).toContain("Usage: npx --no wearable-health-api-tools COMMAND");
    const refused = await runProgram(process.execPath, [command, "nothing"], installed.project);
    const [, known = ""] = /Use one of (.+): each takes --help/.exec(refused.output) ?? [];
    expect(known.split(", ").filter((name) => !output.includes(`\n  ${name} `))).toEqual([]);
    expect(refused.code).toBe(2);
  });

  test.runIf(needs("Node 20"))("nothing on an older Node: it says what is needed", async () => {
    const node = oldestNode() ?? "";
    const refused = await runProgram(node, [command, "verify"], installed.project);
    expect(refused.output).toMatch(/^error: Node 24 or later is required, found 20\..*\n$/);
    expect(refused.code).toBe(2);
    await writeFile(join(installed.project, "old-sandbox.js"), script);
    const thrown = await runProgram(node, ["old-sandbox.js"], installed.project);
    expect(thrown.output).toContain("Node 24 or later is required for the sandbox, found 20.");
    expect(thrown.code).toBe(1);
  });
});

test("the build removes older tarballs, and prints the command that installs both packages", async () => {
  const build = await sharedBuild();
  const { version } = await manifestIn(installed.directory);
  const tarballs = [`wearable-health-api-${version}.tgz`, `wearable-health-api-tools-${version}.tgz`];
  expect((await readdir(build)).filter((file) => file.endsWith(".tgz")).sort()).toEqual(tarballs.toSorted());
  const command = `npm install ${tarballs.map((file) => join(build, file)).join(" ")}`;
  expect(await readFile(join(build, "output.txt"), "utf8")).toContain(`in another project:\n  ${command}\n`);
});
