// `listen --record FILE`: events are recorded by shape, and nothing of a value is in the recording, the log or the report.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readContract } from "../../../src/tools/contract/index.ts";
import { listenCommand } from "../../../src/tools/listen/index.ts";
import { type ListenerOptions, startListener } from "../../../src/tools/listen/listener.ts";
import { textReport } from "../../../src/tools/listen/report.ts";
import { type RecordedLine, Recorder, readRecording } from "../../../src/tools/recording/index.ts";
import { runHere } from "../../commands.ts";
import { found, kindNames, secretOf } from "../recording/planted.ts";

const contract = await readContract();
const directory = mkdtempSync(join(tmpdir(), "listen-record-"));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;

/** Sends events to a listener that records: its log, its report, its recording. */
async function recorded(
  events: readonly { readonly headers?: Record<string, string>; readonly body: string }[],
  options: Partial<ListenerOptions> = {},
) {
  files += 1;
  const file = join(directory, `${files}.jsonl`);
  const recorder = new Recorder(file, contract, "listen");
  const log: string[] = [];
  const listener = await startListener({
    contract,
    port: 0,
    forward: undefined,
    policy: { allowedHosts: [] },
    timeoutMs: 60_000,
    signatureProblem: undefined,
    service: undefined,
    waitMs: 0,
    showValues: false,
    recorder,
    redact: (text) => text,
    log: (line) => log.push(line),
    ...options,
  });
  for (const { headers = {}, body } of events) {
    await fetch(listener.url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
  }
  const report = await listener.finish();
  recorder.close();
  const lines: RecordedLine[] = [];
  const recording = await readRecording(file);
  for await (const line of recording) lines.push(line);
  expect(recording.unused()).toEqual([]);
  const shown = [...log, JSON.stringify(report), textReport(report, process.stdout)].join("\n");
  return { lines, shown, text: readFileSync(file, "utf8") };
}

const user = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const steps = { event_type: "daily.data.steps.created", user_id: user, data: { source: { provider: "x", type: "y" } } };

test("an event is recorded under its name in the contract, with the pseudonym of its user", async () => {
  const { lines } = await recorded([{ body: JSON.stringify(steps), headers: { "webhook-id": "msg_1" } }]);
  expect(lines).toMatchObject([
    {
      event: 1,
      name: "daily.data.{resource}.created",
      user: "~user_id:1",
      request: {
        headers: { "webhook-id": "string short ~webhook_id:1" },
        body: { event_type: "string short ?event_type:1", user_id: "string uuid short ~user_id:1" },
      },
    },
  ]);
});

test("an event that comes again is recorded once, and one whose signature does not fit is not recorded", async () => {
  const again = { body: JSON.stringify(steps), headers: { "webhook-id": "msg_1" } };
  expect((await recorded([again, again])).lines).toHaveLength(1);
  expect((await recorded([again], { signatureProblem: () => "wrong" })).lines).toEqual([]);
});

test("the name of an event that the contract does not describe is spelled out once it came three times", async () => {
  const menu = (n: number) => ({ body: JSON.stringify({ event_type: "menu.changed", n }) });
  const { lines } = await recorded([menu(1), menu(2), menu(3)]);
  expect(lines[0]).not.toHaveProperty("name");
  expect(lines.at(-1)).toEqual({ word: "menu.changed", is: "?event_type:1" });
});

test("no secret from any place of an event is found in the recording, the log or the report", async () => {
  const inHeader = (text: string) => encodeURIComponent(text);
  const places: readonly ((secret: string) => { headers?: Record<string, string>; body: string })[] = [
    (s) => ({ body: JSON.stringify({ ...steps, data: { source: { provider: s, type: s }, weight: s, [s]: [s] } }) }),
    (s) => ({ body: JSON.stringify({ ...steps, [s]: s, user_id: s, client_user_id: s, team_id: s }) }),
    (s) => ({ body: JSON.stringify({ ...steps, event_type: s }) }),
    (s) => ({ body: JSON.stringify({ ...steps, event_type: `daily.data.${s}.created`, data: s }) }),
    (s) => ({ body: JSON.stringify({ event_type: "order.created", data: { status_detail: [s], note: { [s]: 1 } } }) }),
    (s) => ({ body: JSON.stringify({ event_type: "lab_report.parsing_job.updated", data: { id: s, status: s } }) }),
    (s) => ({ body: JSON.stringify(s) }),
    (s) => ({ body: `{"event_type": "${s}` }),
    (s) => ({ body: JSON.stringify(steps), headers: { "webhook-id": inHeader(s) } }),
    (s) => ({ body: JSON.stringify({ ...steps, s: 1 }), headers: { "webhook-signature": `v1,${inHeader(s)}` } }),
    (s) => ({ body: JSON.stringify({ ...steps, s: 2 }), headers: { "x-patient": inHeader(s), cookie: inHeader(s) } }),
    (s) => ({ body: JSON.stringify({ ...steps, s: 3 }), headers: { authorization: inHeader(s) } }),
    (s) => ({ body: JSON.stringify({ ...steps, s: 4 }), headers: { "content-type": `text/x; a=${inHeader(s)}` } }),
    (s) => ({ body: JSON.stringify({ ...steps, s: 5 }), headers: { "content-type": `text/${inHeader(s)}` } }),
  ];
  const planted = places.flatMap((play, index) =>
    kindNames.map((kind, at) => {
      const secret = secretOf(kind, 500 + index * 20 + at);
      return { index, kind, secret, event: play(secret) };
    }),
  );
  const { lines, shown, text } = await recorded(planted.map(({ event }) => event));
  expect(lines.length).toBeGreaterThan(planted.length / 2);
  const secrets = new Set(
    found(
      planted.map(({ secret }) => secret),
      shown + text,
    ),
  );
  expect(planted.filter(({ secret }) => secrets.has(secret)).map(({ index, kind }) => `${index} ${kind}`)).toEqual([]);
});

test("--record is refused for a file that exists, and beside --show-values", async () => {
  const held = join(directory, "held.jsonl");
  writeFileSync(held, "mine");
  const { code, stderr } = await runHere(listenCommand, ["--port", "0", "--idle", "0.1", "--record", held]);
  expect(stderr).toContain("exists, and a recording is not overwritten");
  expect([code, readFileSync(held, "utf8")]).toEqual([2, "mine"]);
  const both = await runHere(listenCommand, [
    "--port",
    "0",
    "--idle",
    "0.1",
    "--record",
    join(directory, "new"),
    "--show-values",
  ]);
  expect(both.stderr).toContain("--record and --show-values exclude each other. Leave out --show-values.");
  expect(both.code).toBe(2);
});
