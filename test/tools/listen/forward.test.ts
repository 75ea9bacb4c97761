// What `listen` does with a delivery: it goes on byte for byte, and only what the receiver acknowledged is acknowledged.
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Contract, readContract } from "../../../src/tools/contract/index.ts";
import { type Listener, type ListenerOptions, startListener } from "../../../src/tools/listen/listener.ts";
import { Receiver } from "../sandbox/receiver.ts";

let contract: Contract;
beforeAll(async () => {
  contract = await readContract();
});

/** A receiver with a listener in front of it, and what the listener logs. */
async function listening(options: Partial<ListenerOptions> = {}) {
  const receiver = await Receiver.start();
  const log: string[] = [];
  const listener = await startListener({
    contract,
    port: 0,
    forward: new URL(receiver.url),
    policy: { allowedHosts: [] },
    timeoutMs: 60_000,
    signatureProblem: undefined,
    service: undefined,
    waitMs: 0,
    showValues: false,
    redact: (text) => text,
    log: (line) => log.push(line),
    ...options,
  });
  onTestFinished(async () => {
    await listener.close();
    await receiver.close();
  });
  return { receiver, listener, log };
}

const weight =
  '{ "event_type": "daily.data.weight.created",\n "data": {"source":{"provider":"p","type":"ü"}, "kg": 71.9 } }';

/** Posts a body, and returns the status and the answer. */
async function post({ url }: Pick<Listener, "url">, body: string | Buffer = weight, headers = {}, method = "POST") {
  const sent = request(url, {
    method,
    headers: { "content-type": "application/json", "webhook-id": "msg_1", ...headers },
  });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [import("node:http").IncomingMessage];
  const chunks = await response.toArray();
  return {
    status: response.statusCode,
    type: response.headers["content-type"],
    body: Buffer.concat(chunks).toString(),
  };
}

test("a delivery goes on byte for byte with its headers, and the receiver's answer comes back", async () => {
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  const { listener } = await listening({ forward: new URL(`${receiver.url}?a=%20b&a=`) });
  receiver.answering = (_, response) => {
    response.writeHead(202, { "content-type": "text/plain" }).end("taken");
    return undefined;
  };
  const ofConnection = { connection: "close, X-Hop", "x-hop": "1", te: "trailers", "accept-encoding": "br" };
  // Where a delivery came in says nothing of where it goes
  const elsewhere = { url: `${listener.url}/elsewhere?b=1` };
  const answer = await post(elsewhere, Buffer.from(weight), {
    "webhook-signature": "v1,abc",
    "x-Own": "ä b",
    ...ofConnection,
  });
  expect(answer).toEqual({ status: 202, type: "text/plain", body: "taken" });
  expect(receiver.received).toMatchObject([
    {
      path: "/events?a=%20b&a=",
      method: "POST",
      body: weight,
      headers: {
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "webhook-signature": "v1,abc",
        "x-own": "ä b",
        host: new URL(receiver.url).host,
        "content-length": String(Buffer.byteLength(weight)),
      },
    },
  ]);
  for (const name of ["x-hop", "te", "accept-encoding"]) expect(receiver.received[0]?.headers).not.toHaveProperty(name);
});

test("of the receiver's answer the first 2 KB come back", async () => {
  const { receiver, listener } = await listening();
  receiver.answering = (_, response) => {
    response.writeHead(400, { "content-type": "text/plain" }).end("é".repeat(2000));
    return undefined;
  };
  expect(await post(listener)).toEqual({ status: 400, type: "text/plain", body: "é".repeat(1024) });
});

test("without --forward each delivery is answered with 204, and anything but a POST with 405", async () => {
  const { listener } = await listening({ forward: undefined });
  expect(await post(listener)).toMatchObject({ status: 204 });
  // Without an id, the body says which event it is
  expect(await post(listener, weight, { "webhook-id": [] })).toMatchObject({ status: 204 });
  expect(await post(listener, weight, { "webhook-id": [] })).toMatchObject({ status: 204 });
  expect(await post(listener, `${weight} `, { "webhook-id": [] })).toMatchObject({ status: 204 });
  for (const method of ["PUT", "GET"]) expect(await post(listener, "", {}, method)).toMatchObject({ status: 405 });
  expect(await listener.finish()).toMatchObject({
    deliveries: 4,
    events: 3,
    repeated: 1,
    answers: { "204": 4 },
    findings: [],
  });
});

test("an event whose signature does not fit is forwarded, and nothing else of it is checked or counted", async () => {
  const signatureProblem: ListenerOptions["signatureProblem"] = (_, headers) =>
    headers["webhook-signature"] === "right" ? undefined : "wrong";
  const { receiver, listener } = await listening({ signatureProblem });
  const forged = '{"event_type":"menu.changed"}';
  expect(await post(listener, forged, { "webhook-signature": "v1,forged" })).toMatchObject({ status: 204 });
  // Its id is not taken by the forgery
  expect(await post(listener, weight, { "webhook-signature": "right" })).toMatchObject({ status: 204 });
  expect(await post(listener, weight, { "webhook-signature": "v1,forged" })).toMatchObject({ status: 204 });
  expect(receiver.received.map(({ body }) => body)).toEqual([forged, weight, weight]);
  const { findings, ...report } = await listener.finish();
  expect(findings).toMatchObject([{ verdict: "violation", check: "signature-fits", times: 2 }]);
  expect(report).toMatchObject({
    deliveries: 3,
    events: 1,
    repeated: 0,
    unsigned: 2,
    seen: { "daily.data.{resource}.created": 1 },
    undescribed: {},
  });
});

test("an event that a read shows to be missing is waited for, and no longer than it takes to come", async () => {
  let slugs = [{ slug: "first" }];
  let reads = 0;
  const fetch = async () => {
    reads += 1;
    return Response.json({ providers: slugs });
  };
  const service = { url: "http://service", key: "any", fetch };
  const { listener } = await listening({ forward: undefined, service, waitMs: 600_000 });
  await post(listener, weight.replace('"data"', '"user_id": "u", "data"'));
  // The list of providers, and the connections of the user
  await expect.poll(() => reads).toBe(2);
  slugs = [...slugs, { slug: "second" }];
  const ended = listener.finish();
  await expect.poll(() => reads).toBe(3);
  const connected = '{"event_type":"provider.connection.created","user_id":"u","data":{"provider":{"slug":"second"}}}';
  await post(listener, connected, { "webhook-id": "msg_2" });
  const { findings, passed } = await ended;
  expect(findings.map(({ check }) => check)).not.toContain("new-connection-emits-event");
  expect(passed).toMatchObject({ "new-connection-emits-event": 1, "connection-is-listed": 1 });
});

test("the same event again is counted, and not judged again; another one with its id is a difference", async () => {
  const { receiver, listener } = await listening();
  receiver.answering = () => (receiver.received.length === 1 ? 500 : 204);
  const historical = weight.replace("daily", "historical").replace('"data"', '"user_id": "u", "data"');
  expect(await post(listener, historical)).toMatchObject({ status: 500 });
  expect(await post(listener, historical)).toMatchObject({ status: 204 });
  expect(await post(listener, weight)).toMatchObject({ status: 204 });
  const { findings, ...report } = await listener.finish();
  expect(report).toMatchObject({
    deliveries: 3,
    events: 1,
    repeated: 1,
    acknowledged: 2,
    answers: { "500": 1, "204": 2 },
  });
  expect(findings.map(({ check }) => check)).not.toContain("one-historical-event");
  // Without a secret nothing says that an id is that of an event
  expect(findings).toContainEqual(expect.objectContaining({ check: "id-names-one-event", verdict: "difference" }));
});

describe("what is no acknowledgement is none, and is said once", () => {
  test("a receiver that is gone", async () => {
    const { receiver, listener, log } = await listening();
    receiver.down();
    expect(await post(listener)).toMatchObject({ status: 502 });
    expect(await post(listener)).toMatchObject({ status: 502 });
    expect(log.filter((line) => line.includes("cannot be reached"))).toEqual([
      expect.stringMatching(
        /\/events cannot be reached: .+\. Start your receiver\. Until then the sender is answered 502\.$/,
      ),
    ]);
  });

  test("a receiver that hangs", async () => {
    const { receiver, listener, log } = await listening({ timeoutMs: 100 });
    receiver.answering = () => undefined;
    expect(await post(listener)).toMatchObject({ status: 504 });
    expect(log[0]).toContain("did not answer within 0.1 s. Check your receiver.");
  });

  test.each([301, 302, 303, 307, 308])("a receiver that redirects with %d", async (status) => {
    const { receiver, listener, log } = await listening();
    receiver.answering = (_, response) => {
      response.writeHead(status, { location: "/events/?token=hidden" }).end();
      return undefined;
    };
    expect(await post(listener)).toMatchObject({ status: 502 });
    expect(log[0]).toMatch(/redirects to http:\/\/127\.0\.0\.1:\d+\/events\/, and an event is not redirected/);
    expect(log.join()).not.toContain("hidden");
  });

  test("a page instead of an endpoint", async () => {
    const { receiver, listener, log } = await listening();
    receiver.answering = (_, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>");
      return undefined;
    };
    expect(await post(listener)).toMatchObject({ status: 502 });
    expect(log[0]).toContain("answers with HTML. Pass the URL of the endpoint that takes events as --forward.");
    // A page that says what is wrong acknowledges nothing: its status goes back
    receiver.answering = (_, response) => {
      response.writeHead(500, { "content-type": "text/html" }).end("<html>");
      return undefined;
    };
    expect(await post(listener)).toMatchObject({ status: 500, type: "text/html", body: "<html>" });
  });
});

test("a sender that goes away in the middle of a body leaves no event, and the next one is taken", async () => {
  const { receiver, listener } = await listening();
  const { port } = new URL(listener.url);
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.end(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"event_type":`);
  await once(socket.resume(), "close");
  expect(await post(listener)).toMatchObject({ status: 204 });
  expect(receiver.received.map(({ body }) => body)).toEqual([weight]);
  expect(await listener.finish()).toMatchObject({ events: 1 });
});

test("a delivery of more than 16 MB is answered 413, and goes nowhere", async () => {
  const { receiver, listener } = await listening();
  expect(await post(listener, Buffer.alloc(16 * 1024 * 1024 + 1, " "))).toMatchObject({ status: 413 });
  expect(receiver.received).toEqual([]);
  expect(await listener.finish()).toMatchObject({ events: 0 });
});

test("the log has names and types, and with --show-values the values", async () => {
  const { listener, log } = await listening();
  await post(listener);
  expect(log).toEqual([
    "204  daily.data.weight.created  msg_1  {event_type: string, data: {source: {provider: string, type: string}, kg: number}}",
  ]);
  const open = await listening({ showValues: true });
  await post(open.listener);
  expect(open.log.join()).toContain('"kg": 71.9');
});

test("the log and the report show the first 100 characters of an id, and the first 2,000 of an event", async () => {
  const { listener, log } = await listening({ forward: undefined, showValues: true });
  const long = { event_type: "menu.changed", data: "x".repeat(2000) };
  await post(listener, JSON.stringify(long), { "webhook-id": `${"i".repeat(100)}jjj` });
  const { findings } = await listener.finish();
  const shown = `${JSON.stringify(long).slice(0, 2000)}…`;
  expect(log).toEqual([`204  menu.changed  ${"i".repeat(100)}  ${shown}`]);
  expect(findings).toMatchObject([{ event: { id: "i".repeat(100), content: shown } }]);
});

test.each([
  ["a name that holds a line break", '{"event_type":"a\\nb","data":{}}', "an event_type that is no name"],
  [
    "keys that may be data",
    '{"event_type":"order.x","data":{"2026-01-01":1,"status_detail":null}}',
    "{status_detail: null, …}",
  ],
  [
    "lists, and what is deep",
    '{"event_type":"order.x","data":{"kg":[{"a":1},{"b":2}],"none":[],"is":true,"deep":{"er":{"secret words":1,"est":{"kg":1}}}}}',
    "{kg: [2 × {a: number}], none: [], is: boolean, deep: {er: {est: {…}, …}}}",
  ],
  [
    "a key as long as a sentence, and more than 20 keys",
    JSON.stringify({
      event_type: "order.x",
      [`k${"2026".repeat(11)}`]: 1,
      data: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [index < 20 ? `k${index}` : "k2026", 1])),
    }),
    "k18: number, k19: number, …}, …}",
  ],
  ["a name of more than 100 characters", `{"event_type":"e${"2026".repeat(25)}"}`, "an event_type that is no name"],
  ["an event without a name or an id", '{"data":{}}', "no event_type  no id  {data: {}}"],
  ["what is not JSON", "secret words", "not JSON"],
])("the log shows nothing of %s", async (_, body, shown) => {
  const { listener, log } = await listening();
  await post(listener, body, shown.includes("no id") ? { "webhook-id": [] } : {});
  expect(log.join("\n")).toContain(shown);
  expect(log.join("\n")).not.toMatch(/2026|secret words|a\nb/);
});
