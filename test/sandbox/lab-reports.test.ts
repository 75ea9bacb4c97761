// A parsing job passes through its statuses by the clock, with a review or without, and sends each change once.
import { MIMEType } from "node:util";
import { expect, test } from "vitest";
import { runner } from "./cast.ts";
import { call, emitted, sandbox, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const jobs = "/lab_report/v1/parser/job";

function uploaded(bytes = 100, type = "application/pdf", isReviewed?: boolean) {
  const form = new FormData();
  form.set("file", new File([`%PDF-1.4\n${" ".repeat(bytes - 9)}`], "report", { type }));
  if (isReviewed !== undefined) form.set("request_human_review", String(isReviewed));
  return call<{ id: string }>(`POST ${jobs}`, form);
}

/** The id of a new job. */
async function created(isReviewed?: boolean): Promise<string> {
  const { body } = await uploaded(100, "application/pdf", isReviewed);
  // How a job names itself is not shown: the sandbox calls it `id`
  expect(body).toEqual({ id: expect.any(String) });
  return body.id;
}

test.each([
  "boundary=x",
  'boundary="e"',
  "boundary=xyz; charset=utf-8",
  'boundary="a b"',
  "Boundary=the-boundary-of-a-form",
])("a form with %s is taken, though a field and the file have that text", async (parameter) => {
  const type = `multipart/form-data; ${parameter}`;
  const boundary = new MIMEType(type).params.get("boundary");
  const part = (head: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const note = `a${boundary}c --${boundary}\r\n${boundary}`;
  const file = part('name="file"; filename="a"\r\ncontent-type: application/pdf', `%PDF ${note}`);
  const answer = await sandbox.fetch(`http://sandbox${jobs}`, {
    method: "POST",
    headers: { "x-service-api-key": world.apiKey, "content-type": type },
    body: `${file}${part('name="user_id"', runner)}${part('name="note"', note)}--${boundary}--\r\n`,
  });
  const [{ sent: form } = {}] = await world.calls.list();
  const described = { type: "application/pdf", bytes: `%PDF ${note}`.length };
  expect([answer.status, form]).toEqual([200, { user_id: runner, note, file: described }]);
});

const looked = async (id: string) => (await call(`GET ${jobs}/${id}`)).body;
const advanced = (seconds: number) => world.clock.advance({ seconds });
/** The statuses that were sent since. */
const sent = async () => (await emitted()).flatMap(({ data }) => data["status"] ?? []);

test("a job is completed automatically, and sends each change once", async () => {
  const id = await created();
  await advanced(59);
  expect(await looked(id)).toEqual({ id });
  await advanced(1);
  expect(await looked(id)).toMatchObject({ id, status: "completed", results: [{}, {}] });
  await advanced(86_400);
  expect((await world.events.all()).map(({ event_type, at, payload }) => [event_type, at, payload.data])).toEqual([
    ["lab_report.parsing_job.created", "2026-03-02T09:00:00.000Z", { id }],
    ["lab_report.parsing_job.updated", "2026-03-02T09:01:00.000Z", { id, status: "completed" }],
  ]);
});

test("a job with human review waits for the person before it is completed", async () => {
  const id = await created(true);
  await advanced(60);
  expect(await looked(id)).toEqual({ id, status: "pending_review" });
  await advanced(3600);
  expect(await looked(id)).toMatchObject({ status: "completed", results: [{}, {}] });
  expect(await sent()).toEqual(["pending_review", "completed"]);
});

const result = {
  biomarker_name: "Demo marker",
  value: "< 5",
  unit: null,
  reference_range: { low: 1 },
  interpretation: "within range",
  loinc_match: null,
};

test("a job can be made to fail, or to have results of the test's own, and is left alone then", async () => {
  const { parsingJobFinished } = world.simulate;
  const failed = await created();
  const outcome = { id: failed, status: "failed" };
  expect(await parsingJobFinished({ job_id: failed, status: "failed" })).toEqual(outcome);
  const id = await created(true);
  await parsingJobFinished({ job_id: id.toUpperCase(), status: "completed", results: [result] });
  await advanced(86_400);
  expect([await looked(failed), await looked(id)]).toEqual([outcome, { id, status: "completed", results: [result] }]);
  expect(await sent()).toEqual(["failed", "completed"]);
});

test("a job that a test puts under review is completed by the person", async () => {
  const job_id = await created();
  await world.simulate.parsingJobFinished({ job_id, status: "pending_review" });
  await advanced(59 * 60);
  expect(await looked(job_id)).toMatchObject({ status: "pending_review" });
  await advanced(60);
  expect(await looked(job_id)).toMatchObject({ status: "completed" });
});

test("a job that fails under review is not completed later", async () => {
  const id = await created(true);
  await advanced(60);
  await world.simulate.parsingJobFinished({ job_id: id, status: "failed" });
  await advanced(86_400);
  expect(await looked(id)).toEqual({ id, status: "failed" });
  expect(await sent()).toEqual(["pending_review", "failed"]);
});

test.each<[before: string, input: object, message: RegExp]>([
  ["", { job_id: "nobody", status: "failed" }, /No parsing job/],
  ["", { status: "" }, /status must match/],
  ["", { status: "failed", results: [] }, /no results/],
  ["", { status: "completed", results: [{ biomarker_name: "Demo marker" }] }, /results\/0 must have required/],
  ["", { status: "completed", results: [result, { ...result, unit: 7 }] }, /results\/1\/unit must be string/],
  ["completed", { status: "failed" }, /is completed/],
  ["pending_review", { status: "pending_review" }, /is pending_review/],
  ["failed", { status: "completed" }, /is failed/],
])("what cannot happen to a job is refused and changes nothing: %s, %j", async (status, input, message) => {
  const { parsingJobFinished } = world.simulate;
  const job_id = await created();
  if (status !== "") await parsingJobFinished({ job_id, status });
  const before = await looked(job_id);
  await emitted();
  await expect(parsingJobFinished({ job_id, ...input } as never)).rejects.toThrow(message);
  expect([await looked(job_id), await emitted()]).toEqual([before, []]);
});
