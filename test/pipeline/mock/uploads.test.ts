// An upload is validated field by field, and one of full size keeps nobody else waiting.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../../src/pipeline/mock/index.ts";
import { readContract } from "../../../src/tools/contract/index.ts";

const { document } = await readContract();
const key = { "x-service-api-key": "a-fabricated-key" };
let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ document, port: 0 });
});
afterAll(() => mock.close());

/** Uploads, and returns the answer. */
async function upload(body: FormData | string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${mock.url}/lab_report/v1/parser/job`, {
    method: "POST",
    headers: { ...key, ...headers },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test.each([10_000_000, 10_485_760])(
  "a random file of %d bytes is accepted, and others are answered meanwhile",
  async (size) => {
    const file = new Blob([randomBytes(size)], { type: "application/pdf" });
    let isDone = false;
    const uploaded = upload(formOf({ file, request_human_review: "true" })).finally(() => {
      isDone = true;
    });
    /** Asks for something else as long as the upload takes, and returns how often that was answered. */
    const others = async () => {
      let answered = 0;
      while (!isDone) {
        const answer = await fetch(`${mock.url}/v2/user/resolve/demo-runner-01`, { headers: key });
        await answer.arrayBuffer();
        expect(answer.status).toBe(200);
        if (!isDone) answered += 1;
      }
      return answered;
    };
    // Together, so that a failure of one leaves no rejection of the other behind
    const [accepted, answered] = await Promise.all([uploaded, others()]);
    expect(accepted).toMatchObject({ status: 200 });
    expect(answered).toBeGreaterThan(0);
  },
);

describe("a form that breaks the contract is refused with the field's name", () => {
  const file = new Blob([randomBytes(1000)], { type: "application/pdf" });
  test.each<[string, Record<string, string | Blob>, string]>([
    ["a file of another type", { file: new Blob(["<p>"], { type: "text/html" }) }, "Content-Type text/html"],
    ["a file of no type", { file: new Blob(["%PDF-"]) }, "expected application/pdf"],
    ["no file", { request_human_review: "true" }, "file"],
    ["no field at all", {}, "file"],
    ["a boolean that is none", { file, request_human_review: "maybe" }, "request_human_review"],
    ["an empty boolean", { file, request_human_review: "" }, "request_human_review"],
    [
      "a boolean with Prism's boundary",
      { file, request_human_review: "true\r\n--mock+form--" },
      "request_human_review",
    ],
  ])("%s", async (_, fields, named) => {
    const { status, text } = await upload(formOf(fields));
    expect(status).toBe(422);
    expect(JSON.stringify((JSON.parse(text) as { violations: unknown }).violations)).toContain(named);
  });
});

test.each(["true", "false"])("request_human_review=%s is accepted, whatever the other parts contain", async (flag) => {
  const file = new File([randomBytes(1000)], 'odd "name"; x=%41.pdf', { type: "application/pdf" });
  const fields = { 'odd %41\r\n"name"': "--mock+form--\r\nä%ff", file, request_human_review: flag };
  expect(await upload(formOf(fields))).toMatchObject({ status: 200 });
});

describe("a form that cannot be read is described", () => {
  const part = '--a\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nx\r\n';
  test.each([
    ["another boundary", `${part}--a--\r\n`, "multipart/form-data; boundary=b", 422, /boundary/],
    ["no boundary", `${part}--a--\r\n`, "multipart/form-data", 422, /boundary/],
    ["no end", part, "multipart/form-data; boundary=a", 422, /form/],
    ["no form", "abc", "multipart/form-data; boundary=a", 422, /form/],
  ])("%s", async (_, body, type, status, expected) => {
    expect(await upload(body, { "content-type": type })).toEqual({ status, text: expect.stringMatching(expected) });
  });

  test("fields of megabytes that are not files", async () => {
    const refused = await upload(formOf({ file: "x".repeat(5_000_000) }));
    expect(refused).toEqual({ status: 422, text: expect.stringContaining("filename") });
  });
});
