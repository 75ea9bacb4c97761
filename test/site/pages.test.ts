// The pages of the reference. Most are read as the Markdown file beside each HTML page, which says the same in the same words.
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  contractRoot,
  generatedDirectory,
  readContract,
  readControlDocument,
  readRegister,
  registerFile,
} from "../../src/shared/contract/index.ts";
import type { FileProblemsError } from "../../src/shared/findings/index.ts";
import { docsCommand } from "../../src/site/command.ts";
import { buildSite } from "../../src/site/index.ts";
import { writeQuestions } from "../../src/site/questions.ts";
import { runHere } from "../commands.ts";
import { writeFiles } from "../files.ts";
import { oneOfEach } from "../run/depth.ts";
import { type Site, sharedSite } from "./built.ts";
import { base, oddSite } from "./odd-site.ts";

const contract = await readContract();
const { document, operations, events } = contract;
const control = await readControlDocument();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

const text = (path: string) => site.files.get(path) ?? "";
const htmlFiles = () => [...site.files.keys()].filter((path) => path.endsWith(".html"));
const schemas = Object.keys(document.components.schemas);
const eventPage = (name: string) => `events/${name.replaceAll(/[{}]/g, "")}`;

const readRegisterFile = async (): Promise<unknown> =>
  parse(await readFile(join(dirname(contractRoot), registerFile), "utf8"));

/** Lists the captures of a pattern. */
function captures(source: string, pattern: RegExp): string[] {
  return Array.from(source.matchAll(pattern), ([, one = ""]) => one);
}

test("every operation, event, schema and guide has a page, which is reached from the first, and a twin with the same anchors", () => {
  const reached = new Set<string>();
  const visit = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    const links = captures(text(path), / href="([^"#]+)/g).filter((target) => !/^[a-z]+:/.test(target));
    for (const link of links) visit(posix.join(posix.dirname(path), link));
  };
  visit("index.html");
  const expected = [
    ...operations.map(({ id }) => `operations/${id}`),
    ...events.map(({ name }) => eventPage(name)),
    ...schemas.map((name) => `schemas/${name}`),
  ];
  expect(expected.filter((path) => !reached.has(`${path}.html`))).toEqual([]);
  for (const page of htmlFiles()) {
    const twin = page.replace(/\.html$/, ".md");
    const own = captures(text(page), / id="([^"]*)"/g).filter((id) => !/^(?:menu|content|mark\..*)$/.test(id));
    expect(captures(text(twin), /<a id="([^"]*)"><\/a>/g).sort(), twin).toEqual(own.sort());
    expect(new Set(own).size, `${page} has an anchor twice`).toBe(own.length);
    // A sign opens its text without a script
    const popovers = captures(text(page), / id="([^"]*)" popover\b/g);
    expect(popovers, page).toEqual(expect.arrayContaining(captures(text(page), / popovertarget="([^"]*)"/g)));
    expect(text("llms-full.txt"), twin).toContain(`<!-- ${twin} -->\n\n${text(twin)}`);
  }
});

test("a page takes less than 40 KB with its style and scripts, which come after the content, and that of createOrder 35", () => {
  const sizes = new Map([...site.files].map(([path, content]) => [path, gzipSync(content).length]));
  const weigh = (page: string) => {
    const scripts = captures(text(page), /<script (?:defer )?src="(?:\/|(?:\.\.\/)*)([^"]+)"/g);
    return ["site.css", page, ...scripts].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  };
  // The changelog grows with each release
  const pages = htmlFiles().filter((page) => page !== "guides/changelog.html");
  expect(pages.filter((page) => weigh(page) > 40_000)).toEqual([]);
  expect(weigh("operations/createOrder.html")).toBeLessThan(35_000);
  // It holds up the first paint
  expect(sizes.get("theme.js")).toBeLessThan(400);
});

test.each(operations)("the page of $id has its call, each parameter, status and example", (operation) => {
  const { id, method, path, parameters, requestBody, responses } = operation;
  const twin = text(`operations/${id}.md`);
  expect(twin).toContain(`\n\n${method.toUpperCase()} \`${path}\`\n`);
  for (const parameter of parameters) expect(twin).toContain(`<a id="${parameter.in}.${parameter.name}"></a>`);
  for (const { status } of responses)
    expect(twin).toMatch(new RegExp(`### <a id="response-${status}"></a>\\*\\*${status}\\*\\* `));
  const bodies = [...(requestBody?.bodies ?? []), ...responses.flatMap((response) => response.bodies)];
  for (const { value } of bodies.flatMap(({ examples }) => examples)) {
    // The answers beside a sample have the value that the sample sends
    if (id === "createUser" && "client_user_id" in Object(value)) continue;
    expect(twin).toContain(`\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``);
  }
  // One language is enough for programs
  expect(captures(twin, /^```(sh|ts|python)$/gm)).toEqual(["sh"]);
});

test("the control plane is one page with each call, apart from the contract", () => {
  const page = text("sandbox/index.md");
  for (const { id, path, method } of control.operations) {
    expect(page).toMatch(
      new RegExp(`<a id="${id}"></a>[^\\n]+\\n\\n${method.toUpperCase()} \`${path.replaceAll(/[{}]/g, "\\$&")}\``),
    );
  }
  const own = /^(?:schemas|operations|events)\/|^guides\/(?:known-gaps|open-enums|errors|authentication|deprecations)/;
  expect([...site.files.keys()].filter((path) => own.test(path) && text(path).includes("/_sandbox/"))).toEqual([]);
  expect(JSON.parse(text("sandbox/openapi.json"))).toEqual(control.document);
});

test.each<[path: string, words: string | RegExp]>([
  ["index.md", "`https://api.example.com`"],
  [
    "index.md",
    /### <a id="users"><\/a>Users\n\n[^#]*\[Undo the deletion of a user\]\(operations\/undoUserDeletion\.md\) POST/,
  ],
  ["guides/authentication.md", /Header: `x-service-api-key`\n- Taken by: \d\d operations\n/],
  ["guides/deprecations.md", /\[`getAreaInfo query lab`\]\([^)]*\) \| Use `labs` instead\. \|/],
  ["guides/open-enums.md", /All values \|\n\| --- \| --- \|\n(?:\|.*\n)*\| \[`Region`\].* \| `us`, `eu` \|/],
  // A link of a guide is relative to its file; one to a file without a page keeps its words
  ["guides/verify.md", "[assumption](conventions.md#assumptions)"],
  ["guides/breaking.md", "by its row in `src/shared/contract/vocabulary.ts`."],
  // An assumption that decides how one codes is a sentence below the call, before any code, and stands first among the gaps
  [
    "operations/createOrder.md",
    /#assumed-order-answer\)\*\* Creating or importing an order has status 200 and the order itself as its body\.\n\n\*\*Request\*\*/,
  ],
  ["guides/known-gaps.md", /\d+ assumptions\.\n\n### <a id="[^"]*"><\/a>These decide how you code\n/],
  ["guides/known-gaps.md", /\(and [1-9]\d* more\)/],
  ["guides/sandbox-choices.md", `${control.document["x-choices"]?.length} choices.\n`],
  ["guides/errors.md", /^\| \*\*400\*\* Bad Request \| .* \| \[`undoUserDeletion`\]/m],
  ["schemas/index.md", "- [User](User.md) An end user of a team."],
  ["schemas/User.md", /Used by\n\n- \[Resolve a user by client id\]\(\.\.\/operations\/resolveUser\.md\)/],
  ["schemas/User.md", /`user_id` string, format `uuid`, required: Id assigned/],
  ["schemas/Region.md", "One of: `us`, `eu`."],
  ["schemas/AuthType.md", "Known values, [others are valid, too](../guides/open-enums.md): `oauth`, `team_oauth`, "],
  ["schemas/SourceContext.md", "object, has `provider` and `type`, or `name`, `logo` and `slug`, "],
  ["schemas/SourceContext.md", "`slug` string, deprecated"],
  // Every name on the way, and a key that is free
  [
    "schemas/UserConnectionList.md",
    /<a id="field\.providers\.status"><\/a>`status` string, \[ConnectionStatus\]\(ConnectionStatus\.md\), required: State/,
  ],
  [
    "schemas/UserConnectionList.md",
    '<a id="field.providers.resource_availability._7Bkey_7D.status"></a>`status` string',
  ],
  ["operations/listMarkers.md", "`size` integer, 1 to 100, default `50`: "],
  ["schemas/AppointmentAvailability.md", "14 to 14 items"],
  ["operations/createPortalUrl.md", /^# Create a portal URL \(beta\)\n/],
  ["operations/createPortalUrl.md", "**Required:** The team takes part in the closed beta."],
  [
    "operations/createUser.md",
    /"client_user_id": "my-user-01"[^#]*```json\n\{\n {2}"user_id": "[\w-]+",\n {2}"client_user_id": "my-user-01"/,
  ],
  [
    "operations/createUser.md",
    "- Credential: `x-service-api-key`, [TeamApiKey](../guides/authentication.md#TeamApiKey)",
  ],
  [
    "events/order.partial_results.md",
    "**Required:** It is enabled for the team. In the sandbox, [change its settings](../sandbox/index.md#changeSettings).",
  ],
  // Two fields of one schema on one page
  ["operations/createOrder.md", /<a id="response-200\.events"><\/a>`events`.*The same fields as \[`last_event`\]/],
  [
    "events/lab_report.parsing_job.created.md",
    "- Brought about by: [`createLabReportParsingJob`](../operations/createLabReportParsingJob.md)",
  ],
  ["events/order.event.md", "**2XX** Any success"],
  ["events/order.event.md", "A family: the part in braces varies."],
  ["events/index.md", /\[order\.\{event\}\](?:.|\n)*<a id="deprecated"><\/a>Deprecated(?:.|\n)*hypnogram\.created\]/],
  // The texts of marks, at their places
  [
    "operations/createOrder.md",
    /\*\*401\*\* Unauthorized\n\n- \*\*\[Assumed\]\(\.\.\/guides\/known-gaps\.md#assumed-[\w-]+\)\*\* A missing or refused credential has status 401, because/,
  ],
  ["operations/createOrder.md", /`user_id` .*\n {2}- \*\*\[Assumed\]/],
  // The two creations of an order say in the open, before any code, that the difference is not shown
  ["operations/createOrder.md", /does not say how (?:they|the two) differ[\s\S]*```sh/],
  ["operations/createOrder.md", "How this operation differs from `POST /v3/order`."],
  ["operations/placeOrder.md", /does not say how (?:they|the two) differ[\s\S]*```sh/],
  ["operations/getPscInfo.md", "- A lookup with a pending lab account leaves out the centers that "],
  ["operations/createLabReportParsingJob.md", /In the sandbox\n\n.*\n\n- Parsing takes one minute/],
  [
    "llms.txt",
    /^# .+\n\n> [A-Z].+\n\n## Every call\n\n- TeamApiKey: header `x-service-api-key`, at https:\/\/api\.example\.com/,
  ],
  ["llms.txt", "[Errors](guides/errors.md)"],
  ["llms.txt", /\[sandbox\]\(guides\/sandbox\.md\) .* \[control plane\]\(sandbox\/index\.md\)/],
  ["llms.txt", "\n- [createUser](operations/createUser.md): Create a user, `POST /v2/user/`\n"],
  ["llms.txt", "\n- [User](schemas/User.md): An end user of a team.\n"],
])("%s has %s", (path, words) => {
  expect(text(path)).toMatch(words);
});

test("the known gaps have each assumption of the register once, and all that is not shown", async () => {
  const [assumptions = "", notShown = ""] = text("guides/known-gaps.md").split('<a id="what-is-not-shown">');
  const keys = [...readRegister(await readRegisterFile()).keys()];
  expect(captures(assumptions, /^- <a id="assumed-([^"]*)"/gm).sort()).toEqual(keys.sort());
  const texts = new Set(listNotShown({ ...document, components: { ...document.components, examples: {} } }));
  expect([...texts].filter((one) => !notShown.includes(`- ${one} `))).toEqual([]);
});

describe("the questionnaire", () => {
  test("asks at most 90 questions in 2,200 words", async () => {
    const questions = writeQuestions(await readRegisterFile());
    expect(captures(questions, /^(1\.) /gm).length).toBeLessThanOrEqual(90);
    expect(questions.split(/\s+/).length).toBeLessThanOrEqual(2200);
  });

  test("begins with what decides, and asks with an entry what belongs to it, each answer once", () => {
    const questions = writeQuestions({
      Users: {
        success: { chose: "Success is 200", could_be: ["201"] },
        created: { asked_with: "success", chose: "Created is 200", could_be: ["201", "202"] },
        id: { weight: "decides", chose: "The id is `id`", could_be: ["`user_id`"] },
      },
    });
    expect(questions.replaceAll("\u00a0", " ")).toBe(
      "## What decides how a consumer codes\n\n1. The id is `id`. ☐ yes ☐ `user_id`\n\n## Users\n\n1. Success is 200. ☐ yes ☐ 201 ☐ 202",
    );
  });
});

describe("what this contract does not have", () => {
  let odd: Site;
  beforeAll(async () => {
    odd = await oddSite();
  });

  test.each([
    ["Limited", "`half` number, at least 1"],
    ["Limited", "`words` array of string, at most 3 items, each matches `^a`"],
    ["Limited", "any value, always `same`"],
    ["Limited", "object, not `a` and `b` together"],
    ["Mixed", "`any` any value"],
    ["Mixed", "`listed` array of string or null"],
    ["Mixed", "`keyed` map of integer"],
    ["Mixed", "any key integer"],
  ])("%s is shown as %s", (name, words) => {
    expect(odd.files.get(`schemas/${name}.md`)).toContain(words);
  });

  test("a JSON Schema is complete in itself, also one that contains itself", () => {
    const read = (name: string) => JSON.parse(odd.files.get(`schemas/${name}.json`) ?? "") as object;
    expect(read("Tree")).toMatchObject({ properties: { branches: { items: { $ref: "#" } } } });
    const validate = ajv().compile(read("Garden"));
    const values = [
      { tree: { branches: [{ branches: [], size: 1 }] } },
      { tree: { branches: [{ size: 0 }] } },
      { small: 4 },
    ];
    expect(values.map((value) => validate(value))).toEqual([true, false, false]);
  });

  test("text with HTML and script in it stays text everywhere", () => {
    expect(odd.files.get("operations/createUser.html")).toContain("&lt;script&gt;ran = 1&lt;/script&gt;");
    for (const [path, html] of odd.files) {
      if (path.endsWith(".html")) expect(html, path).not.toMatch(/<script>|<img/);
    }
  });

  test("the page for addresses without one finds its style and its links at any depth, also below a path of the host", () => {
    for (const [path, files] of [["/", site.files] as const, [base, odd.files] as const]) {
      const targets = captures(files.get("404.html") ?? "", / (?:href|src)="(?![a-z]+:|#)([^"]*)"/g);
      expect(targets.filter((to) => !to.startsWith(path) || !files.has(to.slice(path.length)))).toEqual([]);
      expect(targets).toEqual(expect.arrayContaining(["site.css", "search.js", "index.html"].map((to) => path + to)));
    }
  });
});

describe("a link that leads nowhere", () => {
  test("stops the build, with the file and line of each place where it is written", async () => {
    const directory = writeFiles({});
    await cp(dirname(contractRoot), directory, { recursive: true });
    const file = join(directory, "v2", "paths", "create-user.yaml");
    const [before, words] = [
      "    Store the `user_id`",
      "Read [this](guides/nowhere.html) and [that](guides/errors.html#nothing).",
    ];
    const source = (await readFile(file, "utf8")).replace(before, `    ${words}\n${before}`);
    await writeFile(file, source);
    const line = source.split("\n").findIndex((one) => one.includes(words)) + 1;
    // As bundling it would make it
    const spoilt = structuredClone(document) as unknown as { paths: Record<string, Record<string, object>> };
    Object.assign(spoilt.paths["/v2/user/"]?.["post"] ?? {}, { description: words });
    const build = buildSite(spoilt as never, join(directory, "site"), join(directory, "openapi.yaml"));
    const { problems } = (await build.catch((error: unknown) => error)) as FileProblemsError;
    expect(problems).toEqual(
      ["there is no guides/nowhere.html", 'no anchor "nothing"'].map((message) =>
        expect.objectContaining({
          file: expect.stringMatching(/v2\/paths\/create-user\.yaml$/),
          line,
          message: expect.stringContaining(message),
        }),
      ),
    );
    expect(await readdir(directory)).not.toContain("site");
  });
});

describe("for machines", () => {
  test("the bundle is there as YAML, as JSON and as OpenAPI 3.0", async () => {
    expect(JSON.parse(text("openapi.json"))).toEqual(document);
    expect(parse(text("openapi.yaml"))).toEqual(document);
    const generated = await readFile(join(generatedDirectory, "openapi-3.0.json"), "utf8");
    expect(JSON.parse(text("openapi-3.0.json"))).toEqual(JSON.parse(generated));
  });

  test("the JSON Schema of a schema takes the example on its page, and not without a required field", () => {
    const all = Object.entries(document.components.schemas);
    for (const [name] of oneOfEach(all, ([, schema]) => Object.keys(schema).sort().join())) {
      const [, json] = /^```json\n(.*?)^```$/ms.exec(text(`schemas/${name}.md`)) ?? [];
      const schema = JSON.parse(text(`schemas/${name}.json`)) as { $schema: string; title: string };
      expect([schema.$schema, schema.title]).toEqual(["https://json-schema.org/draft/2020-12/schema", name]);
      const [validate, value] = [ajv().compile(schema), JSON.parse(json ?? "null") as unknown];
      if (json !== undefined) expect(validate(value), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
      for (const field of document.components.schemas[name]?.required ?? []) {
        expect(validate({ ...Object(value), [field]: undefined }), `${name} without ${field}`).toBe(false);
      }
    }
  });
});

function ajv(): Ajv2020 {
  const made = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: true });
  formats.default(made);
  made.addVocabulary(["x-extensible-enum", "x-not-shown", "x-assumption"]);
  return made;
}

/** The texts of everything that a document says is not shown. */
function listNotShown(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "x-not-shown" ? (value as string[]) : listNotShown(value),
  );
}

describe("npm run docs", () => {
  test("refuses a base that is no path", async () => {
    for (const wrong of ["docs", "/docs", "docs/", "https://example.com/docs/"]) {
      const { code, stderr } = await runHere(docsCommand, ["--base", wrong]);
      expect(code).toBe(2);
      expect(stderr).toContain(
        `--base takes a path, found "${wrong}". It begins and ends with a slash, such as /docs/.`,
      );
    }
  });

  test("reports a broken contract with its file and line, and builds nothing", async () => {
    const info = { title: "Broken", version: "1.0.0" };
    const directory = writeFiles({ "openapi.yaml": { openapi: "3.1.1", info, paths: { "/a": { gett: {} } } } });
    const root = join(directory, "openapi.yaml");
    const built = await runHere(docsCommand, ["--root", root, "--out", join(directory, "site")]);
    expect(built).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/openapi\.yaml:7\b/) });
    expect(await readdir(directory)).toEqual(["openapi.yaml"]);
  });

  test("leaves a directory that holds something else as it is", async () => {
    const directory = writeFiles({ "thesis.txt": "mine" });
    await expect(buildSite(document, directory)).rejects.toThrow(
      /contains files that are not from an earlier build, such as thesis\.txt/,
    );
    expect(await readFile(join(directory, "thesis.txt"), "utf8")).toBe("mine");
  });
});
