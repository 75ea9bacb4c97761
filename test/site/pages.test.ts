// The files of the site: everything is there, everything is reached, nothing is broken, and text stays text.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import {
  contractRoot,
  generatedDirectory,
  readContract,
  readControlDocument,
} from "../../src/shared/contract/index.ts";
import type { FileProblemsError } from "../../src/shared/findings/index.ts";
import { docsCommand } from "../../src/site/command.ts";
import { buildSite } from "../../src/site/index.ts";
import { listGuideFiles, rewriteLinks } from "../../src/site/pages/guides.ts";
import { runHere } from "../commands.ts";
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
const eventPage = (name: string) => `events/${name.replaceAll(/[{}]/g, "")}.html`;

/** A directory of a test's own. */
async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "site-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** What a pattern captures, everywhere in a text. */
function captures(source: string, pattern: RegExp): string[] {
  return Array.from(source.matchAll(pattern), ([, one = ""]) => one);
}

/** Where the links of a piece of a page lead, as paths from the site's root, with their anchors. */
function linksOf(path: string, piece = text(path)): string[] {
  return (
    captures(piece, / href="([^"]*)"/g)
      .filter((target) => !/^[a-z]+:/.test(target))
      // The page for addresses without one is shown at any depth
      .map((target) => (path === "404.html" ? target.replace(/^\//, "") : target))
      .map((target) => (target.startsWith("#") ? path + target : posix.join(posix.dirname(path), target)))
  );
}

/** Where the content of a page leads, apart from its navigation. */
function mainLinksOf(path: string): string[] {
  return linksOf(path, /<main[\s\S]*<\/main>/.exec(text(path))?.[0] ?? "");
}

/** What a reader sees of a piece of HTML. */
function wordsOf(piece = ""): string {
  const spaced = piece.replaceAll(/<\/(?:th|p)>/g, " ").replaceAll(/<[^>]*>/g, "");
  return spaced.replaceAll(/\s+/g, " ").trim();
}

describe("every page", () => {
  test("of an operation, an event and a schema is there, and every page is reached from the first", () => {
    const reached = new Set<string>();
    const visit = (path: string) => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const link of linksOf(path)) visit(link.split("#")[0] ?? "");
    };
    visit("index.html");
    const expected = [
      ...operations.map(({ id }) => `operations/${id}.html`),
      ...events.map(({ name }) => eventPage(name)),
      ...schemas.map((name) => `schemas/${name}.html`),
      ...control.operations.map(({ id }) => `sandbox/${id}.html`),
      ...htmlFiles().filter((path) => path !== "404.html"),
    ];
    expect(expected.filter((path) => !reached.has(path))).toEqual([]);
  });

  test("leads only to files and anchors that are there, and has no anchor twice", () => {
    const anchors = new Map(htmlFiles().map((page) => [page, captures(text(page), / id="([^"]*)"/g)]));
    const wrong = htmlFiles().flatMap((page) => [
      ...linksOf(page).filter((link) => {
        const [path = "", anchor] = link.split("#");
        if (!site.files.has(path)) return true;
        return anchor !== undefined && !anchors.get(path)?.includes(decodeURIComponent(anchor));
      }),
      ...(anchors.get(page) ?? []).filter((id, index, all) => all.indexOf(id) < index),
    ]);
    expect(wrong).toEqual([]);
  });

  test("has a navigation in the order of what people come for: operations, events, guides, then the rest", () => {
    const [, menu = ""] =
      /<nav id="menu" popover aria-label="Pages">(.*?)<\/nav>/s.exec(text("operations/createUser.html")) ?? [];
    const groups = menu.split("<h2>").slice(1);
    expect(groups.map((group) => group.split("</h2>")[0]).join(", ")).toBe(
      "Operations, Events and schemas, Guides, Other languages, Tools, About the contract, Keep the contract",
    );
    const tags = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect(captures(groups[0] ?? "", /href="\.\.\/tags\/([\w-]+)\.html"/g)).toEqual(
      Array.from(tags, (tag) => tag.toLowerCase().replaceAll(" ", "-")),
    );
    // The page that is open, among those of its tag
    expect(menu).toContain('<a href="createUser.html" aria-current="page">');
    expect(groups[6]).toContain("guides/breaking.html");
  });

  test("is named and described in its head, and leads to its twin, the contract and llms.txt", () => {
    for (const page of htmlFiles()) {
      const [html, twin] = [text(page), page.replace(/\.html$/, ".md")];
      const heading = wordsOf(/<h1>(.*?)(?: <(?:span|a).*)?<\/h1>/.exec(html)?.[1]);
      expect(wordsOf(/<title>(.*?)<\/title>/.exec(html)?.[1]), page).toMatch(
        new RegExp(`^${heading.replaceAll(/\W/g, ".")}`),
      );
      expect(html, page).toMatch(/<meta name="description" content="[^"]{5,}">/);
      const footer = /<footer>.*<\/footer>/.exec(html)?.[0];
      expect(linksOf(page, footer), page).toEqual([twin, "openapi.yaml", "openapi.json", "llms.txt"]);
      expect(linksOf(page).filter((link) => link === twin)).toHaveLength(2);
      expect(html, page).not.toMatch(/class="trail"(?!.*<span aria-current="page">)/);
    }
  });

  test("loads nothing by a path that works from one place only, and sets its policy before anything could load", () => {
    const outside = "keepachangelog|semver|stoplight|www\\.standardwebhooks";
    const wrong = ` (?:src|href)="(?:/|(?!https://(?:${outside})|http://127\\.0\\.0\\.1:4020/_sandbox/")https?:)`;
    for (const page of htmlFiles()) {
      if (page !== "404.html") expect(text(page), page).not.toMatch(new RegExp(wrong));
      expect(text(page)).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta http-equiv="Content-Security-Po/);
      const [, connections] = /; connect-src (.*?); base-uri /.exec(text(page)) ?? [];
      // The first page of the control plane has no form, and no stream has one
      const hasForm = /^(?:operations|sandbox)\/(?!index|watchWorld)/.test(page);
      expect(connections, page).toBe(hasForm ? "http: https:" : "&#39;none&#39;");
    }
  });

  test("takes less than 40 KB with its style and scripts, which come after the content", () => {
    const sizes = new Map<string, number>();
    const sizeOf = (path: string) => {
      const size = sizes.get(path) ?? gzipSync(text(path)).length;
      sizes.set(path, size);
      return size;
    };
    for (const page of htmlFiles()) {
      const scripts = captures(text(page), /<script (?:defer )?src="(?:\/|(?:\.\.\/)*)([^"]+)"/g);
      expect(scripts[0], page).toBe("theme.js");
      expect(scripts).not.toContain("search-index.js");
      expect(text(page).indexOf("<script defer"), page).toBeGreaterThan(text(page).indexOf("</main>"));
      const size = ["site.css", page, ...scripts].reduce((sum, file) => sum + sizeOf(file), 0);
      expect(size, `${page} is slow on a phone: move a part of it to a page of its own`).toBeLessThan(40_000);
    }
    // It holds up the first paint
    expect(sizeOf("theme.js")).toBeLessThan(400);
  });

  test("with many parts lists them, each response too; a guide leads to the one before and the one after", () => {
    const part = (path: string, name: string) =>
      new RegExp(`<nav class="${name}".*?</nav>`, "s").exec(text(path))?.[0] ?? "";
    expect(captures(part("operations/createUser.html", "contents"), /href="#([^"]*)"/g)).toEqual([
      "request",
      "responses",
      ...["200", "400", "401", "422"].map((status) => `response-${status}`),
    ]);
    expect(part("schemas/Region.html", "contents")).toBe("");
    expect(wordsOf(part("guides/authentication.html", "neighbours"))).toBe("Previous QuickstartNext Client");
    expect(wordsOf(part("guides/quickstart.html", "neighbours"))).toBe("Next Authentication");
    expect(part("operations/createUser.html", "neighbours")).toBe("");
  });
});

describe("an operation's page", () => {
  const all = [
    ...operations.map((operation) => ({ ...operation, page: `operations/${operation.id}` })),
    ...control.operations.map((operation) => ({ ...operation, page: `sandbox/${operation.id}` })),
  ];
  test.each(all)("$page: has the method and path, every parameter, status and example", (operation) => {
    const { page, method, path, parameters, requestBody, responses } = operation;
    const html = text(`${page}.html`);
    const call = `${method.toUpperCase()} ${path}`;
    expect(wordsOf(/<p class="endpoint">.*?<\/p>/.exec(html)?.[0])).toBe(call);
    expect(text(`${page}.md`)).toContain(`\n\n\`${call}\`\n\n`);
    for (const parameter of parameters) expect(html).toContain(` id="${parameter.in}.${parameter.name}"`);
    for (const { status } of responses) {
      expect(html).toContain(` id="response-${status}"`);
      expect(html).toMatch(new RegExp(`<b>${status}</b> [A-Z]`));
    }
    const bodies = [...(requestBody?.bodies ?? []), ...responses.flatMap((response) => response.bodies)];
    for (const { name } of bodies.flatMap(({ examples }) => examples)) {
      expect(html).toContain(`data-example="${name}"`);
    }
  });

  test.each(all)("$page: calls the sandbox with its key in each language", ({ page, path, security: [scheme] }) => {
    const isControl = page.startsWith("sandbox/");
    const isOrganization = scheme?.[0] === "ManagementKey";
    const key = isControl ? "" : isOrganization ? "mk_demo_org" : "sk_demo_team";
    const start = `http://127.0.0.1:${isOrganization ? 4021 : 4020}${path.split("{")[0]}`;
    for (const language of isControl ? ["sh"] : ["sh", "python", "go", "java"]) {
      const [code = ""] = captures(text(`${page}.md`), new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm"));
      expect([code.includes(start), code.includes(key)], `${language}: ${code}`).toEqual([true, true]);
    }
    expect(text(`${page}.html`)).toContain('data-snippet="typescript"');
  });

  test.each<[path: string, id: string, words: RegExp, line: RegExp]>([
    [
      "schemas/UserConnectionList",
      "field.providers.status",
      /^providers\[\]\.status requiredstring, ConnectionStatus ≈ \? State of the connection\. Known values, others are valid, too: connected/,
      /`status` \(string, \[ConnectionStatus\]\(ConnectionStatus\.md\), required\): State/,
    ],
    // Every name on the way, and a key that is free
    [
      "schemas/UserConnectionList",
      "field.providers.resource_availability._7Bkey_7D.status",
      /^providers\[\]\.resource_availability\.any key\.status /,
      /`status` \(string/,
    ],
    [
      "operations/listMarkers",
      "query.size",
      /^sizeinteger ≈ Largest number .* 1 to 100 default 50$/,
      /`size` \(integer, 1 to 100, default `50`\): /,
    ],
    ["operations/listMarkers", "query.page", / at least 1 default 1/, /\(integer, at least 1, default `1`\)/],
    ["operations/createOrder", "body.clinical_comments", / at most 1000 characters/, /, at most 1000 characters/],
    ["schemas/AppointmentAvailability", "field.slots", / 14 to 14 items/, /, required, 14 to 14 items/],
    ["schemas/User", "field.user_id", /^user_id requiredstring .* format uuid$/, /\(string, required, format `uuid`/],
    ["schemas/SourceContext", "field.slug", /^slug deprecatedstring /, /`slug` \(string, deprecated/],
    ["operations/getAreaInfo", "query.lab", /^lab deprecated/, /deprecated/],
  ])("%s: the field %s has its whole path, its type, its limits and its default", (path, id, words, line) => {
    const [row] = new RegExp(`<tr id="${id}".*?</tr>`, "s").exec(text(`${path}.html`)) ?? [];
    expect(wordsOf(row)).toMatch(words);
    const lines = text(`${path}.md`).split("\n");
    expect(lines.filter((one) => one.includes(`<a id="${id}">`))).toEqual([expect.stringMatching(line)]);
  });

  test("leads to its credential, its events, its guide, and to what takes a value of its response", () => {
    const facts = (path: string) => wordsOf(/<dl.*?<\/dl>/s.exec(text(path))?.[0]);
    const job = "operations/createLabReportParsingJob.html";
    const created = eventPage("lab_report.parsing_job.created");
    for (const [page, words, link] of [
      [
        "operations/createUser.html",
        "Credentialx-service-api-key, TeamApiKey",
        "guides/authentication.html#TeamApiKey",
      ],
      ["operations/createPortalUrl.html", "Stabilitybeta", "guides/quickstart.html"],
      ["operations/createOrder.html", "GuideOrders and results", "guides/orders-and-results.html"],
      [eventPage("order.partial_results"), "it is enabled for the team", "guides/orders-and-results.html"],
      [job, "Brings about", created],
      [created, "Brought about by", job],
      [eventPage("order.event"), "A family: the part in braces varies.", "guides/receive-events-safely.html"],
      ["events/provider.connection.created.html", "One event, with its full name.", "events/index.html"],
      ["sandbox/addFault.html", "Headerx-sandbox-control: 1", "sandbox/index.html#all-calls"],
    ] as const) {
      if (page !== "operations/createPortalUrl.html") expect(mainLinksOf(page), page).toContain(link);
      expect(facts(page)).toContain(words);
    }
    expect(text("operations/createUser.md")).toContain(
      "`user_id` is taken by [`listUserConnections`](listUserConnections.md) and [`createPortalUrl`](createPortalUrl.md).",
    );
  });

  test("of one of the two creations of an order says in the open that the difference is not shown", () => {
    for (const [id, other] of [
      ["createOrder", "POST /v3/order"],
      ["placeOrder", "POST /v3/order/create"],
    ]) {
      const twin = text(`operations/${id}.md`);
      expect(twin).toContain(`How this operation differs from \`${other}\`.`);
      expect(twin.split("```")[0]).toMatch(/does not say how (?:they|the two) differ/);
    }
  });
});

test("the control plane is separate from the service: nothing of it is among the contract's pages and lists", () => {
  const own =
    /^(?:schemas|tags|operations|events)\/|^guides\/(?:known-gaps|open-enums|errors|authentication|deprecations)/;
  const paths = [...site.files.keys()].filter((path) => own.test(path));
  expect(paths.filter((path) => text(path).includes("/_sandbox/"))).toEqual([]);
  expect(text("sandbox/index.html")).toContain("Who may call.");
  expect(JSON.parse(text("sandbox/openapi.json"))).toEqual(control.document);
});

describe("the lists", () => {
  test("of the first page: an address, a call to the sandbox, then every operation by tag and every event", () => {
    const [start = ""] = text("index.md").split("\n## ");
    for (const words of ["`https://api.example.com`", "curl http://127.0.0.1:4020/", "npm ci && npm start"]) {
      expect(start).toContain(words);
    }
    // Two taps: the tag, and the operation
    expect(start).toContain("[Users](tags/users.md)");
    expect(text("tags/users.md")).toContain("(../operations/undoUserDeletion.md)");
    expect(mainLinksOf("index.html")).toEqual(
      expect.arrayContaining([
        ...operations.map(({ id }) => `operations/${id}.html`),
        ...events.map(({ name }) => eventPage(name)),
        "guides/quickstart.html",
      ]),
    );
    expect(text("index.html")).toContain(`<span class="version">${document.info.version}</span>`);
  });

  test("of errors have each documented status of each operation, with what it is called", () => {
    const rows = text("guides/errors.md").match(/^\| \*\*\d+\*\* .*$/gm) ?? [];
    const refusals = operations.flatMap(({ responses }) => responses.filter(({ status }) => /^[45]/.test(status)));
    const missing = refusals.filter(({ status, response }) => {
      const meaning = response.description.replaceAll(/\s+/g, " ").trim();
      return !rows.some((row) => row.startsWith(`| **${status}** `) && row.includes(`| ${meaning} |`));
    });
    expect(missing).toEqual([]);
    expect(rows.map((row) => row.slice(4, 7))).toEqual(rows.map((row) => row.slice(4, 7)).sort());
  });

  test.each<[path: string, words: string | RegExp]>([
    ["guides/authentication.md", /Header: `x-service-api-key`\n- Taken by: \d\d operations\n/],
    ["guides/authentication.md", "- Taken by: [`listOrganizationTeams`](../operations/listOrganizationTeams.md)\n"],
    ["guides/deprecations.md", /\[`getAreaInfo query` `lab`\]\([^)]*\) \| Use `labs` instead\. \|/],
    ["guides/deprecations.md", "`SourceContext` `slug`"],
    ["guides/deprecations.md", /^\*\*Before\*\*\n\nExample `[^`]+`: .*\n[\s\S]*?\n\*\*After\*\*\n\nExample `/m],
    ["guides/open-enums.md", /All values \|\n\| --- \| --- \|\n(?:\|.*\n)*\| \[`Region`\].* \| `us`, `eu` \|/],
    ["schemas/index.md", "- [User](User.md): An end user of a team."],
    ["schemas/User.md", /Used by\n\n- \[Resolve a user by client id\]\(\.\.\/operations\/resolveUser\.md\)/],
    ["schemas/Region.md", "One of: `us`, `eu`."],
    ["schemas/AuthType.md", "Known values, others are valid, too: `oauth`, `team_oauth`, "],
    ["schemas/SourceContext.md", "Type: object, has `provider` and `type`, or `name`, `logo` and `slug`\n"],
    ["sandbox/simulateDataArrived.md", "has `outcome`, `day` and `event_type`, or `outcome`, `day` and `reason`"],
    ["operations/createPortalUrl.md", /^# Create a portal URL \(beta\)\n/],
    ["events/order.event.md", "2XX Any success"],
    ["404.html", 'href="/guides/changelog.html"'],
    ["events/index.md", /\[order\.\{event\}\](?:.|\n)*<a id="deprecated"><\/a>Deprecated(?:.|\n)*hypnogram\.created\]/],
    ["guides/deprecations.md", "[`daily.timeseries.hypnogram.created`](../events/"],
    ["schemas/AuthType.html", /Known values, <a href="[^"]*open-enums.html">others are valid, too/],
    ["operations/createPortalUrl.html", '<span class="badge b-beta">beta</span>'],
    ["sandbox/addFault.html", '<span class="badge b-sandbox">sandbox</span>'],
    ["guides/known-gaps.md", /\(and [1-9]\d* more\)/],
    // A name of the contract in a text
    [
      "guides/orders-and-results.html",
      '<a href="../events/order.partial_results.html"><code>order.partial_results</code></a>',
    ],
    // Known values, once
    ["schemas/SampleType.html", /^(?!.*<code>urine<\/code>.*<code>urine<\/code>)(?!.*examples:)/s],
  ])("%s has %s", (path, words) => {
    expect(text(path)).toMatch(words);
  });

  test("of the sandbox's choices have a row for each", () => {
    const choices = control.document["x-choices"] ?? [];
    const page = text("guides/sandbox-choices.html");
    expect(choices.filter(({ id }) => !page.includes(`<tr id="${id}">`))).toEqual([]);
    expect(page).toContain(`<p>${choices.length} choices. By part:`);
  });
});

describe("how sure a thing is", () => {
  test("every assumption and everything that is not shown has its row, and row and place lead to each other", () => {
    const places = gapPlaces(site.files);
    expect(places).toHaveLength(marksIn(withoutExamples(document)));
    expect(places.filter(({ isLinkedBack }) => !isLinkedBack)).toEqual([]);
    const rows = captures(text("guides/known-gaps.html"), /<tr id="[^"]*" class="(assumed|not-shown)">/g);
    const gaps = rows.filter((kind) => kind === "not-shown").length;
    expect(text("guides/known-gaps.md")).toContain(
      `${rows.length - gaps} assumptions at ${places.length - gaps} places.`,
    );
    expect(text("guides/known-gaps.md")).toContain(`\n${gaps} in all.`);
  });

  test("each entry of the register has a row under its key, in its topic", async () => {
    const register = parse(await readFile(join(dirname(contractRoot), "assumptions.yaml"), "utf8")) as object;
    const keys = Object.entries(register).flatMap(([topic, entries]) => [
      `on-${topic.toLowerCase().replaceAll(" ", "-")}`,
      ...Object.keys(entries).map((key) => `assumed-${key}`),
    ]);
    const [assumptions = ""] = text("guides/known-gaps.html").split('id="what-is-not-shown"');
    expect(captures(assumptions, /<tr [^>]*?id="([^"]*)"/g)).toEqual(keys);
  });

  test("a page shows the marks of its subject with their words; of its parts the signs, and their words behind its badge", () => {
    const page = text("operations/createOrder.html");
    const [shown = "", behind = ""] = page.split('<details class="marks" id="mark.all">');
    expect(shown.match(/<p class="mark /g)).toHaveLength(2);
    expect(shown).toMatch(/<a class="badge b-marks" href="#mark.all">≈ \d+ assumed, \? \d+ not shown<\/a><\/h1>/);
    expect(shown).toContain('<a class="sign" href="#mark.body.user_id" aria-label="Assumed">≈</a>');
    expect(behind).toContain('<li id="mark.body.user_id"><a href="#body.user_id">');
    expect(behind).toContain("A missing or refused credential has status 401, because");
    const twin = text("operations/createOrder.md");
    expect(twin).toMatch(/`user_id` \(.*\n {2}- \*\*\[Assumed\]\(\.\.\/guides\/known-gaps\.md#assumed-[\w-]+\):\*\* /);
    expect(twin).toMatch(
      /401 Unauthorized\n\n- \*\*\[Assumed\]\([^)]*\):\*\* A missing or refused credential has status 401, because/,
    );
  });
});

describe("what this contract does not have", () => {
  let odd: Site;
  beforeAll(async () => {
    odd = await oddSite();
  });

  test.each([
    ["Limited", "`half` (number, at least 1)"],
    ["Limited", "`words` (array of string, at most 3 items, unique items, each matches `^a`)"],
    ["Limited", "(any value, always `same`)"],
    ["Limited", "(object, not `a` and `b` together)"],
    ["Mixed", "`any` (any value)"],
    ["Mixed", "`some` (object or array or null)"],
    ["Mixed", "`listed` (array of string or null)"],
    ["Mixed", "`keyed` (map of integer)"],
    ["Mixed", "any key (integer)"],
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
    const directory = await temporary();
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

  test("in a guide or a README is one of the file, and is left out where its file has no page", () => {
    const source = "src/verify/README.md";
    const links =
      "[a](../mock/README.md#run-the-mock) [b](../sandbox/control/openapi.yaml) [c](../cli.ts) [d](#options)";
    expect(rewriteLinks(links, source)).toBe(
      "[a](guides/mock.html#run-the-mock) [b](sandbox/index.html) c [d](#options)",
    );
    // Left as they are, for the link check to judge: a page that no file is written for, and a file that is not there
    for (const kept of ["[e](tags/users.html)", "[f](../nowhere.md)", "[g](https://example.com/)"]) {
      expect(rewriteLinks(kept, source)).toBe(kept);
    }
    const verify = listGuideFiles().find(({ path }) => path.endsWith(source));
    expect(verify?.resolve("#options")).toBe("guides/verify.html#options");
  });
});

describe("for machines", () => {
  test("every page has a twin in Markdown with the same anchors, and is in llms.txt and llms-full.txt", () => {
    const listed = captures(text("llms.txt"), /\]\(([^)]+)\)/g);
    expect(listed.filter((target) => !site.files.has(target))).toEqual([]);
    for (const page of htmlFiles()) {
      const twin = page.replace(/\.html$/, ".md");
      expect(text(twin), twin).toMatch(/^# /);
      // The frame of a page, the form and what is behind the badge have no place in the twin
      const own = captures(text(page), / id="([^"]*)"/g).filter((id) => !/^(?:menu|content|try-it|mark\..*)$/.test(id));
      expect(captures(text(twin), /<a id="([^"]*)"><\/a>/g).sort(), twin).toEqual(own.sort());
      if (!/^(?:index|404|tags\/.*|(?:events|schemas)\/index)\.html$/.test(page)) expect(listed).toContain(twin);
      expect(text("llms-full.txt"), twin).toContain(`<!-- ${twin} -->\n\n${text(twin)}`);
    }
    expect(text("llms.txt")).toMatch(
      /^# .+\n\n> [A-Z].{50,}[.]\n\nWhole contract: \[openapi\.yaml\]\(openapi\.yaml\), /,
    );
    expect(text("llms.txt")).toContain("\n- [createUser](operations/createUser.md): Create a user, `POST /v2/user/`\n");
    expect(text("llms.txt")).toContain("\n- [User](schemas/User.md): An end user of a team.\n");
  });

  test("every link of a twin and of llms.txt leads to a file", () => {
    for (const path of [...site.files.keys()].filter((path) => /\.md$|^llms\.txt$/.test(path))) {
      // What stands in code is no link
      const prose = text(path)
        .replaceAll(/^```[\s\S]*?^```$/gm, "")
        .replaceAll(/(`+)(?:(?!`)[\s\S])*?\1/g, "");
      const targets = captures(prose, /\]\(<?([^)>\s#]+)[^)\s]*\)/g).filter((target) => !/^[a-z]+:/.test(target));
      expect(
        targets.filter((target) => !site.files.has(posix.join(posix.dirname(path), target))),
        path,
      ).toEqual([]);
    }
  });

  test("the bundle is there as YAML, as JSON and as OpenAPI 3.0", async () => {
    expect(JSON.parse(text("openapi.json"))).toEqual(document);
    expect(parse(text("openapi.yaml"))).toEqual(document);
    const generated = await readFile(join(generatedDirectory, "openapi-3.0.json"), "utf8");
    expect(JSON.parse(text("openapi-3.0.json"))).toEqual(JSON.parse(generated));
  });

  test("the JSON Schema of a schema takes the example on its page, and not without a required field", () => {
    const all = Object.entries(document.components.schemas);
    for (const [name] of oneOfEach(all, ([, schema]) => Object.keys(schema).sort().join())) {
      const [, json] = /^Example `.*?^```json\n(.*?)^```$/ms.exec(text(`schemas/${name}.md`)) ?? [];
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

/** The places that the known gaps name: the row of each, and whether the place links to it. */
function gapPlaces(files: ReadonlyMap<string, string>): { url: string; isLinkedBack: boolean }[] {
  const page = "guides/known-gaps.html";
  const links = new Map<string, ReadonlySet<string>>();
  const rows = (files.get(page) ?? "").matchAll(/<tr id="([^"]*)" class="(?:assumed|not-shown)">(.*?)<\/tr>/g);
  return Array.from(rows).flatMap(([, id, row = ""]) => {
    const [, where = ""] = row.split("</td>");
    return captures(where, /<a href="([^"#]*)/g).map((place) => {
      const path = posix.join("guides", place);
      if (!links.has(path)) links.set(path, new Set(linksOf(path, files.get(path)).map(decodeURIComponent)));
      return { url: `${page}#${id}`, isLinkedBack: links.get(path)?.has(`${page}#${id}`) ?? false };
    });
  });
}

function withoutExamples({ components, ...rest }: typeof document): unknown {
  return { ...rest, components: { ...components, examples: {} } };
}

/** How many marks the document carries: assumptions, and things that are not shown. */
function marksIn(node: unknown): number {
  if (typeof node !== "object" || node === null) return 0;
  return Object.entries(node).reduce((sum, [key, value]) => {
    if (key === "x-assumption" || key === "x-not-shown") return sum + [value].flat().length;
    return sum + marksIn(value);
  }, 0);
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
    const directory = await temporary();
    const root = join(directory, "openapi.yaml");
    await writeFile(root, "openapi: 3.1.1\ninfo:\n  title: Broken\n  version: 1.0.0\npaths:\n  /a:\n    gett: {}\n");
    const built = await runHere(docsCommand, ["--root", root, "--out", join(directory, "site")]);
    expect(built).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/openapi\.yaml:7\b/) });
    expect(await readdir(directory)).toEqual(["openapi.yaml"]);
  });

  test("leaves a directory that holds something else as it is", async () => {
    const directory = await temporary();
    await writeFile(join(directory, "thesis.txt"), "mine");
    await expect(buildSite(document, directory)).rejects.toThrow(
      /contains files that are not from an earlier build, such as thesis\.txt/,
    );
    expect(await readFile(join(directory, "thesis.txt"), "utf8")).toBe("mine");
  });
});
