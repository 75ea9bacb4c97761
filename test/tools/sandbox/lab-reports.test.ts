// Lab reports in the sandbox, through the real client: upload, the statuses of a job with and without review, its results and events.
import { expect, test } from "vitest";
import { frozenSandbox } from "./frozen-sandbox.ts";

const { sandbox, client } = await frozenSandbox();

const pdf = (bytes = 100, type = "application/pdf") =>
  new File([`%PDF-1.4\n${" ".repeat(bytes - 9)}`], "report", { type });

const uploaded = (file: Blob, request_human_review?: boolean) =>
  client.POST("/lab_report/v1/parser/job", {
    body: { file, ...(request_human_review === undefined ? {} : { request_human_review }) },
  });

async function created(request_human_review?: boolean): Promise<string> {
  const result = await uploaded(pdf(), request_human_review);
  if (!result.ok) throw new Error(`The job was not created: ${result.status}`);
  // How a job names itself is not shown: the sandbox calls it `id`
  expect(result.data).toEqual({ id: expect.any(String) });
  return String(Object(result.data)["id"]);
}

const looked = (job_id: string) => client.GET("/lab_report/v1/parser/job/{job_id}", { params: { path: { job_id } } });

const emitted = async () =>
  (await sandbox.events.all()).map(({ event_type, at, payload }) => [event_type, at, payload.data]);

test("a job is completed automatically, and sends each change once", async () => {
  // Other tests move the clock, and a reset leaves it where it is
  const start = (await sandbox.clock.now()).getTime();
  const after = (seconds: number) => new Date(start + seconds * 1000).toISOString();
  const id = await created();
  expect(await looked(id)).toMatchObject({ ok: true, data: { id } });
  await sandbox.clock.advance({ seconds: 59 });
  expect((await looked(id)) as object).toHaveProperty("data", { id });
  await sandbox.clock.advance({ seconds: 1 });
  expect(await looked(id)).toMatchObject({ data: { id, status: "completed", results: [{}, {}] } });
  await sandbox.clock.advance({ days: 1 });
  expect(await emitted()).toEqual([
    ["lab_report.parsing_job.created", after(0), { id }],
    ["lab_report.parsing_job.updated", after(60), { id, status: "completed" }],
  ]);
});

test("a job with human review waits for the person before it is completed", async () => {
  const id = await created(true);
  await sandbox.clock.advance({ minutes: 1 });
  expect((await looked(id)) as object).toHaveProperty("data", { id, status: "pending_review" });
  await sandbox.clock.advance({ hours: 1 });
  expect(await looked(id)).toMatchObject({ data: { status: "completed", results: [{}, {}] } });
  expect(
    (await sandbox.events.ofType("lab_report.parsing_job.updated")).map(({ payload }) => payload.data.status),
  ).toEqual(["pending_review", "completed"]);
});

test("a job can be made to fail, or to have results of the test's own, and is left alone then", async () => {
  const failed = await created();
  expect(await sandbox.simulate.parsingJobFinished({ job_id: failed, status: "failed" })).toEqual({
    id: failed,
    status: "failed",
  });
  const done = await created(true);
  const results = [
    {
      biomarker_name: "Demo marker",
      value: "< 5",
      unit: null,
      reference_range: { low: 1 },
      interpretation: "within range",
      loinc_match: null,
    },
  ];
  await sandbox.simulate.parsingJobFinished({ job_id: done.toUpperCase(), status: "completed", results });
  await sandbox.clock.advance({ days: 1 });
  expect((await looked(failed)) as object).toHaveProperty("data", { id: failed, status: "failed" });
  expect((await looked(done)) as object).toHaveProperty("data", { id: done, status: "completed", results });
  expect(await sandbox.events.ofType("lab_report.parsing_job.updated")).toHaveLength(2);
});

test("a job that a test puts under review is completed by the person", async () => {
  const id = await created();
  await sandbox.simulate.parsingJobFinished({ job_id: id, status: "pending_review" });
  await sandbox.clock.advance({ minutes: 59 });
  expect(await looked(id)).toMatchObject({ data: { status: "pending_review" } });
  await sandbox.clock.advance({ minutes: 1 });
  expect(await looked(id)).toMatchObject({ data: { status: "completed" } });
});

test("a job that fails under review is not completed later", async () => {
  const id = await created(true);
  await sandbox.clock.advance({ minutes: 1 });
  await sandbox.simulate.parsingJobFinished({ job_id: id, status: "failed" });
  await sandbox.clock.advance({ days: 1 });
  expect((await looked(id)) as object).toHaveProperty("data", { id, status: "failed" });
  expect(await sandbox.events.ofType("lab_report.parsing_job.updated")).toHaveLength(2);
});

test("what cannot happen to a job is refused and changes nothing", async () => {
  const finish = sandbox.simulate.parsingJobFinished;
  const id = await created();
  await expect(() => finish({ job_id: "nobody", status: "failed" })).rejects.toThrow(/No parsing job/);
  await expect(() => finish({ job_id: id, status: "" })).rejects.toThrow(/status must match/);
  await expect(() => finish({ job_id: id, status: "failed", results: [] })).rejects.toThrow(/no results/);
  const half = { biomarker_name: "Demo marker" } as never;
  await expect(() => finish({ job_id: id, status: "completed", results: [half] })).rejects.toThrow(
    /results\/0 must have required/,
  );
  const whole = {
    biomarker_name: "Demo marker",
    interpretation: "normal",
    value: 1,
    unit: null,
    reference_range: null,
    loinc_match: null,
  };
  for (const wrong of [
    { ...whole, unit: 7 },
    { ...whole, interpretation: null },
  ]) {
    const finished = finish({ job_id: id, status: "completed", results: [whole, wrong] as never });
    await expect(finished).rejects.toThrow(/results\/1\/(unit|interpretation) must be string/);
  }
  await finish({ job_id: id, status: "completed" });
  await expect(() => finish({ job_id: id, status: "failed" })).rejects.toThrow(/is completed/);
  const other = await created();
  await finish({ job_id: other, status: "pending_review" });
  await expect(() => finish({ job_id: other, status: "pending_review" })).rejects.toThrow(/is pending_review/);
  await finish({ job_id: other, status: "failed" });
  await expect(() => finish({ job_id: other, status: "completed" })).rejects.toThrow(/is failed/);
  expect(await sandbox.events.ofType("lab_report.parsing_job.updated")).toHaveLength(3);
});

test("a file of another type or above 10 MB is refused, and leaves no job and no event", async () => {
  for (const type of ["application/pdf", "image/jpeg", "image/png"]) {
    expect(await uploaded(pdf(100, type))).toMatchObject({ ok: true });
  }
  expect(await uploaded(pdf(10_000_000))).toMatchObject({ ok: true });
  const before = (await sandbox.events.all()).length;
  expect(await uploaded(pdf(100, "text/plain"))).toMatchObject({ status: 422 });
  expect(await uploaded(pdf(10 * 1024 * 1024 + 1))).toMatchObject({ status: 422 });
  expect(await sandbox.events.all()).toHaveLength(before);
});

test("the job of the demo cast is there, and an unknown one is not", async () => {
  expect(await looked("092d4f17-a38c-45e6-9b18-2e37495b0e1f")).toMatchObject({ data: { status: "completed" } });
  expect(await looked("nobody")).toMatchObject({ status: 404 });
});
