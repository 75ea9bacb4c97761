// A world that was written as a seed begins another one, and a backup of a sandbox that runs starts a new one.
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { sandboxCommand } from "../../src/sandbox/command.ts";
import { type Sandbox, type SandboxOptions, type SandboxWorld, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { listenOn } from "../../src/shared/terminal/index.ts";
import { runHere, startHere } from "../commands.ts";
import { runner } from "./cast.ts";
import { logInto } from "./complaints.ts";
import { patient, Receiver } from "./receiver.ts";

const now = new Date("2026-03-02T09:00:00Z");
const complaints: string[] = [];
let directory: string;
let open: Sandbox[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "seeds-"));
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((sandbox) => sandbox.close()));
  rmSync(directory, { recursive: true });
  expect(complaints.splice(0)).toEqual([]);
});

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ ...patient, frozen: true, now, log: logInto(complaints), ...options });
  open.push(sandbox);
  return sandbox;
}

/** All that the service and the control plane show of a world. */
async function look(world: SandboxWorld) {
  return {
    now: await world.clock.now(),
    users: await world.records.users(),
    orders: await world.records.orders(),
    data: await world.records.healthData(),
    appointments: await world.records.appointments(),
    events: (await world.events.all()).map(({ id, place, at }) => ({ id, place, at })),
    deliveries: await world.deliveries.list(),
    endpoints: await world.endpoints.list(),
  };
}

test("a world that begins with a seed has what the other one had, and delivers what was still to be delivered", async () => {
  const receiver = await Receiver.start();
  receiver.answering = () => 500;
  const origin = await start();
  const { secret } = await origin.endpoints.register({ url: receiver.url });
  const { link_token } = await origin.simulate.linkTokenMinted({ user_id: runner });
  await origin.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "sleep", data: { score: 81 } });
  await origin.changeSettings({ source_form: "both" });
  await origin.settled();
  const before = await look(origin);
  expect(before.deliveries).toMatchObject([{ state: "due", attempts: 1 }]);
  const seed = await origin.writeSeed();
  const text = JSON.stringify(seed);
  for (const hidden of [origin.apiKey, origin.managementKey, secret, link_token]) expect(text).not.toContain(hidden);
  const other = await (await start({ db: join(directory, "db") })).createWorld({ seed });
  expect(await look(other)).toEqual(before);
  expect(text).toContain(origin.teamId);
  expect(JSON.stringify(await other.events.all())).not.toContain(origin.teamId);
  receiver.answering = () => 204;
  await other.clock.advance({ seconds: 5 });
  await other.settled();
  expect(await other.deliveries.list()).toMatchObject([{ state: "delivered" }]);
  await other.reset();
  expect(await look(other)).toEqual(before);
  await receiver.close();
});

test("with its keys, a world is the same to its programs, and keys are of one world", async () => {
  const origin = await start();
  const { secret } = await origin.endpoints.register({ url: "http://127.0.0.1:9/" });
  const seed = await origin.writeSeed({ keys: true });
  expect(JSON.stringify(seed)).toContain(secret);
  await expect(origin.createWorld({ seed })).rejects.toThrow(/The world "demo" has the keys of the seed/);
  const apart = await origin.createWorld();
  const other = await start({ seed: await apart.writeSeed({ keys: true }) });
  expect([other.apiKey, other.teamId, other.orgId]).toEqual([apart.apiKey, apart.teamId, apart.orgId]);
});

type Seed = Awaited<ReturnType<SandboxWorld["writeSeed"]>>;
const changeOrder = (change: object) => (seed: Seed) => {
  const [[id = "", order] = []] = Object.entries(seed.records.orders ?? {});
  return { records: { ...seed.records, orders: { [id]: { ...order, ...change } } } };
};

test.each<[what: string, change: (seed: Seed) => object, message: RegExp]>([
  ["another version", () => ({ version: 2 }), /\/seed\/version must be 1, found 2\./],
  [
    "a record of another form",
    () => ({ records: { users: { a: { user_id: 1 } } } }),
    /\/seed\/records\/users\/a must have required property/,
  ],
  [
    "an event that is there twice",
    ({ events }) => ({ events: [...events, ...events] }),
    /\/seed\/events\/[1-9]\d* cannot be kept: UNIQUE constraint failed: events\.place\./,
  ],
  [
    "an order under another key than its id",
    changeOrder({ id: "other" }),
    /\/seed\/records\/orders has a record with the id "other" under the key "[^"]+"\./,
  ],
  [
    "an order of a user who is not there",
    changeOrder({ user_id: "nobody" }),
    /\/seed\/records\/orders has the user "nobody", who is not in the seed\./,
  ],
  [
    "the delivery of an event that is not there",
    () => ({ events: [] }),
    /\/seed\/deliveries\/0 has the event "[^"]+", which is not in the seed\./,
  ],
])("a seed of %s is refused with the place", async (_, change, message) => {
  const origin = await start();
  await origin.endpoints.register({ url: "http://127.0.0.1:9/" });
  await origin.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "sleep", data: { score: 81 } });
  const seed = await origin.writeSeed();
  const wrong = { ...seed, ...change(seed) };
  const file = join(directory, "seed.json");
  writeFileSync(file, JSON.stringify(wrong));
  const { code, stderr } = await runHere(sandboxCommand, ["--port", "0", "--seed", file]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  expect(stderr).toContain(`error: --seed ${file}: /seed/`);
  await expect(origin.createWorld({ seed: wrong as Seed })).rejects.toThrow(/\/seed/);
});

test("a backup says why the sandbox cannot be reached", async () => {
  const certificate = readFileSync(new URL("../verify/self-signed.pem", import.meta.url));
  const server = createTlsServer({ cert: certificate, key: certificate });
  const url = await listenOn(server, 0, "the server of a test", "Try again.");
  onTestFinished(() => void server.close());
  for (const [address, cause] of [
    [url.replace("http:", "https:"), /\(self-signed certificate.* NODE_EXTRA_CA_CERTS/],
    ["http://127.0.0.1:1", /\(.+\)/],
  ] as const) {
    const { code, stderr } = await runHere(sandboxCommand, ["backup", join(directory, "backup"), "--url", address]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(cause)]);
    expect(stderr).toContain(`error: ${address}/_sandbox/worlds?after=0 cannot be reached (`);
  }
});

test("a backup of a sandbox that runs has all worlds, is private, and starts another one; so do seeds of a later version", async () => {
  const sandbox = await start({ port: 0, db: join(directory, "db") });
  const kept = await sandbox.openWorld("Kept", { seed: "empty", frozen: true, now });
  await sandbox.simulate.dataArrived({
    user_id: runner,
    provider: "demo_ring",
    resource: "sleep",
    data: { score: 81 },
  });
  const [folder, seeds] = [join(directory, "backup"), join(directory, "seeds")];
  const url = ["--url", sandbox.url ?? ""];
  expect(await runHere(sandboxCommand, ["backup", folder, ...url])).toMatchObject({ code: 0, stderr: "" });
  expect(await runHere(sandboxCommand, ["backup", folder, ...url])).toMatchObject({ code: 2 });
  expect(await runHere(sandboxCommand, ["backup", seeds, "--as-seeds", ...url])).toMatchObject({ code: 0 });
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(readdirSync(seeds).toSorted()).toEqual(["=kept.json", "demo.json"]);
  for (const name of readdirSync(seeds)) expect(statSync(join(seeds, name)).mode & 0o777).toBe(0o600);
  const restored = await start({ db: folder });
  expect(await look(restored)).toEqual(await look(sandbox));
  expect((await restored.openWorld("Kept")).apiKey).toBe(kept.apiKey);
  const command = await startHere(sandboxCommand, ["--port", "0", "--seed", join(seeds, "demo.json")]);
  await command.printed(/with the keys sk_demo_team/);
  await command.stop();
  expect(existsSync(`${folder}.new`)).toBe(false);
  chmodSync(seeds, 0o700);
  expect(readFileSync(join(seeds, "demo.json"), "utf8")).toContain('"version":1');
});

test("a backup has all worlds, also where they fill more than a page", async () => {
  const sandbox = await start({ port: 0 });
  await Promise.all(Array.from({ length: 100 }, () => sandbox.createWorld({ seed: "empty" })));
  const seeds = join(directory, "seeds");
  const { code } = await runHere(sandboxCommand, ["backup", seeds, "--as-seeds", "--url", sandbox.url ?? ""]);
  expect({ code, worlds: readdirSync(seeds).length }).toEqual({ code: 0, worlds: 101 });
});
