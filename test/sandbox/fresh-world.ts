// One sandbox for the tests of a file, and for each of them a world of its own: the demo cast, with a clock that stands.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import {
  type NewWorldOptions,
  type Sandbox,
  type SandboxWorld,
  startSandbox,
} from "../../src/sandbox/start-sandbox.ts";
import { logInto } from "./complaints.ts";
import { patient } from "./receiver.ts";

export let sandbox: Sandbox;
/** The world of the test that runs. */
export let world: SandboxWorld;
let seen = 0;

const standing = { frozen: true, now: new Date("2026-03-02T09:00:00Z") } as const;

/** Starts them. A test fails when the sandbox logs anything: an answer that breaks the contract, or a fault of its own. */
export function useWorlds(options: NewWorldOptions = {}): void {
  use(() => openWorld(options));
}

/** The same with the first world, which has the names of the contract's examples. A test must leave its clock alone. */
export function useFirstWorld(): void {
  use(async () => {
    world = sandbox;
    seen = 0;
    await sandbox.reset();
  });
}

function use(begin: () => Promise<void>): void {
  const logged: string[] = [];
  beforeAll(async () => {
    sandbox = await startSandbox({ ...standing, ...patient, log: logInto(logged) });
  });
  beforeEach(begin);
  afterEach(() => expect(logged.splice(0)).toEqual([]));
  afterAll(() => sandbox.close());
}

/** Gives the test another world. */
export async function openWorld(options: NewWorldOptions = {}): Promise<void> {
  world = await sandbox.createWorld({ ...standing, ...options });
  seen = 0;
}

/** Calls the service with the key of the world, such as `GET /v2/providers/`. */
export async function call<Body = Readonly<Record<string, unknown>>>(
  line: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
) {
  const [method = "", path = ""] = line.split(" ");
  const isForm = body instanceof FormData;
  const answer = await sandbox.fetch(`http://sandbox${path}`, {
    method,
    headers: {
      "x-service-api-key": world.apiKey,
      "X-Management-Key": world.managementKey,
      ...(isForm ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

/** Calls the control plane, such as `GET /worlds`. */
export async function control<Body = Readonly<Record<string, unknown>>>(line: string, body?: object, of = sandbox) {
  const [method = "", path = ""] = line.split(" ");
  const answer = await of.fetch(`http://127.0.0.1/_sandbox${path}`, {
    method,
    headers: { "x-sandbox-control": "1" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

/** Calls each in turn, as `line`, or `[line, body]`. @returns Their statuses. */
export async function statuses(...calls: readonly (string | readonly [string, object])[]): Promise<number[]> {
  const found: number[] = [];
  for (const one of calls) found.push((await (typeof one === "string" ? call(one) : call(...one))).status);
  return found;
}

/** Creates a user. @returns The id. */
export async function createUser(client_user_id: string, further: object = {}): Promise<string> {
  const { body } = await call<{ user_id: string }>("POST /v2/user/", { client_user_id, ...further });
  return body.user_id;
}

/** The payload of an event, with whatever its data holds. */
export interface SentEvent {
  readonly event_type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** The payloads of the events that were written since the last call in this test. */
export async function emitted(): Promise<SentEvent[]> {
  const events = (await world.events.all()).slice(seen);
  seen += events.length;
  return events.map(({ payload }) => payload as SentEvent);
}

/** The same by their types. */
export const emittedTypes = async () => (await emitted()).map(({ event_type }) => event_type);
