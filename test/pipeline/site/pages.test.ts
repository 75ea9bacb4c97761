// The files of the site: everything is there, everything is reached, nothing is broken, and text stays text.
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { docsCommand } from "../../../src/pipeline/site/command.ts";
import { buildSite } from "../../../src/pipeline/site/index.ts";
import { LinkBook } from "../../../src/pipeline/site/links.ts";
import { jsonSchemaOf } from "../../../src/pipeline/site/machine/json-schemas.ts";
import { withSiteLinks } from "../../../src/pipeline/site/pages/guides.ts";
import { readReference } from "../../../src/pipeline/site/reference.ts";
import {
  contractRoot,
  controlRoot,
  generatedDirectory,
  projectDirectory,
  readContract,
  readControlDocument,
} from "../../../src/tools/contract/index.ts";
import type { FindingsError } from "../../../src/tools/findings/index.ts";
import { runHere } from "../../commands.ts";
import { depth } from "../../run/depth.ts";
import { type Site, sharedSite } from "./built.ts";
import { assumed, base, hostile, oddDocument, oddSite } from "./odd-site.ts";

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

/** Where the content of a page leads, apart from its navigation. */
function mainLinksOf(path: string): string[] {
  const [main = ""] = /<main[\s\S]*<\/main>/.exec(text(path)) ?? [];
  return linksOf(path, new Map([[path, main]]));
}

/** What a reader sees of a piece of HTML. */
function wordsOf(piece = ""): string {
  return piece
    .replaceAll(/<\/(?:th|p)>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Where the links of a page lead, as paths from the site's root, with their anchors. */
function linksOf(path: string, files = site.files): string[] {
  return (
    Array.from((files.get(path) ?? "").matchAll(/ href="([^"]*)"/g), ([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      // The page for addresses without one is shown at any depth
      .map((target) => (path === "404.html" ? target.replace(/^\//, "") : target))
      .map((target) => (target.startsWith("#") ? path + target : posix.join(posix.dirname(path), target)))
  );
}

describe("every page", () => {
  test("of an operation, an event and a schema is reached from the first", () => {
    const reached = new Set<string>();
    const visit = (path: string) => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const link of linksOf(path)) visit(link.split("#")[0] ?? "");
    };
    visit("index.html");
    expect(reached).toEqual(
      new Set([
        ...reached,
        ...operations.map(({ id }) => `operations/${id}.html`),
        ...events.map(({ name }) => eventPage(name)),
        ...schemas.map((name) => `schemas/${name}.html`),
        ...control.operations.map(({ id }) => `sandbox/${id}.html`),
        // The page for addresses without one is reached by these
        ...htmlFiles().filter((path) => path !== "404.html"),
      ]),
    );
  });

  test("leads only to files and anchors that are there", () => {
    const broken = htmlFiles().flatMap((page) =>
      linksOf(page)
        .filter((link) => {
          const [path = "", anchor] = link.split("#");
          return (
            !site.files.has(path) ||
            (anchor !== undefined && !text(path).includes(` id="${decodeURIComponent(anchor)}"`))
          );
        })
        .map((link) => `${page} -> ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("has no anchor twice", () => {
    const twice = htmlFiles().filter((page) => {
      const ids = Array.from(text(page).matchAll(/ id="([^"]*)"/g), ([, id]) => id);
      return new Set(ids).size < ids.length;
    });
    expect(twice).toEqual([]);
  });

  test("has one navigation, named for who hears the page, with a button that opens it", () => {
    for (const page of htmlFiles()) {
      const navigations = text(page)
        .match(/<nav\b[^>]*>/g)
        ?.filter((tag) => !/ class="(?:trail|contents)"/.test(tag));
      expect(navigations, page).toEqual(['<nav id="menu" popover aria-label="Pages">']);
      expect(text(page), page).toContain('<button class="menu" type="button" popovertarget="menu">Menu</button>');
    }
  });

  test("has a navigation with the guides by tasks, languages, tools and what the contract is", () => {
    const [, menu = ""] = /<nav id="menu".*?>(.*?)<\/nav>/s.exec(text("index.html")) ?? [];
    const groups = menu.split("<h2>").slice(1);
    expect(groups.map((group) => group.split("</h2>")[0])).toEqual([
      "Guides",
      "Other languages",
      "Operations",
      "Events and schemas",
      "Tools",
      "About the contract",
    ]);
    for (const at of [0, 1, 4, 5]) expect(groups[at]?.match(/<li><a/g)?.length).toBeLessThan(12);
    expect(groups[4]).toContain("sandbox/index.html");
  });

  test("has a navigation with each tag of operations, each version, the events and the schemas", () => {
    const [, menu = ""] = /<nav id="menu".*?>(.*?)<\/nav>/s.exec(text("index.html")) ?? [];
    const links = linksOf("", new Map([["", menu]]));
    const tags = new Set(operations.flatMap(({ operation }) => operation.tags ?? []));
    expect(links.filter((link) => link.startsWith("tags/"))).toEqual(
      Array.from(tags, (tag) => `tags/${tag.toLowerCase().replaceAll(" ", "-")}.html`),
    );
    const versions = new Set(operations.flatMap(({ path }) => /^\/(v\d+)\//.exec(path)?.[1] ?? []));
    expect(links.filter((link) => link.startsWith("versions/")).sort()).toEqual(
      Array.from(versions, (version) => `versions/${version}.html`).sort(),
    );
    expect(links).toEqual(expect.arrayContaining(["events/index.html", "schemas/index.html"]));
  });

  test("is named and described in its head, and leads to its twin, the contract and llms.txt", () => {
    for (const page of htmlFiles()) {
      const [html, twin] = [text(page), page.replace(/\.html$/, ".md")];
      const [, title = ""] = /<title>(.*?)<\/title>/.exec(html) ?? [];
      const [, heading = ""] = /<h1>(.*?)(?: <span.*)?<\/h1>/.exec(html) ?? [];
      expect(title, page).toBe(page === "index.html" ? heading : `${heading} · ${document.info.title}`);
      expect(html, page).toMatch(/<meta name="description" content="[^"]{5,}">/);
      expect(html, page).toMatch(/<link rel="alternate" type="text\/markdown" href="[^"]+">/);
      const footer = /<footer>.*<\/footer>/.exec(html)?.[0] ?? "";
      expect(linksOf(page, new Map([[page, footer]])), page).toEqual([
        twin,
        "openapi.yaml",
        "openapi.json",
        "llms.txt",
      ]);
      expect(
        linksOf(page).filter((link) => link === twin),
        page,
      ).toHaveLength(2);
    }
  });

  test("with many parts lists them, each response too; a short one does not", () => {
    const contents = (path: string) => /<nav class="contents".*?<\/nav>/s.exec(text(path))?.[0] ?? "";
    const links = Array.from(contents("operations/createUser.html").matchAll(/href="#([^"]*)"/g), ([, id]) => id);
    expect(links).toEqual(["request", "responses", "response-200", "response-400", "response-401", "response-422"]);
    expect(contents("guides/client.html")).toContain('<a href="#retry">Retry</a>');
    expect(contents("schemas/Region.html")).toBe("");
  });

  test("below another has breadcrumbs that end in the page itself", () => {
    expect(text("operations/createUser.html")).toContain(
      '<nav class="trail" aria-label="Breadcrumbs"><ol><li><a href="../tags/users.html">Users</a></li><li><span aria-current="page">Create a user</span></li></ol></nav>',
    );
    for (const page of htmlFiles().filter((path) => text(path).includes('class="trail"'))) {
      const [, end] = /<span aria-current="page">(.*?)<\/span><\/li><\/ol><\/nav>/.exec(text(page)) ?? [];
      expect(text(page), page).toContain(`<h1>${end}`);
    }
  });

  test("takes less than 40 KB to transfer, with its style", () => {
    const style = gzipSync(text("site.css")).length;
    for (const page of htmlFiles()) expect(gzipSync(text(page)).length + style, page).toBeLessThan(40_000);
  });

  test("loads nothing by a path that works from one place only", () => {
    for (const page of htmlFiles().filter((path) => path !== "404.html")) {
      expect(text(page)).not.toMatch(
        / (?:src|href)="(?:\/|(?!https:\/\/(?:keepachangelog|semver|stoplight|www\.standardwebhooks)|http:\/\/127\.0\.0\.1:4020\/_sandbox\/")https?:)/,
      );
    }
  });

  test("may ask another server only where a reader can try an operation", () => {
    for (const page of htmlFiles()) {
      const [, connections] = /; connect-src (.*?); base-uri /.exec(text(page)) ?? [];
      // The first page of the control plane has no form, and no stream has one
      const hasForm = /^(?:operations|sandbox)\/(?!index|watchWorld)/.test(page);
      expect(connections, page).toBe(hasForm ? "http: https:" : "&#39;none&#39;");
    }
  });

  test("sets the policy before anything that could load", () => {
    for (const page of htmlFiles()) {
      expect(text(page)).toMatch(
        /^<!doctype html>\n<html lang="en">\n<head>\n<meta http-equiv="Content-Security-Policy"/,
      );
    }
  });
});

describe("an operation's page", () => {
  test.each(operations)("$id: names every parameter, status and example", (operation) => {
    const page = text(`operations/${operation.id}.html`);
    for (const parameter of operation.parameters) expect(page).toContain(` id="${parameter.in}.${parameter.name}"`);
    for (const { status, bodies } of operation.responses) {
      expect(page).toContain(` id="response-${status}"`);
      for (const { name } of bodies.flatMap(({ examples }) => examples))
        expect(page).toContain(`data-example="${name}"`);
    }
    for (const { name } of operation.requestBody?.bodies.flatMap(({ examples }) => examples) ?? []) {
      expect(page).toContain(`data-example="${name}"`);
    }
    for (const name of ["Local mock", "Local sandbox"]) expect(page).toContain(`${name} <code>http:`);
    expect(page).toContain('data-snippet="curl"');
    expect(page).toContain('data-snippet="typescript"');
    for (const { status } of operation.responses) expect(page).toMatch(new RegExp(`<b>${status}</b> [A-Z]`));
  });

  test.each(operations)(
    "$id: begins with its method, path and credential, and calls it in each language",
    (operation) => {
      const { id, method, path, security } = operation;
      const [page, twin] = [text(`operations/${id}.html`), text(`operations/${id}.md`)];
      const call = `${method.toUpperCase()} ${path}`;
      expect(wordsOf(/<p class="endpoint">.*?<\/p>/.exec(page)?.[0])).toBe(call);
      expect(twin.split("\n\n")[1]).toBe(`\`${call}\``);
      const scheme = security[0]?.[0] ?? "";
      const { name = "" } = document.components.securitySchemes[scheme] ?? {};
      expect(page).toContain(
        `<dt>Credential</dt><dd><code>${name}</code>, <a href="../guides/authentication.html#${scheme}">${scheme}</a></dd>`,
      );
      expect(twin).toContain(`- Credential: \`${name}\`, [${scheme}](../guides/authentication.md#${scheme})`);
      const [before = ""] = path.split("{");
      for (const label of ["curl", "Python", "Go", "Java"]) {
        const [, code = ""] = new RegExp(`^${label}:\n\n\`\`\`\\w+\n([\\s\\S]*?)^\`\`\`$`, "m").exec(twin) ?? [];
        expect(code, label).toContain(`http://127.0.0.1:4010${before}`);
        expect(code, label).toMatch(new RegExp(`${name}"?(?:: |, )"?any`));
        expect(code.toUpperCase(), label).toMatch(
          label === "curl" && method === "get" ? /^CURL 'HTTP/ : method.toUpperCase(),
        );
      }
    },
  );

  test("says what a reader has to know of it: how far it can be relied on, whether it takes a body, and what it names leads to its page", () => {
    expect(text("operations/createPortalUrl.html")).toContain("<dt>Stability</dt><dd>beta: it may change</dd>");
    expect(text("operations/createUser.html")).toContain('<h3 id="body">Body <a');
    expect(text("operations/undoUserDeletion.html")).toContain('<h3 id="body">Body, optional <a');
    expect(text("schemas/SourceContext.html")).toContain(
      '(operation <a href="../operations/listProviders.html"><code>listProviders</code></a>)',
    );
    // The first example is open; the others open without JavaScript
    const [, examples = ""] =
      /aria-label="Examples of response 400">(.*?)<\/div>/s.exec(text("operations/undoUserDeletion.html")) ?? [];
    expect(examples).toMatch(/^<details class="example" open>/);
    expect(examples.match(/ open>/g)).toHaveLength(1);
  });

  test.each<[path: string, id: string, words: RegExp, line: RegExp]>([
    [
      "schemas/UserConnectionList",
      "field.providers.status",
      /^providers\[\]\.status requiredstring, ConnectionStatus State of the connection\. Known values, others are valid, too: connected/,
      /`status` \(string, \[ConnectionStatus\]\(ConnectionStatus\.md\), required\): State/,
    ],
    // Every name on the way, and a key that is free
    [
      "schemas/UserConnectionList",
      "field.providers.resource_availability._7Bkey_7D.status",
      /^providers\[\]\.resource_availability\.any key\.status /,
      /`status` \(string/,
    ],
    ["schemas/ActivitySummaryList", "field.activity.source.app_id", /^activity\[\]\.source\.app_id/, /`app_id` \(/],
    [
      "operations/listMarkers",
      "query.size",
      /^sizeinteger Largest number .* 1 to 100 default 50 Assumed/,
      /`size` \(integer, 1 to 100, default `50`\): /,
    ],
    ["operations/listMarkers", "query.page", / at least 1 default 1 /, /\(integer, at least 1, default `1`\)/],
    ["operations/createOrder", "body.clinical_comments", / at most 1000 characters /, /, at most 1000 characters\):/],
    ["schemas/AppointmentAvailability", "field.slots", / 14 to 14 items /, /, required, 14 to 14 items\):/],
    [
      "schemas/User",
      "field.user_id",
      /^user_id requiredstring .* format uuid$/,
      /\(string, required, format `uuid`\): Id/,
    ],
    ["schemas/SourceContext", "field.slug", /^slug deprecatedstring /, /`slug` \(string, deprecated\): /],
    ["operations/getAreaInfo", "query.lab", /^lab deprecated/, /deprecated\): /],
  ])("%s: the field %s has its whole path, its type, its limits and its default", (path, id, words, line) => {
    const [row] = new RegExp(`<tr id="${id}".*?</tr>`, "s").exec(text(`${path}.html`)) ?? [];
    expect(wordsOf(row)).toMatch(words);
    expect(
      text(`${path}.md`)
        .split("\n")
        .filter((one) => one.includes(`<a id="${id}">`)),
    ).toEqual([expect.stringMatching(line)]);
  });

  test("does not repeat what is assumed of 401 and of the body of an error: a line leads to it", () => {
    for (const [path, page] of site.files) {
      if (!/^operations\/.*\.(?:html|md)$/.test(path)) continue;
      expect(page, path).not.toMatch(/Status 401, because|An error body is a JSON object/);
    }
    const gap = "../guides/known-gaps.html#assumed-refused-credential-status";
    expect(text("operations/createOrder.html")).toContain(
      `<p class="marks"><a class="assumed" href="${gap}">Assumed</a> </p>`,
    );
    expect(text("guides/known-gaps.html")).toContain("Status 401, because");
    expect(text("schemas/ErrorBody.html")).toContain("An error body is a JSON object");
  });

  test("says in one line which marks a part has, and keeps their texts in a part that opens without JavaScript", () => {
    const page = text("operations/placeOrder.html");
    const start = page.indexOf(' id="response-200"');
    const success = page.slice(start, page.indexOf("</section>", start));
    expect(success).toContain('<details class="marks"><summary><span class="assumed">Assumed</span> </summary>');
    expect(success.match(/Status 200 with the order, because/g)).toHaveLength(1);
    for (const path of htmlFiles()) {
      expect(text(path).match(/class="mark /g)?.length ?? 0, path).toBeGreaterThanOrEqual(
        text(path).match(/<details class="marks">/g)?.length ?? 0,
      );
      expect(text(path), path).not.toMatch(/<(?:td|div|section|main)[^>]*>\s*<(?:p|div) class="mark /);
    }
  });
});

describe("the control plane of the sandbox", () => {
  test.each(control.operations)(
    "$id: has a page with every parameter, status and example, and the call",
    (operation) => {
      const page = text(`sandbox/${operation.id}.html`);
      expect(page).toContain('<span class="badge b-sandbox">sandbox</span>');
      for (const parameter of operation.parameters) expect(page).toContain(` id="${parameter.in}.${parameter.name}"`);
      const body = operation.requestBody?.bodies ?? [];
      for (const { status, bodies } of operation.responses) {
        expect(page).toContain(` id="response-${status}"`);
        for (const { name } of [...bodies, ...body].flatMap(({ examples }) => examples)) {
          expect(page).toContain(`data-example="${name}"`);
        }
      }
      const [, call = ""] = /^curl:\n\n```sh\n([\s\S]*?)\n```$/m.exec(text(`sandbox/${operation.id}.md`)) ?? [];
      expect(call).toContain("'http://127.0.0.1:4020/_sandbox/");
      // What describes the sandbox opens in a browser, which cannot send the header
      const isAbout = operation.operation.tags.includes("About");
      const headers = Array.from(call.matchAll(/-H '(.*?)'/g), ([, header]) => header ?? "");
      const own = headers.filter((header) => !/^content-type:/i.test(header));
      expect(own).toEqual(isAbout ? [] : ["x-sandbox-control: 1"]);
    },
  );

  test("says on its first page what holds for all calls, and lists them", () => {
    const page = text("sandbox/index.html");
    expect(page).toContain("Who may call.");
    for (const { id } of control.operations) expect(linksOf("sandbox/index.html")).toContain(`sandbox/${id}.html`);
    expect(JSON.parse(text("sandbox/openapi.json"))).toEqual(control.document);
  });

  test("is separate from the service: nothing of it is among the contract's operations, schemas, gaps and enums", () => {
    const own = [...site.files.keys()].filter((path) => /^(?:schemas|tags|versions|operations|events)\//.test(path));
    const named = own.filter((path) => text(path).includes("/_sandbox/"));
    expect(named).toEqual([]);
    expect(own.filter((path) => path.startsWith("schemas/") && path.endsWith(".json")).length).toBe(schemas.length);
    for (const guide of ["known-gaps", "open-enums", "errors", "authentication", "deprecations"]) {
      // What the sandbox chooses is a part of its own, below the gaps
      expect(text(`guides/${guide}.md`).split("What the sandbox chooses")[0]).not.toContain("sandbox/");
    }
  });
});

test("what the sandbox chooses is a page, with a row for each choice", () => {
  const choices = control.document["x-choices"] ?? [];
  const [page, twin] = [text("guides/sandbox-choices.html"), text("guides/sandbox-choices.md")];
  expect(choices.filter(({ id }) => !page.includes(`<tr id="${id}">`) || !twin.includes(`\`${id}\``))).toEqual([]);
  expect(page).toContain(`<p>${choices.length} choices.</p>`);
});

test("the form that tries an operation of the organization names the sandbox's address for it, and how to start it", () => {
  const servers = (id: string) =>
    /"servers":(\[.*?\]),"credentials"/.exec(text(`operations/${id}.html`))?.[1]?.replaceAll("\\u003c", "<") ?? "[]";
  expect(JSON.parse(servers("listOrganizationTeams"))).toContainEqual({
    url: "http://127.0.0.1:4021",
    title: "Local sandbox",
    command: "npm run sandbox -- --management-port 4021",
    keys: { "X-Management-Key": "mk_demo_org" },
  });
  expect(JSON.parse(servers("listLabs"))).toContainEqual({
    url: "http://127.0.0.1:4020",
    title: "Local sandbox",
    command: "npm run sandbox",
    keys: { "x-service-api-key": "sk_demo_team" },
  });
});

describe("the lists", () => {
  const tagged = (operation: (typeof operations)[number]) => `operations/${operation.id}.html`;

  test("of a version have its operations and no other, each once, by tag", () => {
    for (const version of ["v2", "v3"]) {
      const own = operations.filter(({ path }) => path.startsWith(`/${version}/`)).map(tagged);
      const links = mainLinksOf(`versions/${version}.html`).filter((link) => link.startsWith("operations/"));
      expect(links.sort()).toEqual(own.sort());
      expect(text(`versions/${version}.md`)).toContain(
        `${own.length} operations whose path contains \`/${version}/\`.`,
      );
    }
  });

  test("of events distinguish those to handle from those that are deprecated", () => {
    const [current = "", old = ""] = text("events/index.md").split('<a id="deprecated"></a>Deprecated');
    for (const { name, operation } of events) {
      const link = `(${eventPage(name).replace(/^events\/(.*)html$/, "$1md")})`;
      expect([name, current.includes(link), old.includes(link)]).toEqual([
        name,
        !operation.deprecated,
        operation.deprecated === true,
      ]);
    }
    expect(mainLinksOf("events/index.html")).toContain("guides/receive-events-safely.html");
    expect(text(eventPage("order.event"))).toContain('<h2 id="responses">Your response ');
  });

  test("of the first page: where to begin, every operation by version and by tag, and every event with what it says", () => {
    const links = mainLinksOf("index.html");
    const versions = ["v1", "v2", "v3"].map((version) => `versions/${version}.html`);
    const tags = operations.map(
      ({ operation }) => `tags/${operation.tags?.[0]?.toLowerCase().replaceAll(" ", "-")}.html`,
    );
    const all = [...versions, ...tags, ...operations.map(tagged), ...events.map(({ name }) => eventPage(name))];
    expect(links).toEqual(expect.arrayContaining(["guides/quickstart.html", "guides/using-these-docs.html", ...all]));
    const home = text("index.md");
    expect(home).toContain(`</a>${operations.length} operations\n`);
    expect(home).toContain(`</a>${events.length} events\n`);
    expect(home).toContain("(events/provider.connection.created.md): Sent when a user was connected to a provider.\n");
    expect(text("index.html")).toContain(`<span class="version">${document.info.version}</span>`);
  });

  test("of schemas are by name, with what each says; the page that is not there leads to all lists", () => {
    const names = Array.from(text("schemas/index.md").matchAll(/^- \[(\w+)\]/gm), ([, name]) => name);
    expect(names).toEqual([...schemas].sort((a, b) => a.localeCompare(b)));
    expect(text("schemas/index.md")).toContain("- [User](User.md): An end user of a team.");
    expect(mainLinksOf("schemas/index.html")).toEqual(
      expect.arrayContaining(schemas.map((name) => `schemas/${name}.html`)),
    );
    expect(mainLinksOf("404.html").filter((link) => link.endsWith(".html"))).toEqual([
      ...["index.html", "events/index.html", "schemas/index.html", "guides/changelog.html"],
    ]);
  });

  test("of credentials name the header and what takes it", () => {
    const guide = text("guides/authentication.md");
    expect(guide).toMatch(/Header: `x-service-api-key`\n- Taken by: \d\d operations\n/);
    expect(guide).toContain(
      "Header: `X-Management-Key`\n- Taken by: [`listOrganizationTeams`](../operations/listOrganizationTeams.md)\n",
    );
  });

  test("of errors have each documented status of each operation, with what it is called", () => {
    const rows = text("guides/errors.md").match(/^\| \*\*\d+\*\* .*$/gm) ?? [];
    for (const { id, responses } of operations) {
      for (const { status, response } of responses.filter((one) => /^[45]/.test(one.status))) {
        const meaning = response.description.replaceAll(/\s+/g, " ").trim();
        expect(rows, `${id} ${status}`).toContainEqual(
          expect.stringMatching(new RegExp(`^\\| \\*\\*${status}\\*\\* [A-Z][\\w ]+ \\| `)),
        );
        expect(
          rows.some((row) => row.startsWith(`| **${status}**`) && row.includes(meaning)),
          `${id} ${status}`,
        ).toBe(true);
      }
    }
    expect(rows.map((row) => /\d+/.exec(row)?.[0])).toEqual(rows.map((row) => /\d+/.exec(row)?.[0]).sort());
  });

  test("of deprecations say what to do, those of closed enums all values", () => {
    expect(text("guides/deprecations.md")).toMatch(/lab`\]\([^)]*\) \| Use `labs` instead\. \|/);
    expect(text("guides/open-enums.md")).toMatch(
      /All values \|\n\| --- \| --- \|\n(?:\|.*\n)*\| \[`Region`\].* \| `us`, `eu` \|/,
    );
  });

  test("of known gaps are counted as they are", () => {
    const rows = text("guides/known-gaps.html").match(/<tr id="[^"]*" class="(?:assumed|not-shown)">/g) ?? [];
    const count = (kind: string) => rows.filter((row) => row.includes(kind)).length;
    const [assumptions, gaps] = [count('"assumed"'), count('"not-shown"')];
    const places = gapPlaces(site.files).length - gaps;
    expect(text("guides/known-gaps.md")).toContain(`${assumptions} assumptions at ${places} places.`);
    expect(text("guides/known-gaps.md")).toContain(`\n${gaps} in all.`);
  });

  test("of what uses a schema lead there; its page leads to its JSON Schema", () => {
    for (const name of schemas) expect(mainLinksOf(`schemas/${name}.html`), name).toContain(`schemas/${name}.json`);
    expect(text("schemas/User.md")).toMatch(
      /Used by\n\n- \[Resolve a user by client id\]\(\.\.\/operations\/resolveUser\.md\)/,
    );
  });
});

test("operations, tags and events lead to the guide that shows them in use", () => {
  const guide = "guides/orders-and-results.html";
  const parts = ["createOrder", "importOrder", "bookPscAppointment"].map((id) => `operations/${id}.html`);
  const pages = [...parts, "tags/orders.html", "tags/appointments.html", eventPage("order.partial_results")];
  expect(pages.filter((page) => !mainLinksOf(page).includes(guide))).toEqual([]);
  expect(mainLinksOf("operations/createUser.html")).toContain("guides/quickstart.html");
  expect(mainLinksOf("tags/events.html")).toContain("guides/receive-events-safely.html");
  expect(mainLinksOf("operations/listLabs.html")).not.toContain(guide);
});

test("an operation leads to the events that it brings about, and they lead back; both show their preconditions", () => {
  const job = "operations/createLabReportParsingJob.html";
  const created = eventPage("lab_report.parsing_job.created");
  const facts = (path: string) => /<dl.*?<\/dl>/s.exec(text(path))?.[0] ?? "";
  expect(facts(job)).toContain("Brings about");
  expect(linksOf(job)).toContain(created);
  expect(facts(created)).toContain("Brought about by");
  expect(linksOf(created)).toContain(job);
  expect(facts("operations/bookPscAppointment.html")).toContain("the team has opted in");
  expect(facts(eventPage("order.partial_results"))).toContain("it is enabled for the team");
});

test("a value of a response leads to the parameters that take it, and they lead back, on the page and in its twin", () => {
  const [create, portal] = ["operations/createUser.html", "operations/createPortalUrl.html"] as const;
  const twin = (path: string) => text(path.replace(".html", ".md"));
  expect(linksOf(create)).toContain(`${portal}#path.user_id`);
  expect(linksOf(portal)).toContain(`${create}#response-200.user_id`);
  expect(twin(create)).toContain(
    "`user_id` is taken by [`listUserConnections`](listUserConnections.md#path.user_id) and [`createPortalUrl`](createPortalUrl.md#path.user_id).",
  );
  expect(twin(portal)).toContain("`user_id` comes from [`createUser`](createUser.md#response-200.user_id) 200.");
  expect(twin("operations/listOrganizationTeams.html")).not.toMatch(/is taken by|comes from/);
});

describe("how sure a thing is", () => {
  test("every assumption and everything that is not shown has its row, and row and place lead to each other", () => {
    expect(gapPlaces(site.files)).toHaveLength(marksIn(withoutExamples(document)));
    expect(gapPlaces(site.files).filter(({ isLinkedBack }) => !isLinkedBack)).toEqual([]);
  });

  test("each entry of the register has a row under its key, in its topic", async () => {
    const register = parse(await readFile(join(dirname(contractRoot), "assumptions.yaml"), "utf8")) as object;
    const keys = Object.entries(register).flatMap(([topic, entries]) => [
      `on-${topic.toLowerCase().replaceAll(" ", "-")}`,
      ...Object.keys(entries).map((key) => `assumed-${key}`),
    ]);
    const [assumptions = ""] = text("guides/known-gaps.html").split('id="what-is-not-shown"');
    expect(Array.from(assumptions.matchAll(/<tr [^>]*id="([^"]*)"|<tr id="([^"]*)"/g), ([, a, b]) => a ?? b)).toEqual(
      keys,
    );
  });

  test("an assumption that more than five places rest on is told there only by a link", () => {
    const page = text("operations/createUser.html");
    const row = "../guides/known-gaps.html#assumed-success-status";
    expect(page).toContain(`<p class="marks"><a class="assumed" href="${row}">Assumed</a> </p>`);
    for (const path of ["operations/createUser", "operations/listLabs", "schemas/UserConnection"]) {
      expect(text(`${path}.html`)).not.toMatch(/Status 200, because|The field is required, because/);
      expect(text(`${path}.md`)).not.toMatch(/Status 200, because|The field is required, because/);
    }
    expect(text("schemas/UserConnection.md")).toContain(
      "**[Assumed](../guides/known-gaps.md#assumed-field-required)**",
    );
    expect(text("schemas/Loinc.html")).toContain("All fields that cannot be null are required, because");
  });

  test("known values are distinguished from all values", () => {
    expect(text("schemas/AuthType.html")).toMatch(/Known values, <a href="[^"]*open-enums.html">others are valid, too/);
    expect(text("schemas/Region.html")).toContain("One of:");
  });

  test("known values are listed once on a page, with their mark, and not in the words and the examples as well", () => {
    for (const [page, value] of [
      ["schemas/ProviderResource.html", "floors_climbed"],
      ["schemas/AuthType.html", "team_oauth"],
      ["schemas/SampleType.html", "urine"],
    ] as const) {
      expect(text(page).match(new RegExp(`<code>${value}</code>`, "g")), page).toHaveLength(1);
      expect(text(page)).toContain("so handle an unknown one by a default branch.");
      expect(text(page)).not.toContain("examples:");
    }
    expect(text("schemas/PortalUrlContext.html")).toContain("<code>launch</code> gives a URL that lives for minutes");
  });

  test("all that is deprecated is listed: events, parameters and fields", () => {
    const old = Object.entries(document.webhooks ?? {}).flatMap(([name, { post }]) => (post?.deprecated ? name : []));
    expect(old.length).toBeGreaterThan(0);
    expect(mainLinksOf("guides/deprecations.html")).toEqual(expect.arrayContaining(old.map(eventPage)));
    const guide = text("guides/deprecations.md");
    for (const words of ["`getAreaInfo query` `lab`", "`SourceContext` `slug`"]) expect(guide).toContain(words);
  });

  test("beta and deprecated parts are labelled", () => {
    expect(text("operations/createPortalUrl.html")).toContain('<span class="badge b-beta">beta</span>');
    expect(text(eventPage("daily.timeseries.hypnogram.created"))).toContain("deprecated</span>");
  });
});

describe("what this contract does not have", () => {
  let other: typeof document;
  let odd: Site;
  beforeAll(async () => {
    [other, odd] = await Promise.all([oddDocument(), oddSite()]);
  });

  test("a value with quotes is one word of the shell in a call by curl", () => {
    const [, call = ""] =
      /^curl:\n\n```sh\n([\s\S]*?)\n```$/m.exec(odd.files.get("operations/createUser.md") ?? "") ?? [];
    const words = execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${call}`], { encoding: "utf8" }).split(
      "\0",
    );
    expect(JSON.parse(words[words.indexOf("-d") + 1] ?? "")).toEqual({ client_user_id: hostile });
  });

  test("very many gaps have a row each", () => {
    const places = gapPlaces(odd.files);
    expect(places.length).toBe(marksIn(withoutExamples(other)));
    expect(places.filter(({ isLinkedBack }) => !isLinkedBack)).toEqual([]);
    expect(new Set(places.map(({ url }) => url)).size).toBeGreaterThan(800);
  });

  test("a constraint that no page has words for is shown as it is written", () => {
    const page = odd.files.get("schemas/Limited.html");
    expect(page).toContain("<code>multipleOf: 0.5</code>");
    expect(page).toContain("at least 1");
    expect(page).toContain("<code>minProperties: 1</code>");
    const twin = odd.files.get("schemas/Limited.md");
    expect(twin).toContain("`words` (array of string, at most 3 items, unique items, each matches `^a`)");
    expect(twin).toContain("(any value, always `same`)");
    expect(twin).toContain("(object, not `a` and `b` together)");
  });

  test("a value of several types is shown with all of them", () => {
    const twin = odd.files.get("schemas/Mixed.md");
    expect(twin).toContain("`any` (any value)");
    expect(twin).toContain("`some` (object or array or null)");
    expect(twin).toContain("`listed` (array of string or null)");
    expect(twin).toContain("`keyed` (map of integer)");
    expect(twin).toContain("any key (integer)");
  });

  test("a schema that holds itself, or another that does, refers to it; words beside a reference win over its own", () => {
    const schemaOf = (name: string) => JSON.parse(odd.files.get(`schemas/${name}.json`) ?? "") as object;
    const size = { title: "Size", type: "integer", minimum: 1, description: "A size.", "x-assumption": assumed("One") };
    const tree = (itself: string) => ({
      type: "object",
      properties: { branches: { type: "array", items: { $ref: itself } }, size },
    });
    expect(schemaOf("Tree")).toMatchObject(tree("#"));
    expect(schemaOf("Garden")).toMatchObject({
      properties: {
        tree: { $ref: "#/$defs/Tree", description: "The oldest." },
        small: { allOf: [size], type: "integer", maximum: 3 },
        named: { ...size, description: "Its own." },
        unsure: { allOf: [size], "x-assumption": [assumed("Two"), assumed("Three")] },
      },
      $defs: { Tree: tree("#/$defs/Tree") },
    });
    const validate = ajv().compile(schemaOf("Garden"));
    expect(validate({ tree: { branches: [{ branches: [], size: 1 }] } })).toBe(true);
    expect(validate({ tree: { branches: [{ branches: [], size: 0 }] } })).toBe(false);
  });
});

describe("text of the contract", () => {
  test("with HTML and script in it stays text everywhere", async () => {
    const spoilt = await oddSite();
    const page = spoilt.files.get("operations/createUser.html") ?? "";
    expect(page).toContain("&lt;script&gt;ran = 1&lt;/script&gt;");
    for (const [path, html] of spoilt.files) {
      if (path.endsWith(".html")) expect(html, path).not.toMatch(/<script>|<img/);
    }
  });

  test("with a broken link or anchor stops the build, with file and line", async () => {
    const directory = await mkdtemp(join(tmpdir(), "broken-link-"));
    try {
      await cp(dirname(contractRoot), directory, { recursive: true });
      /** Writes a text into a file before another, and gives what a finding says of its line. */
      const spoil = async (path: string, before: string, broken: string, messages: readonly string[]) => {
        const file = join(directory, path);
        const source = await readFile(file, "utf8");
        expect(source).toContain(before);
        const spoilt = source.replace(before, broken + before);
        await writeFile(file, spoilt);
        const line = spoilt.split("\n").findIndex((one) => one.includes("](")) + 1;
        return messages.map((message) => ({
          file: expect.stringMatching(new RegExp(`${path.replaceAll(".", "\\.")}$`)),
          line,
          message: expect.stringContaining(message),
        }));
      };
      const texts = {
        operation: "Read [this](guides/nowhere.html) and [that](guides/errors.html#nothing).\n",
        event: "See [here](operations/none.html).\n",
        example: "See [there](schemas/None.html).\n",
      };
      const expected = [
        await spoil("v2/paths/create-user.yaml", "    Store the `user_id`", `    ${texts.operation}`, [
          "there is no guides/nowhere.html",
          'no anchor "nothing"',
        ]),
        // The first sentence is shown in lists as well
        await spoil("webhooks/order.event.yaml", "    An event of", `    ${texts.event}`, [
          "there is no operations/none.html",
        ]),
        await spoil("v2/examples/created-user.yaml", "value:", `description: ${texts.example}`, [
          "there is no schemas/None.html",
        ]),
      ].flat();
      const root = join(directory, "openapi.yaml");
      // As bundling it would make it
      const spoilt = structuredClone(document) as unknown as {
        paths: Record<string, Record<string, { description: string }>>;
        webhooks: Record<string, Record<string, { description: string }>>;
        components: { examples: Record<string, object> };
      };
      const [operation, event] = [spoilt.paths["/v2/user/"]?.["post"], spoilt.webhooks["order.{event}"]?.["post"]];
      for (const [place, text] of [
        [operation, texts.operation],
        [event, texts.event],
      ] as const) {
        if (place !== undefined) place.description = text + place.description;
      }
      Object.assign(spoilt.components.examples["created-user"] ?? {}, { description: texts.example });
      const error: unknown = await buildSite(spoilt as unknown as typeof document, join(directory, "site"), root).catch(
        (thrown: unknown) => thrown,
      );
      const findings = (error as FindingsError).findings;
      expect(findings).toHaveLength(expected.length);
      expect(findings).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  test("of the control plane, of a guide and of a README is reported with its own line", async () => {
    const lineWith = async (file: string, words: string) =>
      (await readFile(file, "utf8")).split("\n").findIndex((text) => text.includes(words)) + 1;
    const links = new LinkBook(readReference(contract), { operations: [] });
    const path = ["paths", "/_sandbox/worlds", "get", "description"];
    links.use("sandbox/listWorlds.html", "guides/nowhere.html", { in: "control", path });
    const guide = relative(process.cwd(), join(projectDirectory, "src", "pipeline", "site", "guides", "errors.md"));
    links.use("guides/errors.html", "guides/nothing.html", { in: "file", file: guide, line: 7 });
    // To another guide's anchor, from a line below
    const readme = relative(process.cwd(), join(projectDirectory, "src", "tools", "verify", "README.md"));
    links.use("guides/verify.html", "guides/conventions.html#the-demo-cast", { in: "file", file: readme, line: 1 });

    // From below the line that has the same words
    const below = { in: "file", file: readme, line: (await lineWith(readme, "README.md#the-demo-cast")) + 1 } as const;
    links.use("guides/verify.html", "guides/conventions.html#the-demo-cast", below);

    const files = new Map([["guides/conventions.html", "<h2>"]]);
    const found = await links.broken(files, { contract: contractRoot, control: controlRoot });
    const [control] = found;
    expect(control?.file).toContain(`${relative(process.cwd(), dirname(controlRoot))}/`);
    expect(control?.line).toBe(await lineWith(control?.file ?? "", "The worlds of this sandbox"));
    expect(found.slice(1)).toMatchObject([
      { file: guide, line: 7 },
      { file: readme, line: await lineWith(readme, "README.md#the-demo-cast") },
      { file: readme, line: below.line },
    ]);
  });

  test("in a README is relative to the file; it leads to the page of that file, and is left out where there is none", () => {
    const source = "src/tools/verify/README.md";
    const text =
      "[a](../../pipeline/mock/README.md#run-the-mock) [b](../sandbox/control/openapi.yaml) [c](../cli.ts) [d](#options)";
    expect(withSiteLinks(text, source)).toBe(
      "[a](guides/mock.html#run-the-mock) [b](sandbox/index.html) c [d](#options)",
    );
    // Left as they are, for the link check to judge: a page that no file is written for, and a file that is not there
    for (const kept of ["[e](tags/users.html)", "[f](../nowhere.md)", "[g](https://example.com/)"]) {
      expect(withSiteLinks(kept, source)).toBe(kept);
    }
  });
});

describe("for machines", () => {
  test("every page has a twin in Markdown, with the same anchors and the same links to known gaps", () => {
    const found = (path: string, pattern: RegExp) =>
      new Set(Array.from(text(path).matchAll(pattern), ([, one = ""]) => one));
    let gaps = 0;
    for (const page of htmlFiles()) {
      const twin = page.replace(/\.html$/, ".md");
      expect(text(twin), twin).toMatch(/^# /);
      // The frame of a page and the form that tries an operation have no place in the twin
      const anchors = found(page, / id="([^"]*)"/g);
      for (const id of ["menu", "content", "try-it"]) anchors.delete(id);
      expect(found(twin, /<a id="([^"]*)"><\/a>/g), twin).toEqual(anchors);
      const rows = found(page, /href="(?:\.\.\/guides\/)?known-gaps\.html#([^"]*)"/g);
      expect(found(twin, /\]\((?:\.\.\/guides\/)?known-gaps\.md#([^)]*)\)/g), twin).toEqual(rows);
      gaps += rows.size;
    }
    expect(gaps).toBeGreaterThan(400);
  });

  test("llms.txt leads to every guide, operation, event and schema, llms-full.txt holds all pages", () => {
    const links = Array.from(text("llms.txt").matchAll(/\]\(([^)]+)\)/g), ([, target = ""]) => target);
    expect(links.filter((target) => !site.files.has(target))).toEqual([]);
    for (const { id } of operations) {
      expect(links).toContain(`operations/${id}.md`);
      expect(text("llms-full.txt")).toContain(text(`operations/${id}.md`));
    }
    for (const { name } of events) expect(links).toContain(eventPage(name).replace(/html$/, "md"));
    for (const name of schemas) expect(links).toContain(`schemas/${name}.md`);
    for (const { id } of control.operations) expect(links).toContain(`sandbox/${id}.md`);
    for (const path of site.files.keys()) {
      if (!path.endsWith(".md")) continue;
      if (path.startsWith("guides/")) expect(links).toContain(path);
      expect(text("llms-full.txt"), path).toContain(`<!-- ${path} -->\n\n${text(path)}`);
    }
  });

  test("llms.txt begins with what this is and where all of it is, and says one sentence of each page", () => {
    const [title, about = "", whole] = text("llms.txt").split("\n\n");
    expect(title).toBe(`# ${document.info.title}`);
    expect(about).toMatch(/^> [A-Z].{50,}[.]$/);
    expect(whole).toBe(
      "Whole contract: [openapi.yaml](openapi.yaml), [openapi.json](openapi.json), [openapi-3.0.json](openapi-3.0.json). Everything below in one file: [llms-full.txt](llms-full.txt).",
    );
    for (const line of [
      "- [Quickstart](guides/quickstart.md): Create a user, connect a wearable and read its data, in five minutes and on your own machine.",
      "- [createUser](operations/createUser.md): Create a user, `POST /v2/user/`",
      "- [User](schemas/User.md): An end user of a team.",
    ]) {
      expect(text("llms.txt").split("\n")).toContain(line);
    }
  });

  test("a twin has what the page shows: badges, known values, what is compared, and which code it is", () => {
    expect(text("operations/createPortalUrl.md")).toMatch(/^# Create a portal URL \(beta\)\n/);
    expect(text("schemas/Region.md")).toContain("One of: `us`, `eu`.");
    expect(text("schemas/AuthType.md")).toContain("Known values, others are valid, too: `oauth`, `team_oauth`, ");
    expect(text("guides/deprecations.md")).toMatch(
      /^\*\*Before\*\*\n\n[^`]+\n\n```json\n[\s\S]*?\n\*\*After\*\*\n\n[^`]+\n\n```json\n/m,
    );
    expect(text("guides/deprecations.html")).toMatch(/<strong>Before<[\s\S]*<strong>After</);
    const facts = [
      `- Event: \`order.{event}\``,
      "- Names: A family: the part in braces varies.",
      "- Guide: [Receive events",
    ];
    expect(text(eventPage("order.event").replace("html", "md"))).toContain(facts.join("\n"));
    expect(text("events/provider.connection.created.md")).toContain("- Names: One event, with its full name.");
    expect(text("events/order.event.md")).toContain("2XX Any success");
    expect(text("openapi.yaml")).toMatch(/^openapi: 3\.1\.\d+\n/);
  });

  test("the bundle is there as YAML, as JSON and as OpenAPI 3.0", async () => {
    expect(JSON.parse(text("openapi.json"))).toEqual(document);
    expect(parse(text("openapi.yaml"))).toEqual(document);
    const generated = await readFile(join(generatedDirectory, "openapi-3.0.json"), "utf8");
    expect(JSON.parse(text("openapi-3.0.json"))).toEqual(JSON.parse(generated));
  });

  test("a schema that holds itself refers to itself, with what stands beside; what is beside another one still demands", () => {
    const reference = (name: string, beside: object) => ({ $ref: `#/components/schemas/${name}`, ...beside });
    const schemas = {
      Tree: {
        type: "object",
        properties: { left: reference("Tree", { description: "Left." }), leaf: reference("Leaf", {}) },
      },
      Leaf: { type: "object", properties: { next: reference("Leaf", { description: "Next." }) } },
      Short: reference("Word", { description: "Short.", maxLength: 3 }),
      Word: { type: "string", title: "A word" },
    };
    const of = (name: string) => jsonSchemaOf({ ...document, components: { ...document.components, schemas } }, name);
    expect(of("Tree")).toMatchObject({
      properties: { left: { $ref: "#", description: "Left." }, leaf: { $ref: "#/$defs/Leaf" } },
      $defs: { Leaf: { properties: { next: { $ref: "#/$defs/Leaf", description: "Next." } } } },
    });
    expect(of("Short")).toMatchObject({ maxLength: 3, allOf: [{ type: "string" }] });
  });

  test("each schema is a JSON Schema without a reference, that takes the examples and refuses what is not whole", () => {
    let taken = 0;
    let refused = 0;
    for (const { name, values } of examplesBySchema().filter((_, index) => index % depth(6, 1) === 0)) {
      expect(text(`schemas/${name}.json`), name).not.toContain('"$ref"');
      const { $schema, title } = JSON.parse(text(`schemas/${name}.json`)) as Record<string, unknown>;
      expect([$schema, title]).toEqual(["https://json-schema.org/draft/2020-12/schema", name]);
      const validate = ajv().compile(JSON.parse(text(`schemas/${name}.json`)) as object);
      for (const value of values) {
        expect(validate(value), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true);
        taken++;
        if (Array.isArray(value) || typeof value !== "object" || value === null) continue;
        for (const field of requiredOf(name).filter((one) => one in value)) {
          expect(validate({ ...value, [field]: undefined }), `${name} without ${field}`).toBe(false);
          refused++;
        }
      }
    }
    expect(taken).toBeGreaterThan(depth(15, 100));
    expect(refused).toBeGreaterThan(depth(15, 100));
  });
});

function ajv(): Ajv2020 {
  const made = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: true });
  formats.default(made);
  made.addVocabulary(["x-extensible-enum", "x-not-shown", "x-assumption"]);
  return made;
}

/** Every component schema, with the examples of the bodies that are of it. */
function examplesBySchema(): { name: string; values: unknown[] }[] {
  const bodies = [
    ...operations.flatMap(({ requestBody, responses }) => [requestBody ?? { bodies: [] }, ...responses]),
    { bodies: events.map(({ payload }) => payload) },
  ].flatMap((one) => one.bodies);
  return schemas.map((name) => ({
    name,
    values: bodies
      .filter(({ schema }) => schema?.$ref === `#/components/schemas/${name}`)
      .flatMap(({ examples }) => examples.map(({ value }) => value)),
  }));
}

function requiredOf(name: string): readonly string[] {
  return document.components.schemas[name]?.required ?? [];
}

/** The places that the known gaps name: the row of each, and whether the place links to it. */
function gapPlaces(files: ReadonlyMap<string, string>): { url: string; isLinkedBack: boolean }[] {
  const page = "guides/known-gaps.html";
  const links = new Map<string, ReadonlySet<string>>();
  const rows = (files.get(page) ?? "").matchAll(/<tr id="([^"]*)" class="(assumed|not-shown)">(.*?)<\/tr>/g);
  return Array.from(rows).flatMap(([, id, kind, row = ""]) => {
    const cells = row.split("</td>");
    const [where = ""] = kind === "assumed" ? cells.slice(1) : cells;
    return Array.from(where.matchAll(/<a href="([^"#]*)/g), ([, place = ""]) => {
      const path = posix.join("guides", place);
      if (!links.has(path)) links.set(path, new Set(linksOf(path, files).map(decodeURIComponent)));
      return { url: `${page}#${id}`, isLinkedBack: links.get(path)?.has(`${page}#${id}`) ?? false };
    });
  });
}

function withoutExamples({ components, ...rest }: typeof document): unknown {
  return { ...rest, components: { ...components, examples: {} } };
}

/** How many marks the document carries: assumptions, and nodes that tell what is not shown. */
function marksIn(node: unknown): number {
  if (typeof node !== "object" || node === null) return 0;
  return Object.entries(node).reduce((sum, [key, value]) => {
    if (key === "x-assumption") return sum + [value].flat().length;
    return sum + (key === "x-not-shown" ? 1 : marksIn(value));
  }, 0);
}

test("the page for addresses without one finds its style and its links at any depth, also below a path of the host", async () => {
  const targets = (files: ReadonlyMap<string, string>) =>
    Array.from((files.get("404.html") ?? "").matchAll(/ (?:href|src)="(?![a-z]+:|#)([^"]*)"/g), ([, to = ""]) => to);
  for (const [path, files] of [["/", site.files] as const, [base, (await oddSite()).files] as const]) {
    const pages = targets(files).map((to) =>
      to.startsWith(path) ? to.slice(path.length) : `${to} is not below ${path}`,
    );
    expect(pages.filter((page) => !files.has(page))).toEqual([]);
    expect(pages).toEqual(expect.arrayContaining(["site.css", "search.js", "index.html", "guides/changelog.html"]));
  }
  for (const wrong of ["docs", "/docs", "docs/", "https://example.com/docs/"]) {
    const { code, stderr } = await runHere(docsCommand, ["--base", wrong]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--base takes a path, found "${wrong}". It begins and ends with a slash, such as /docs/.`);
  }
});

test("a contract that is broken is reported with its file and line, and builds nothing", async () => {
  const directory = await mkdtemp(join(tmpdir(), "site-broken-"));
  try {
    const root = join(directory, "openapi.yaml");
    await writeFile(root, "openapi: 3.1.1\ninfo:\n  title: Broken\n  version: 1.0.0\npaths:\n  /a:\n    gett: {}\n");
    const built = await runHere(docsCommand, ["--root", root, "--out", join(directory, "site")]);
    expect(built).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/openapi\.yaml:7\b/) });
    expect(await readdir(directory)).toEqual(["openapi.yaml"]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test("a directory that holds something else is left as it is", async () => {
  const directory = await mkdtemp(join(tmpdir(), "site-foreign-"));
  try {
    await writeFile(join(directory, "thesis.txt"), "mine");
    await expect(buildSite(contract.document, directory)).rejects.toThrow(
      /contains files that are not from an earlier build, such as thesis\.txt/,
    );
    expect(await readFile(join(directory, "thesis.txt"), "utf8")).toBe("mine");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
