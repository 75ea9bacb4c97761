// One check of `verify` as a row: the rule that it holds a server to, and the tools by which it calls operations and says what is wrong.
import { isDeepStrictEqual } from "node:util";
import { dateTimeMs, excuse, field, type OpenWord } from "../../shared/contract/index.ts";
import { shortJson } from "../../shared/findings/index.ts";
import { call as callServer, findPlan, makeFreshId, type Run, type Sent } from "../calls.ts";
import { describeMissing, isUuid, type UserIds, type VerifyData } from "../data.ts";
import { choosePlainInput, type Given } from "../input/valid-input.ts";
import { OutOfReach } from "../out-of-reach.ts";
import type { Plan } from "../plan.ts";
import type { Entry, RequestResult } from "../report.ts";
import type { Input } from "../sending/request.ts";
import { type Deviation, makeDeviation } from "../verdicts/deviation.ts";
import { type Demand, demandAcceptance, type Outcome, tolerance } from "../verdicts/judge.ts";
import { absence, behaviour, elsewhere } from "../verdicts/open-words.ts";
import { findPlace, type Place } from "./named-place.ts";

/** The statement that a check holds a server to. Each has a wrong server in `test/verify/gallery/` that it alone finds. */
export interface Statement {
  /** The id of the check in reports. */
  readonly id: string;
  /** The behaviour that it holds a server to, as a sentence. */
  readonly holds: string;
  /** The sentence of the service that says so, as `test/statements.yaml` numbers it. Without one a departure is unexpected, not a violation. */
  readonly states?: string;
}

/** A row of the table of checks. */
export interface Check extends Statement {
  /** The operations that it says something of, by id; or whether it says something of one. */
  readonly on: string | readonly string[] | ((plan: Plan) => boolean);
  /** Arranges what is needed, sends, and says what is expected. It throws `OutOfReach` when it cannot be made. */
  run(context: CheckContext): Promise<void>;
}

/** The excuse of another outcome: a place of the contract, and the words of which one has to be open there. */
export type Excuse = readonly [place: string, ...open: readonly OpenWord[]];

/** The tools by which a check writes its results under one heading of the report. */
export type Verdicts = ReturnType<typeof makeVerdicts>;

function makeVerdicts({ notes }: Run, entry: Entry, { id, holds: text, states }: Statement) {
  const noted = new Set<"held" | "wrong" | "skipped">();
  const keep = (sent: RequestResult, deviations: readonly Deviation[]) => {
    noted.add(deviations.length === 0 ? "held" : "wrong");
    notes.keep(entry, { ...sent, passed: [], deviations });
  };
  return {
    noted,
    keep,
    /** Notes whether something is as the check holds; what is open at its place excuses it. */
    expectAt(
      sent: RequestResult,
      { pointer, marks }: Place,
      isSo: boolean,
      message: string,
      open: readonly OpenWord[] = behaviour,
      isUnstated = states === undefined,
    ) {
      const expected = { text, pointer, assumption: excuse(marks, ...open), isUnstated };
      keep(sent, isSo ? [] : [makeDeviation(id, message, expected)]);
    },
    /** Notes why a part of the check was not made. */
    skip(reason: string) {
      noted.add("skipped");
      notes.skip(entry, id, reason);
    },
  };
}

/** Makes a check, and notes that all was as expected, or why it could not be made. */
export async function makeCheck(
  run: Run,
  entry: Entry,
  statement: Statement,
  check: (verdicts: Verdicts) => Promise<void> | void,
): Promise<void> {
  const verdicts = makeVerdicts(run, entry, statement);
  const { noted } = verdicts;
  await orSkip(run, entry, statement.id, async () => {
    await check(verdicts);
    if (!noted.has("wrong") && (noted.has("held") || !noted.has("skipped"))) run.notes.pass(entry, statement.id);
  });
}

/** Does something, or notes the reason why it is out of reach. */
export async function orSkip({ notes }: Run, entry: Entry, id: string, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof OutOfReach)) throw error;
    notes.skip(entry, id, error.message);
  }
}

/** How many characters of a value are shown. */
const longestValue = 400;

/** The tools of one check of one operation. */
export type CheckContext = ReturnType<typeof makeContext>;

export function makeContext(run: Run, plan: Plan, check: Statement, verdicts: Verdicts, validCall: Sent | undefined) {
  const { keep, expectAt, skip } = verdicts;
  const { data } = run;

  const send = async (id: string, given: Given, makeDemand: (called: Plan) => Demand): Promise<Sent> => {
    const called = findPlan(run, id);
    const demand = makeDemand(called);
    const sent = await callServer(run, called, makeInput(run, called, given), demand);
    // A check speaks of its own operation, whichever it called
    run.notes.keep(demand.check === check.id ? plan : called, sent);
    return sent;
  };

  /** Calls an operation with valid input and these values. A refusal is excused if one of these words is open at the place. */
  const offer = (given: Given, [place, ...open]: Excuse = ["", "path"], id = plan.id) =>
    send(id, given, (called) => demandAcceptance(called, excuse(findPlace(called, place).marks, ...open)));

  /** Expects a value at a field. Where the contract requires it, its absence was reported with the answer. */
  const equalAt = (sent: Sent, place: Place, wanted: unknown, path: readonly string[]) => {
    const { name, marks, shown = [], isRequired } = place;
    const found = field(sent.body, ...path);
    if (found !== undefined) {
      const message = `\`${name}\` is ${shortJson(found, longestValue)}, not ${shortJson(wanted, longestValue)}.`;
      expectAt(sent, place, isSame(found, wanted), message, elsewhere);
    } else if (isRequired) skip(`the answer has no \`${name}\``);
    else {
      const message = `\`${name}\` was sent, and is not shown.`;
      expectAt(sent, { ...place, marks: [...marks, ...shown] }, false, message, [...absence, "fields", "body"], true);
    }
  };

  /**
   * Calls an operation with valid input and these values, and expects to be accepted.
   *
   * @throws {OutOfReach} when it is refused, which is reported under that operation.
   */
  const call = async (given: Given = {}, id = plan.id): Promise<Sent> => {
    const sent = await offer(given, undefined, id);
    if (sent.asDemanded) return sent;
    throw new OutOfReach(sent.unclear ?? `${id} did not accept the call that this needs`);
  };

  return {
    ...verdicts,
    plan,
    data,
    call,
    offer,
    equalAt,

    /**
     * Notes whether something is as expected. A departure is only a difference where the place leaves it open.
     *
     * @param place The place of the contract that states it, by a name that `findPlace` takes.
     * @param message The departure, as a sentence.
     * @param open The words of which one has to be open there; by default those of behaviour.
     */
    expect(sent: Sent, place: string, isSo: boolean, message: string, open?: readonly OpenWord[]) {
      expectAt(sent, findPlace(plan, place), isSo, message, open);
    },

    /**
     * The valid call that was made of this operation.
     *
     * @throws {OutOfReach} when it was not accepted.
     */
    get valid(): Sent {
      if (validCall === undefined) throw new OutOfReach("no valid call was accepted");
      return validCall;
    },

    /** Calls an operation with input that a server may refuse: only a 5xx is a finding. */
    attempt: (given: Given, id = plan.id) => send(id, given, () => tolerance),

    /** Calls an operation and reports another outcome under this check. */
    async demand(outcome: Outcome, given: Given, [place, ...open]: Excuse = [""], id = plan.id): Promise<Sent> {
      const sent = await send(id, given, (called) => {
        const { pointer } = findPlace(called, outcome === "accepted" ? "" : outcome);
        const assumption = excuse(findPlace(plan, place).marks, ...open);
        const expected = { text: check.holds, pointer, assumption, isUnstated: check.states === undefined };
        return { check: check.id, outcome, expected };
      });
      if (sent.unclear !== undefined) throw new OutOfReach(sent.unclear);
      keep(sent, sent.asDemanded ? [] : sent.deviations);
      return sent;
    },

    /**
     * Expects a value at a field, as `equalAt` does.
     *
     * @param place The field, such as `User.user_id`.
     * @param path Where it stands in the body; by default as the place says.
     */
    equal(sent: Sent, place: string, wanted: unknown, path: readonly string[] = place.split(".").slice(1)) {
      equalAt(sent, findPlace(plan, place), wanted, path);
    },

    /** Creates a user whom nobody else has. */
    async createUser(client_user_id = makeFreshId("user")): Promise<UserIds & { readonly called: Sent }> {
      const called = await call({ client_user_id }, "createUser");
      const user_id = field(called.body, "user_id");
      // A wrong answer was reported under createUser
      if (typeof user_id !== "string") throw new OutOfReach("createUser did not name the user that it created");
      return { user_id, client_user_id, called };
    },

    /** @throws {OutOfReach} when the data does not name it. */
    named<K extends keyof VerifyData>(name: K): NonNullable<VerifyData[K]> {
      const value = data[name];
      if (value !== undefined && value !== null) return value;
      throw new OutOfReach(describeMissing(run.options.data, name));
    },
  };
}

/** Valid input: the given values, and the other required ones. */
function makeInput(run: Run, plan: Plan, given: Given): Input {
  return Object.entries(given).reduce(
    (input, [name, value]) => {
      const place = plan.places.find((one) => one.name === name || one.path.join(" ") === name);
      if (place === undefined) throw new OutOfReach(`${plan.id} takes no \`${name}\``);
      return place.set(input, value);
    },
    choosePlainInput(run, plan, "required", given),
  );
}

/** When the server answered, by its own clock. */
export function readDate({ exchange: { answer } }: Sent): number {
  return Date.parse(answer?.headers.get("date") ?? new Date().toISOString());
}

/**
 * A field of the body that a check needs. The schema says whether it may be missing.
 *
 * @throws {OutOfReach} when it is missing.
 */
export function read({ body }: Sent, ...path: readonly string[]): unknown {
  const found = field(body, ...path);
  if (found === undefined) throw new OutOfReach(`the answer has no \`${path.at(-1)}\``);
  return found;
}

/** A list in the body; empty when there is none, which the check of the schema reports. */
export function list({ body }: Sent, ...path: readonly string[]): readonly unknown[] {
  const found = field(body, ...path);
  return Array.isArray(found) ? found : [];
}

/** The items of a body that is a list, and of each list in it. */
export function listItems(body: unknown): unknown[] {
  return [body, ...Object.values(Object(body))].flatMap((value: unknown) => (Array.isArray(value) ? value : []));
}

/** The first item that is in a list twice. */
export function findTwice(items: readonly unknown[]): unknown {
  return items.find((one, index) => items.findIndex((other) => isDeepStrictEqual(one, other)) !== index);
}

/** Every text in a JSON value, however deep. */
export function listTexts(value: unknown): string[] {
  return typeof value === "string" ? [value] : Object.values(Object(value)).flatMap(listTexts);
}

/** Has a value a time or an id? Two things do not share one by chance, as they may share a default. */
export function isUnmistakable(value: unknown): boolean {
  return listTexts(value).some((text) => !Number.isNaN(dateTimeMs(text)) || isUuid(text));
}

/** Equal, whatever the letter case of UUIDs. */
function isSame(a: unknown, b: unknown): boolean {
  if (isUuid(a) && isUuid(b)) return a.toLowerCase() === b.toLowerCase();
  return isDeepStrictEqual(a, b);
}
