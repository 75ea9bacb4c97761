// `verify` says nothing of the correct server, sends nothing that it should not, and no key to any host but its own.
import { afterEach, describe, expect, test } from "vitest";
import type { OperationId } from "../../src/contract/index.ts";
import { exampleCast, type VerifyOptions, verify } from "../../src/verify/index.ts";
import type { Fault } from "./gallery/fault.ts";
import { allFindings } from "./gallery/faults/run.ts";
import { managementKey, teamKey } from "./gallery/memory.ts";
import { contract } from "./gallery/routes.ts";
import { type GalleryServer, startServer } from "./gallery/server.ts";

const servers: GalleryServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
    expect(server.crashes).toEqual([]);
  }
});

async function start(fault?: Fault): Promise<GalleryServer> {
  const server = await startServer(fault === undefined ? {} : { fault });
  servers.push(server);
  return server;
}

/** Verifies a server as the command does by default. */
function verified(base: GalleryServer, options: Partial<VerifyOptions> = {}) {
  return verify({
    contract,
    base: { url: base.url, key: teamKey },
    management: { url: base.url, key: managementKey },
    data: { values: exampleCast, file: undefined },
    only: [],
    readOnly: false,
    timeoutMs: 120_000,
    depth: 20,
    seed: 1,
    without: [],
    ...options,
  });
}

describe("the correct server", () => {
  test.each([1, 2, 3])("with seed %i has no finding, and nothing is skipped", async (seed) => {
    const report = await verified(await start(), { seed });
    expect(allFindings(report)).toEqual([]);
    expect(report.operations.flatMap(({ skipped }) => skipped)).toEqual([]);
    expect(report.operations.map(({ id }) => id)).toEqual(contract.operations.map(({ id }) => id));
  });

  test("has no finding when it was verified before, but for the deletion that was undone then", async () => {
    const server = await start();
    await verified(server, { depth: 1 });
    const { operations } = await verified(server, { depth: 1 });
    const others = operations.filter(({ id }) => id !== "undoUserDeletion");
    expect(others.flatMap(({ findings }) => findings)).toEqual([]);
  });
});

describe("with --read-only", () => {
  test("only GETs are sent, and what the server remembers stays as it is", async () => {
    const server = await start();
    const before = structuredClone(server.memory);
    const report = await verified(server, { readOnly: true, depth: 5 });
    expect(new Set(server.received.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(server.memory).toEqual(before);
    expect(allFindings(report)).toEqual([]);
    // What is skipped says so, and all that reads is verified
    for (const { method, passed, skipped } of report.operations) {
      expect(Object.keys(passed).length > 0).toBe(method === "GET");
      if (method !== "GET") expect(skipped[0]?.reason).toContain("--read-only");
    }
  });
});

describe("the keys", () => {
  const teamHeader = "x-service-api-key";
  const managementHeader = "x-management-key";

  test("go to their own host only, and are never the credential that is to be refused", async () => {
    const [base, management] = [await start(), await start()];
    const report = await verified(base, { management: { url: management.url, key: managementKey }, depth: 2 });
    expect(allFindings(report)).toEqual([]);
    expect(JSON.stringify(base.received)).toContain(teamKey);
    expect(JSON.stringify(base.received)).not.toContain(managementKey);
    expect(JSON.stringify(management.received)).toContain(managementKey);
    expect(JSON.stringify(management.received)).not.toContain(teamKey);
    expect(management.received.every(({ url }) => url.startsWith("/v1/org/"))).toBe(true);
    expect(base.received.some(({ url }) => url.startsWith("/v1/org/"))).toBe(false);
    // Each operation is asked three times without its key: with none, and with a made-up one of either kind
    const inOwnHeader = [
      ...base.received.map(({ headers }) => headers[teamHeader]),
      ...management.received.map(({ headers }) => headers[managementHeader]),
    ];
    const inOtherHeader = [
      ...base.received.map(({ headers }) => headers[managementHeader]),
      ...management.received.map(({ headers }) => headers[teamHeader]),
    ].filter((key) => key !== undefined);
    const madeUp = inOwnHeader.filter((key) => key !== undefined && key !== teamKey && key !== managementKey);
    expect(madeUp).toHaveLength(contract.operations.length);
    expect(inOtherHeader).toHaveLength(contract.operations.length);
    expect(inOwnHeader.filter((key) => key === undefined)).toHaveLength(2 * contract.operations.length);
    for (const key of [...madeUp, ...inOtherHeader]) {
      // Of the shape of a real one, and none
      expect(key).toMatch(/^(sk_demo_[a-z]{4}|mk_demo_[a-z]{3})$/);
      expect([teamKey, managementKey]).not.toContain(key);
    }
  });

  test("stand nowhere in a report, though a server says them", async () => {
    const [secret, base] = ["sk_eu_a-key-of-some-length", await start(echo)];
    const report = await verified(base, { base: { url: base.url, key: secret }, only: ["listLabs"] });
    expect(JSON.stringify(base.received)).toContain(secret);
    expect(allFindings(report).length).toBeGreaterThan(0);
    expect(JSON.stringify(report)).not.toContain(secret);
    expect(JSON.stringify(report)).toContain("$API_KEY");
  });

  /** Takes any key, and says it back in bodies of the wrong shape. */
  const echo: Fault = {
    name: "says the key",
    authenticate: () => true,
    answer: (answer, { request }) => ({ ...answer, body: { key: request.headers[teamHeader] } }),
  };
});

describe("a redirect to another host", () => {
  const redirectsTo = (target: GalleryServer, on?: OperationId): Fault => ({
    name: "redirects",
    ...(on === undefined ? {} : { on: [on] }),
    answer: (answer, { request }) => ({ ...answer, status: 307, headers: { location: target.url + request.url } }),
  });

  test("of one operation is a finding, and the other host receives nothing", async () => {
    const target = await start();
    const server = await start(redirectsTo(target, "createOrder"));
    const report = await verified(server, { only: ["createOrder"] });
    expect(target.received).toEqual([]);
    expect(allFindings(report).map(({ check }) => check)).toContain("documented-status");
  });

  test("of every operation ends the run, and the other host receives nothing", async () => {
    const target = await start();
    const server = await start(redirectsTo(target));
    await expect(verified(server)).rejects.toThrow(`redirects to ${target.url}`);
    expect(target.received).toEqual([]);
  });
});

describe("the seed", () => {
  /** Everything that one operation is sent beside ids of which each run makes new ones. */
  async function sent(seed: number): Promise<string[]> {
    const inputs: string[] = [];
    const recorder: Fault = {
      name: "writes down what it is sent",
      answer(answer, { id, query, body }) {
        inputs.push(JSON.stringify([id, query, body]));
        return answer;
      },
    };
    await verified(await start(recorder), { seed, only: ["getPscInfo", "createOrder", "createPortalUrl"], depth: 10 });
    return inputs.map((input) => input.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID"));
  }

  test("makes the same input again, and another one other input", async () => {
    const first = await sent(1);
    expect(first.length).toBeGreaterThan(50);
    expect(await sent(1)).toEqual(first);
    expect(await sent(2)).not.toEqual(first);
  });
});
