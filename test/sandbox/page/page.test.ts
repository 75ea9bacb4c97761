// The page as it is served: one static file that loads only what is its own, with a form for each call.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { listHappenings, readControlDocument } from "../../../src/shared/contract/index.ts";
import { sendRequest } from "../send-request.ts";

interface Form {
  readonly id: string;
  readonly fields: readonly { readonly name: string }[];
  readonly example?: unknown;
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

const at = (path: string) => `${sandbox.url}/_sandbox/${path}`;

test("the page and all that it loads are its own, and nothing is inline", async () => {
  const { status, body } = await sendRequest(at(""));
  expect(status).toBe(200);
  expect(body).not.toMatch(/ style="| on[a-z]+="|<style|<script(?! (?:defer )?src="\/_sandbox\/)/);
  // The chosen theme is set before anything is drawn
  expect(body).toMatch(/<script src="\/_sandbox\/page\/theme\.js"><\/script>\n<link rel="stylesheet"/);
  const named = Array.from(body.matchAll(/ (?:src|href)="([^"]*)"/g), ([, url = ""]) => url);
  const loaded = named.filter((url) => url.startsWith("/_sandbox/"));
  expect(named.filter((url) => !loaded.includes(url))).toEqual(["data:,", "#content"]);
  for (const url of loaded) {
    const { status, headers } = await sendRequest(`${sandbox.url}${url}`);
    expect([url, status]).toEqual([url, 200]);
    if (url.endsWith("openapi.json")) continue;
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

test("each form has the fields of its example, and each happening has a form", async () => {
  const { operations, document } = await readControlDocument();
  const { forms } = JSON.parse((await sendRequest(at("page/data.json"))).body) as { readonly forms: readonly Form[] };
  for (const { id, fields, example } of forms) {
    const names = fields.map(({ name }) => name.split(".")[0]);
    const wanted = Object.keys(Object(example)).filter((name) => !(name === "name" && names.length > 0));
    expect([id, wanted.filter((name) => !names.includes(name))]).toEqual([id, []]);
  }
  const ids = forms.map(({ id }) => id);
  const without = operations.filter(({ id, operation }) => !ids.includes(id) && !operation.tags.includes("About"));
  expect(without.map(({ id }) => id)).toEqual(["backUpWorld", "simulateHappening", "watchWorld"]);
  expect(ids).toEqual(expect.arrayContaining(listHappenings(document).map(({ name }) => name)));
});
