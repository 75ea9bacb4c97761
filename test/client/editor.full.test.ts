// The help of an editor with a call: descriptions on hover, the documented statuses first, and the stated fields of open objects.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectDirectory, readContract } from "../../src/shared/contract/index.ts";

const file = join(projectDirectory, "test", "client", "edited.ts");

/** `|name` marks a place to hover over, `^`, `~` and `#` a place to complete: a status, a field, and a path. */
const marked = `
import { createClient, wrapAsPathBasedClient } from "../../src/client/index.ts";
const client = createClient({ apiKey: "demo", baseUrl: "http://127.0.0.1" });
const made = await client.POST("/v2/user/", { body: { |client_user_id: "demo-runner-01" } });
if (made.ok) made.data.|user_id;
const found = await client.GET("/v2/user/resolve/{client_user_id}", { params: { path: { |client_user_id: "demo-runner-01" } } });
if (found.ok) found.data.|ingestion_start;
if (found.status === ^404) found;
const connections = await client.GET("/v2/user/providers/{user_id}", { params: { path: { |user_id: "" } } });
const order = await client.POST("/v3/order", { body: { |lab_account_id: "", |clinical_comments: "", other: 1 } });
if (order.ok) order.data.~|clinical_comments;
if (order.status === ^404) order;
await client.POST("/v3/order", { body: { ~} });
if (!order.ok && order.status === 503) order.error satisfies unknown;
const byPath = wrapAsPathBasedClient(client);
await byPath[#"/v2/user/"].POST({ body: { client_user_id: "demo-runner-01" } });
`;

const { document, operations } = await readContract();
const { schemas } = document.components;

const text = marked.replace(/[|^~#]/g, "");

/** Where the marks of a kind stand in the text without them. */
function placesOf(mark: "|" | "^" | "~" | "#"): number[] {
  const marks = [...marked.matchAll(/[|^~#]/g)];
  return marks.flatMap(({ 0: one, index }, before) => (one === mark ? [index - before] : []));
}

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(projectDirectory, "tsconfig.json"), ts.sys.readFile).config,
  ts.sys,
  projectDirectory,
);

const editor = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => {
    const content = name === file ? text : ts.sys.fileExists(name) ? readFileSync(name, "utf8") : undefined;
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getCurrentDirectory: () => projectDirectory,
  getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
  directoryExists: ts.sys.directoryExists,
});

test("a field of a body, a parameter and a field of an answer show their description on hover", () => {
  const shown = placesOf("|").map((place) => {
    const tags = editor.getQuickInfoAtPosition(file, place)?.tags ?? [];
    return ts.displayPartsToString(tags.find(({ name }) => name === "description")?.text);
  });
  const { CreateUserRequest, CreatedUser, User, OrderRequest, ClinicalComments } = schemas;
  expect(shown).toEqual([
    CreateUserRequest?.properties?.["client_user_id"]?.description,
    CreatedUser?.properties?.["user_id"]?.description,
    "The team's own id of the user.",
    User?.properties?.["ingestion_start"]?.description,
    "Id of the user, as the service assigned it.",
    OrderRequest?.properties?.["lab_account_id"]?.description,
    // A field that only refers to a schema
    ClinicalComments?.description,
    ClinicalComments?.description,
  ]);
});

test("a path of the path-based client shows its operation on hover and in completion", () => {
  const [place = 0] = placesOf("#");
  const shown = editor.getQuickInfoAtPosition(file, place)?.documentation;
  const offered = editor.getCompletionEntryDetails(file, place + 1, "/v2/user/", {}, undefined, undefined, undefined);
  const { summary, description } = document.paths["/v2/user/"]?.post ?? {};
  for (const text of [shown, offered?.documentation]) {
    expect(ts.displayPartsToString(text)).toBe(`${summary}\n\n${description}`);
  }
});

test("the documented statuses complete first, and a status without documentation can be compared", () => {
  const offered = placesOf("^").map((place) => {
    const entries = editor.getCompletionsAtPosition(file, place, {})?.entries ?? [];
    const first = entries.findIndex(({ name }) => !/^\d+$/.test(name));
    expect(entries.slice(first).filter(({ name }) => /^\d+$/.test(name))).toEqual([]);
    return entries.slice(0, first).map(({ name }) => name);
  });
  expect(offered).toEqual(["resolveUser", "placeOrder"].map(statusesOf));
  const errors = editor.getSemanticDiagnostics(file).map(({ messageText }) => messageText);
  expect(errors).toEqual([]);
});

test("the stated fields of an order complete in its answer and its body, which may have any other field", () => {
  const offered = placesOf("~").map((place) =>
    editor.getCompletionsAtPosition(file, place, {})?.entries.map(({ name }) => name),
  );
  const stated = [schemas["Order"], schemas["OrderRequest"]].map((schema) => Object.keys(schema?.properties ?? {}));
  expect(stated.map((names) => names.length)).toEqual([5, 4]);
  expect(offered).toEqual(stated.map((names) => expect.arrayContaining(names)));
});

function statusesOf(id: string): string[] | undefined {
  return operations.find((operation) => operation.id === id)?.responses.map(({ status }) => status);
}
