// Runs the scenarios of the YAML files beside it: each is a test, whose steps are calls and happenings in a world of its own.
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as examples from "../../../generated/examples.ts";
import type { NewWorldOptions } from "../../../src/sandbox/start-sandbox.ts";
import * as cast from "../cast.ts";
import { call, control, emitted, openWorld, useWorlds, world } from "../fresh-world.ts";
import { Receiver } from "../receiver.ts";

/** A step does one thing, and says what its answer is then: of a happening its result, of events their payloads. */
interface Step {
  /** A call of the service with the key of the world, such as `GET /v2/providers/`. */
  readonly call?: string;
  /** The name of a happening. */
  readonly simulate?: string;
  /** A call of the control plane below the world, such as `PATCH clock`. */
  readonly world?: string;
  /** The events since they were read last. */
  readonly events?: "new";
  /** The events that the receiver has got so far: those of a user, or `all`, each with its `webhook-id` as `id`. */
  readonly received?: string;
  /** The statuses that the receiver answers from now on, the last one to all that follow. */
  readonly receiver?: readonly number[];
  /** The body that is sent. */
  readonly with?: object;
  /** The fields of a form that is sent with a PDF, in place of a body. */
  readonly upload?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** 200 unless it is given. */
  readonly status?: number;
  /** The part of the answer that is looked at, such as `events.0.id`: the whole unless it is given. */
  readonly at?: string;
  /** All of it. */
  readonly is?: unknown;
  /** Some of it: further fields may be there, further entries of a list may not. */
  readonly has?: object;
  /** Texts or patterns that its JSON contains. */
  readonly shows?: readonly unknown[];
  /** Texts that its JSON does not contain. */
  readonly hides?: readonly string[];
  /** Names for values of it, such as `{ order: id }`, for later steps. */
  readonly keep?: Readonly<Record<string, string>>;
}

const fields = [
  ...["call", "simulate", "world", "events", "received", "receiver", "with", "upload", "headers"],
  ...["status", "at", "is", "has", "shows", "hides", "keep"],
];

type Steps = readonly (Step | readonly Step[])[];
interface Scenarios {
  readonly options?: NewWorldOptions;
  readonly begin?: Steps;
  readonly tests: readonly {
    readonly test: string;
    readonly each?: readonly Readonly<Record<string, unknown>>[];
    readonly steps: Steps;
  }[];
}

useWorlds();

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.start();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answering = () => 204;
});
afterEach(() => world.settled());
afterAll(() => receiver.close());

const pick = (value: unknown, path: string) =>
  path.split(".").reduce((found: unknown, name) => (name === "" ? found : Object(found)[name]), value);

/** Puts values in the place of their names, such as `$runner`. */
function insert(json: string, values: Readonly<Record<string, unknown>>): string {
  return json.replace(/"\$([\w.]+)"|\$(\w+)/g, (_, whole?: string, within = "") => {
    const value = insert(JSON.stringify(pick(values, whole ?? within)), values);
    return whole === undefined ? value.replace(/^"|"$/g, "") : value;
  });
}

/** The step with its values, and with matchers in the place of `/patterns/`. */
function fill(step: Step, values: Readonly<Record<string, unknown>>): Step {
  expect(fields, `fields of ${JSON.stringify(step)}`).toEqual(expect.arrayContaining(Object.keys(step)));
  return JSON.parse(insert(JSON.stringify(step), values), (_, value: unknown) =>
    typeof value === "string" && /^\/.+\/$/s.test(value) ? expect.stringMatching(value.slice(1, -1)) : value,
  );
}

function makeForm(upload: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  form.set("file", new File(["%PDF-1.4"], "report.pdf", { type: "application/pdf" }));
  for (const [name, value] of Object.entries(upload)) form.set(name, value);
  return form;
}

/** @returns The answer; of a happening its result. */
async function perform(step: Step): Promise<{ readonly status: number; readonly body: unknown }> {
  const { with: input } = step;
  if (step.events !== undefined) return { status: 200, body: await emitted() };
  if (step.call !== undefined) return call(step.call, step.upload ? makeForm(step.upload) : input, step.headers);
  const path = `/worlds/${world.id}/`;
  if (step.receiver !== undefined) {
    const statuses = [...step.receiver];
    receiver.answering = () => (statuses.length > 1 ? statuses.shift() : statuses[0]);
    return { status: 200, body: {} };
  }
  if (step.received !== undefined) {
    await world.settled();
    const body = receiver.received
      .map(({ headers, body }): { user_id?: string } => ({ id: headers["webhook-id"], ...JSON.parse(body) }))
      .filter(({ user_id }) => ["all", user_id].includes(step.received));
    return { status: 200, body };
  }
  if (step.world !== undefined) return control(step.world.replace(" ", ` ${path}`), input);
  const { status, body } = await control(`POST ${path}happenings`, { name: step.simulate, ...input });
  return { status, body: status === 200 ? body["result"] : body };
}

async function take(step: Step, values: Record<string, unknown>): Promise<void> {
  const { status, body: answer } = await perform(step);
  const what = JSON.stringify(step);
  expect([status, answer], what).toEqual([step.status ?? 200, answer]);
  const body = pick(answer, step.at ?? "");
  const text = JSON.stringify(body);
  if ("is" in step) expect(body, what).toEqual(step.is);
  if (step.has !== undefined) expect(body, what).toMatchObject(step.has);
  for (const part of step.shows ?? [])
    expect(text, what).toEqual(typeof part === "string" ? expect.stringContaining(part) : part);
  for (const part of step.hides ?? []) expect(text, what).not.toContain(part);
  for (const [name, path] of Object.entries(step.keep ?? {})) values[name] = pick(body, path);
}

for (const file of readdirSync(import.meta.dirname).filter((name) => name.endsWith(".yaml"))) {
  const { options, begin = [], tests }: Scenarios = parse(readFileSync(`${import.meta.dirname}/${file}`, "utf8"));
  describe(file, () => {
    for (const { test: name, each, steps } of tests) {
      test.for(each ?? [{}])(each === undefined ? name : `${name}: %j`, async (row) => {
        if (options !== undefined) await openWorld(options);
        const values: Record<string, unknown> = {
          ...examples,
          ...cast,
          team: world.teamId,
          receiver: receiver.url,
          ...row,
        };
        for (const step of [...begin, ...steps].flat()) await take(fill(step, values), values);
      });
    }
  });
}
