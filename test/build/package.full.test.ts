// The package `wearable-health-api` as other teams get it: packed, installed without a network, compiled, run, bundled and measured.
import { globSync } from "node:fs";
import { mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import type { Mock } from "../../src/mock/index.ts";
import { projectDirectory, readContract } from "../../src/shared/contract/index.ts";
import { runProgram } from "../commands.ts";
import { serveBundle } from "../mock/serve-bundle.ts";
import { matrixPackage, needs, oldestNode } from "../run/needs.ts";
import { serve } from "../serve.ts";
import { compile, compilers, installPackage, manifestIn, snippetsOf } from "./installed.ts";

let installed: Awaited<ReturnType<typeof installPackage>>;
let mock: Mock;
/** The addresses that the consumer calls: the mock, and a server that redirects each call there. */
let urls: [string, string];
const redirecting = await serve(({ method, url }, response) => {
  const cors = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
  response.writeHead(method === "OPTIONS" ? 204 : 307, { ...cors, location: `${mock.url}${url}` }).end();
});

beforeAll(async () => {
  installed = await installPackage();
  mock = await serveBundle();
  urls = [mock.url, redirecting.url];
});

afterAll(async () => {
  redirecting.close();
  await mock?.close();
  await installed?.remove();
});

describe("the tarball", () => {
  test("has what consumers need, and nothing else", () => {
    const rest = installed.files.filter(
      (file) => !/^(src\/(client|events)|generated)\/(?!control)[\w-]+(\.d\.ts|\.js)$/.test(file),
    );
    expect(rest).toEqual([
      ...["CHANGELOG.md", "LICENSE", "README.md"],
      ...["generated/openapi-3.0.json", "generated/openapi.json", "package.json"],
    ]);
    expect(installed.files.length).toBeGreaterThan(rest.length + 20);
  });

  test("has at most 900 KB, and the contract minified", async () => {
    const sizes = await Promise.all(installed.files.map((file) => stat(join(installed.directory, file))));
    const remedy = `\`npm pack --dry-run ./dist/wearable-health-api\` shows what grew. Where it is generated/, the contract did:
      raise the limit. Otherwise something came in that a consumer does not import: find what imports it.`;
    expect(
      sizes.reduce((sum, { size }) => sum + size, 0),
      remedy,
    ).toBeLessThanOrEqual(900_000);
    for (const file of installed.files.filter((name) => name.endsWith(".json") && name !== "package.json")) {
      expect(await readFile(join(installed.directory, file), "utf8"), file).not.toContain("\n");
    }
  });

  test("has a README whose links lead somewhere", async () => {
    const text = await readFile(join(installed.directory, "README.md"), "utf8");
    const links = Array.from(text.replaceAll(/^```.*?^```/gms, "").matchAll(/\]\(([^)]+)\)/g), ([, target]) => target);
    expect(links.filter((target) => !/^(?:https?:|#)/.test(target ?? ""))).toEqual([]);
  });

  test("says what it runs on and depends on; it is ES modules without effects", async () => {
    expect(await manifestIn(installed.directory)).toMatchObject({
      engines: { node: "^20.19 || >=22.12" },
      type: "module",
      sideEffects: false,
      dependencies: { "openapi-fetch": "0.17.0" },
    });
  });
});

describe("compiles for consumers", () => {
  // Mistakes that must not compile are in main.ts too, so that a package whose types are lost is seen
  const how = "nodenext with the globals of Node, bundler with those of browsers";
  for (const version of Object.keys(compilers) as (keyof typeof compilers)[]) {
    test.runIf(["5.9", "7.0"].includes(version) || needs("the packages of test/matrix"))(
      `with TypeScript ${version}: ${how}`,
      async () => {
        const resolutions = ["nodenext", "bundler"] as const;
        const ended = await Promise.all(
          resolutions.map((resolution) => compile(installed.project, version, resolution, ["main.ts", "tools.ts"])),
        );
        expect(ended).toMatchObject(resolutions.map(() => ({ code: 0, output: "" })));
      },
    );
  }
});

const hasOldestNode = needs("Node 20");
/** The output of `consumer/main.ts`. */
const lines = [
  "resolved demo-runner-01",
  "created true",
  "refused 404 GET /v2/user/resolve/{client_user_id}",
  "uploaded 200",
  "redirect true",
  "markers true",
  "team string",
  "event daily.data.{resource}.created daily.data.steps.created",
  "no event true",
  "problems true",
  "fixture demo-runner-01",
  "hook true",
];

describe("runs", () => {
  beforeAll(async () => {
    // Another test checks its types
    const main = await readFile(join(installed.project, "main.ts"), "utf8");
    const { code } = await transform(main, { loader: "ts", target: "es2022" });
    await writeFile(join(installed.project, "main.js"), code);
  });

  const expectLines = async (program: string, args = ["run.js", ...urls]) => {
    const { code, output } = await runProgram(program, args, installed.project);
    // workerd adds lines of its own
    expect(output.trim().split("\n")).toEqual(expect.arrayContaining(lines));
    expect(code, output).toBe(0);
  };

  test("on the Node of this project", () => expectLines(process.execPath));

  test.runIf(hasOldestNode)("on the oldest Node that it supports, also by require", async () => {
    const node = oldestNode() ?? "";
    await expectLines(node);
    const required = await runProgram(node, ["--no-warnings", "run.cjs"], installed.project);
    expect(required).toMatchObject({ code: 0, output: "function function\n" });
  });

  test.runIf(needs("chromium"))("in a browser", async () => {
    const { startBrowser } = await import("../site/browser.ts");
    const code = await bundled('export { main } from "./main.js";', { format: "iife", globalName: "consumer" });
    const page = await serve((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<!doctype html><title>Consumer</title><script>${code}</script>`);
    });
    const browser = await startBrowser();
    try {
      const tab = await browser.newPage();
      await tab.goto(page.url);
      expect(await tab.evaluate(`consumer.main(...${JSON.stringify(urls)})`)).toEqual(lines);
    } finally {
      await browser.close();
      page.close();
    }
  });

  const hasMatrix = needs("the packages of test/matrix");
  test.runIf(hasMatrix)("on Bun", () => expectLines(matrixPackage("bun/bin/bun.exe")));

  test.runIf(hasMatrix)("on workerd", async () => {
    const script = `
      import { main } from "./main.js";
      export default { async test(_, { urls }) { for (const line of await main(...urls)) console.log(line); } };`;
    await writeFile(join(installed.project, "worker.js"), await bundled(script));
    const configuration = `
      using Workerd = import "/workerd/workerd.capnp";
      const config :Workerd.Config = (services = [
        (name = "internet", network = (allow = ["private"])),
        (name = "main", worker = (
          modules = [(name = "worker", esModule = embed "worker.js")],
          compatibilityDate = "2026-01-01",
          bindings = [(name = "urls", json = ${JSON.stringify(JSON.stringify(urls))})],
        )),
      ]);`;
    await writeFile(join(installed.project, "worker.capnp"), configuration);
    await expectLines(matrixPackage("workerd/bin/workerd"), ["test", "worker.capnp"]);
  });

  test.runIf(hasMatrix).each(["jsdom", "happy-dom"])("in the environment %s of vitest", async (environment) => {
    const folder = join(installed.project, environment);
    await mkdir(join(folder, "node_modules"), { recursive: true });
    onTestFinished(() => rm(folder, { recursive: true }));
    await symlink(matrixPackage("vitest"), join(folder, "node_modules", "vitest"), "dir");
    const script = `// @vitest-environment ${environment}
      import { expect, test } from "vitest";
      import { main } from "../main.js";
      test("main", async () => {
        expect(navigator.userAgent).toMatch(/dom/i);
        expect(await main(...${JSON.stringify(urls)})).toEqual(${JSON.stringify(lines)});
      });`;
    await writeFile(join(folder, "main.test.js"), script);
    const args = [join(matrixPackage("vitest"), "vitest.mjs"), "run", "--root", folder];
    const { code, output } = await runProgram(process.execPath, args, folder);
    expect(output).toContain("1 passed");
    expect(code).toBe(0);
  });

  test.runIf(hasMatrix)("with the fetch of undici, through a proxy", async () => {
    const asked: string[] = [];
    const proxy = await serve((incoming, outgoing) => {
      asked.push(incoming.url ?? "");
      const { method, headers } = incoming;
      incoming.pipe(
        request(incoming.url ?? "", { method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        }),
      );
    });
    onTestFinished(proxy.close);
    await symlink(matrixPackage("undici"), join(installed.project, "node_modules", "undici"), "dir");
    const script = `
      import { fetch, ProxyAgent } from "undici";
      import { createClient, unwrap } from "wearable-health-api";
      const dispatcher = new ProxyAgent({ uri: ${JSON.stringify(proxy.url)}, proxyTunnel: false });
      const client = createClient({
        apiKey: "any",
        baseUrl: ${JSON.stringify(mock.url)},
        fetch: (url, init) => fetch(url, { ...init, dispatcher }),
      });
      const { user_id } = await unwrap(client.POST("/v2/user/", { body: { client_user_id: "demo-runner-01" } }));
      const file = new File(["%PDF-1.7"], "report.pdf", { type: "application/pdf" });
      const { status } = await client.POST("/lab_report/v1/parser/job", { body: { file } });
      console.log(typeof user_id, status);
      await dispatcher.close();`;
    await writeFile(join(installed.project, "proxied.js"), script);
    const ended = await runProgram(process.execPath, ["proxied.js"], installed.project);
    expect(ended).toMatchObject({ code: 0, output: "string 200\n" });
    expect(asked).toEqual([`${mock.url}/v2/user/`, `${mock.url}/lab_report/v1/parser/job`]);
  });

  test("without a single dependency: events, their validators and the examples", async () => {
    const script = `
      import { parseEvent } from "wearable-health-api/events";
      import { validateEvent } from "wearable-health-api/events/validate";
      import * as examples from "wearable-health-api/examples";
      import * as types from "wearable-health-api/types";
      const { name } = parseEvent({ event_type: "order.partial_results", data: {} });
      console.log(name, validateEvent({ event_type: "order.created", data: { order_id: crypto.randomUUID(), status_detail: 7 } }));
      console.log(examples.user.client_user_id, Object.keys(types));`;
    await writeFile(join(installed.bare, "alone.js"), script);
    const { output } = await runProgram(process.execPath, ["alone.js"], installed.bare);
    expect(output).toContain(
      "order.partial_results [ { pointer: '/data/status_detail', message: 'must be string,null' } ]",
    );
    expect(output).toContain("demo-runner-01 []");
  });

  test("gives the contract as documents", async () => {
    const script = `
      import { readFileSync } from "node:fs";
      import document from "wearable-health-api/openapi.json" with { type: "json" };
      import old from "wearable-health-api/openapi-3.0.json" with { type: "json" };
      const yaml = readFileSync(new URL(import.meta.resolve("wearable-health-api/openapi.yaml")), "utf8");
      console.log(JSON.stringify({ document, yaml, version: old.openapi, paths: Object.keys(old.paths).length }));`;
    await writeFile(join(installed.bare, "documents.js"), script);
    const { output } = await runProgram(process.execPath, ["documents.js"], installed.bare);
    const printed = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
    const contract = (await readContract()).document;
    expect(printed.document).toEqual(contract);
    expect(parse(printed.yaml)).toEqual(contract);
    // As the README has it, for people
    const [, args = ""] =
      /`npx --no redocly (bundle [^`]+)`/.exec(await readFile(join(installed.directory, "README.md"), "utf8")) ?? [];
    const redocly = join(projectDirectory, "node_modules", ".bin", "redocly");
    await runProgram(redocly, args.split(" "), installed.project);
    expect(parse(await readFile(join(installed.project, "openapi.yaml"), "utf8"))).toEqual(contract);
    expect(printed.version).toMatch(/^3\.0\.\d+$/);
    expect(printed.paths).toBe(Object.keys(contract.paths).length);
  });
});

/** Bundles a script of the consumer's project as for production, and gives the code. */
async function bundled(
  contents: string,
  { format = "esm", globalName }: { readonly format?: "esm" | "iife"; readonly globalName?: string } = {},
): Promise<string> {
  const result = await build({
    stdin: { contents, resolveDir: installed.project, loader: "js" },
    bundle: true,
    minify: true,
    write: false,
    format,
    ...(globalName === undefined ? {} : { globalName }),
    target: "es2022",
    platform: "browser",
    logLevel: "silent",
  });
  return result.outputFiles[0]?.text ?? "";
}

const gzipped = (code: string) => gzipSync(code, { level: 9 }).length;

describe("is small, minified and gzipped, apart from the tables that grow with the contract", () => {
  test.each([
    ["the client, openapi-fetch included", 'export { createClient } from "wearable-health-api";', "call-tables", 5700],
    ["the events", 'export { parseEvent } from "wearable-health-api/events";', "events", 330],
  ])("%s", async (_, script, table, limit) => {
    const tables = await bundled(`export * from "./node_modules/wearable-health-api/generated/${table}.js";`);
    const size = gzipped(await bundled(script)) - gzipped(tables);
    expect(size).toBeLessThanOrEqual(limit);
    expect(size).toBeGreaterThan(limit / 4);
  });

  test("an import for its effects is nothing: there are none", async () => {
    const names = [".", "./events", "./events/validate", "./types", "./examples"];
    const script = names.map((name) => `import "wearable-health-api${name.slice(1)}";`).join("\n");
    expect(await bundled(script)).toBe("");
  });

  test.each<[what: string, exported: string, entry: string, has: string, lacks: string, limit: number]>([
    ["one example is that example", "createdUser", "/examples", "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", "import", 200],
    ["one guard is that guard and its values", "isKnownAuthType", "", "team_oauth", "walk_in_test", 200],
    ["an error to compare with is no client", "ApiError", "", "ApiError", "x-service-api-key", 1_500],
    ["the client brings no values of open enums", "createClient", "", "x-service-api-key", "team_oauth", 20_000],
  ])("%s", async (_, exported, entry, has, lacks, limit) => {
    const code = await bundled(`export { ${exported} } from "wearable-health-api${entry}";`);
    expect(code).toContain(has);
    expect(code).not.toContain(lacks);
    expect(code.length).toBeLessThan(limit);
  });
});

describe("the TypeScript of the READMEs and guides", () => {
  test("for vitest passes there", async () => {
    const files = globSync(["src/*/README.md", "src/site/guides/*.md"], { cwd: projectDirectory });
    const all = (await Promise.all(files.map((file) => snippetsOf(join(projectDirectory, file))))).flat();
    const tests = all.filter((code) => code.includes('from "vitest"'));
    expect(tests.filter((code) => code.includes('from "wearable-health-api-tools/vitest"'))).not.toEqual([]);
    const vitest = join(projectDirectory, "node_modules", "vitest");
    await symlink(vitest, join(installed.project, "node_modules", "vitest"), "dir");
    for (const [index, code] of tests.entries()) {
      await writeFile(join(installed.project, `readme-${index}.test.ts`), code);
    }
    const { code, output } = await runProgram(process.execPath, [join(vitest, "vitest.mjs"), "run"], installed.project);
    expect(output).toContain(`Test Files  ${tests.length} passed`);
    expect(code).toBe(0);
  });
});
