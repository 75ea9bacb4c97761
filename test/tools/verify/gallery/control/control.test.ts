// `verify` says nothing of a correct server that shares no code with the sandbox, and finds what is made wrong with it.
import { describe, expect, onTestFinished, test } from "vitest";
import { allFindings, verifyAt } from "../faults/run.ts";
import { controlKey, controlled, type Reply, startControl } from "./server.ts";

type Change = NonNullable<Parameters<typeof startControl>[0]>;

async function findingsOf(depth: number, change?: Change) {
  const server = await startControl(change);
  onTestFinished(() => server.close());
  const { url } = server;
  // It knows nothing of the example cast: a user is created for the run
  return verifyAt(url, { base: { url, key: controlKey }, management: undefined, only: controlled, depth });
}

test("nothing is found of the control, and only what needs ids that nobody named is skipped", async () => {
  const report = await findingsOf(20);
  expect(allFindings(report).map(({ check, message, curl }) => `${check}: ${message} ${curl}`)).toEqual([]);
  const skipped = report.operations.flatMap((operation) => operation.skipped.map(({ reason }) => reason));
  expect([...new Set(skipped)]).toEqual(["the example cast names no `user`"]);
});

describe("is found of a wrong control:", () => {
  const success = (reply: Reply, change: (body: Record<string, unknown>) => object): Reply =>
    reply.status === 200 ? { ...reply, body: change(Object(reply.body)) } : reply;

  test.each<[check: string, change: Change]>([
    ["documented-status", (reply) => (reply.status === 401 ? { ...reply, status: 403 } : reply)],
    ["body-schema", (reply, { path }) => (path.includes("resolve") ? success(reply, () => ({})) : reply)],
    ["unknown-id", (reply, { path }) => (path.includes("resolve") ? { ...reply, status: 200 } : reply)],
    [
      "page-totals-consistent",
      (reply, { path }) => (path.endsWith("markers") ? success(reply, (page) => ({ ...page, total: 99 })) : reply),
    ],
    [
      "link-code-expires-in-an-hour",
      (reply, { path, query }) =>
        path.includes("link") && !query.has("expires_at")
          ? success(reply, (code) => ({ ...code, expires_at: "2050-01-01T00:00:00Z" }))
          : reply,
    ],
    [
      "conflict-names-existing-user",
      (reply) =>
        reply.status === 400
          ? { ...reply, body: { ...Object(reply.body), user_id: "10000000-0000-4000-8000-ffffffffffff" } }
          : reply,
    ],
  ])("%s", async (check, change) => {
    expect(allFindings(await findingsOf(0, change)).map((finding) => finding.check)).toContain(check);
  });
});
