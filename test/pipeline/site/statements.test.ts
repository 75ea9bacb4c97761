// The page of what the service states: a row for each statement of the catalogue, with its place in the reference.
import { beforeAll, expect, test } from "vitest";
import { readStatements } from "../../../src/pipeline/site/statements.ts";
import { type Site, sharedSite } from "./built.ts";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

const text = (path: string) => site.files.get(path) ?? "";
const statements = readStatements().flatMap((section) => section.statements);

test("each statement has a row, in HTML and in Markdown, that links to its place in the reference", () => {
  const [page, twin] = [text("guides/what-the-service-states.html"), text("guides/what-the-service-states.md")];
  for (const { id, unheld } of statements) {
    const [row = ""] = new RegExp(`<tr id="${id}".*?</tr>`, "s").exec(page) ?? [];
    const [line = ""] = new RegExp(`^\\| <a id="${id}"></a>.*$`, "m").exec(twin) ?? [];
    // A link that leads nowhere fails the build
    const place = unheld === undefined ? /<a href="[^"]+"/ : /<td/;
    expect(row, id).toMatch(place);
    expect(line, id).toMatch(unheld === undefined ? /\]\([^)]+\)/ : /Nothing yet/);
  }
});

test("a behaviour names the checks that verify it, and a gap is listed as not shown", () => {
  const page = text("guides/what-the-service-states.html");
  expect(page).toMatch(/<tr id="2.13-03">.*?<code>last-event-is-last<\/code>/);
  expect(page).toMatch(/<tr id="3-04">.*?Not shown/);
  // Why a check is missing is a sentence of its own
  expect(text("guides/what-the-service-states.md")).toMatch(/A test of `sandbox\/data`\. Data comes from providers/);
  // It says the same as another statement, and is held as that one is
  expect(page).toMatch(/<tr id="4.5-08">.*?<code>undo-restores-user<\/code>/);
});

test("the page stands beside the known gaps in the navigation, and is found by the search", () => {
  expect(text("index.html")).toMatch(/what-the-service-states\.html">[^<]*<\/a><\/li><li><a href="guides\/known-gaps/);
  expect(text("search-index.js")).toContain("guides/what-the-service-states.html");
  expect(text("llms.txt")).toContain("what-the-service-states.md");
});

test("the page of an operation ends with the statements about it, each with its number and its place", () => {
  const rows = text("operations/createUser.html").split('id="stated"')[1] ?? "";
  expect(rows).toContain('href="../guides/what-the-service-states.html#4.4-03"');
  expect(rows).toContain('href="#body.fallback_time_zone"');
  expect(text("operations/placeOrder.md")).toContain("what-the-service-states.md#4.16-06");
  expect(text("events/order.event.md")).toContain("what-the-service-states.md#2.13-01");
  expect(text("schemas/User.md")).not.toContain("what-the-service-states");
});
