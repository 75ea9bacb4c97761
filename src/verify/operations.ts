// Facts about single operations and fields that `verify` needs and the contract cannot say. All of them are here.
import fc from "fast-check";
import { type ContractOperation, field } from "../shared/contract/index.ts";
import { exampleCast, type VerifyData } from "./data.ts";

/** Traits of an operation; most have none. */
export interface Traits {
  /**
   * The thing that a valid call uses up. `its-effect`: a second one meets what the first one changed, so one is made, with all that
   * the operation takes. `its-input`: the thing that it is called with, so the call is left to the check of its behaviour.
   */
  readonly usesUp?: "its-effect" | "its-input";
  /** Where the data names a field by another name. */
  readonly dataNames?: Readonly<Record<string, keyof VerifyData>>;
  /** The field of the body with an id that the caller chooses, new for each call. */
  readonly chosenId?: string;
  /** Does it need a user with demographics, so that a new user will not do? */
  readonly needsDemographics?: boolean;
  /** How much longer than any other call it may take. */
  readonly mayTakeMs?: number;
}

const phlebotomy: Traits = { usesUp: "its-effect", dataNames: { order_id: "phlebotomy_order_id" } };

const traits: Readonly<Record<string, Traits>> = {
  createUser: { chosenId: "client_user_id" },
  undoUserDeletion: { usesUp: "its-input" },
  disconnectProvider: { usesUp: "its-input" },
  // The unit of its `timeout` is not shown: seconds are the longest likely one
  refreshUserData: { mayTakeMs: 60_000 },
  createPortalUrl: { needsDemographics: true },
  bookPhlebotomyAppointment: phlebotomy,
  requestPhlebotomyAppointment: phlebotomy,
  reschedulePhlebotomyAppointment: phlebotomy,
  bookPscAppointment: { usesUp: "its-effect", dataNames: { order_id: "psc_order_id" } },
};

/** The traits of an operation. */
export function findTraits({ id }: ContractOperation): Traits {
  return traits[id] ?? {};
}

/** The scheme whose operations have the host and the key of the organization. */
const managementScheme = "ManagementKey";

/** Does an operation belong to the organization's host? */
export function isManagement(operation: ContractOperation): boolean {
  return operation.security.some((schemes) => schemes.includes(managementScheme));
}

/** Does it act on an order, whose state may forbid the call? */
export function isOfOrder({ path }: ContractOperation): boolean {
  return path.includes("{order_id}");
}

/** The operation of which each accepted call causes an event. */
export const uploading = "createLabReportParsingJob";

/** The header that a key of idempotency is sent in. */
export const idempotencyKey = "Idempotency-Key";

/** The id of the thing that an answer shows: `id`, which is assumed, or the name of the parameter that takes it. */
export function readId(body: unknown, name: "job_id" | "order_id"): string | undefined {
  return [field(body, "id"), field(body, name)].find((id) => typeof id === "string");
}

/** Fields that are named in the data by another name, wherever they stand. */
const aliases: Readonly<Record<string, string>> = {
  user_id: "user",
  client_user_id: "user",
  provider: "connected_provider",
  lab: "lab_slug",
  labs: "lab_slug",
};

/** The name in the data of the value that a field needs; undefined when any value of its schema will do. */
export function findDataName(operation: ContractOperation, name: string): keyof VerifyData | undefined {
  const { dataNames, chosenId } = findTraits(operation);
  const called = dataNames?.[name] ?? aliases[name] ?? name;
  return chosenId !== name && Object.hasOwn(exampleCast, called) ? (called as keyof VerifyData) : undefined;
}

/**
 * Values of fields whose meaning says more than their schema: a birth day is in the past, a time zone is one of IANA's.
 * Each is stated in the contract's words.
 */
export const meaningfulValues: Readonly<Record<string, () => fc.Arbitrary<unknown>>> = {
  fallback_time_zone: () => fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", null),
  fallback_birth_date: () => fc.oneof(makeDays("1930-01-01", "2010-12-31"), fc.constantFrom("2000-02-29", null)),
  // A start after the end may be refused
  ingestion_start: () => fc.oneof(makeDays("2020-01-01", "2022-12-31"), fc.constant(null)),
  ingestion_end: () => fc.oneof(makeDays("2023-01-01", "2025-12-31"), fc.constant(null)),
  // Each call gets a new key: see `freshen`
  [idempotencyKey]: () => fc.uuid(),
  // The answer for a page beyond the last is not shown
  page: () => fc.constant(1),
  start_date: () => fc.integer({ min: 0, max: 60 }).map((ahead) => writeTimeFromNow(ahead * 86_400_000).slice(0, 10)),
  expires_at: () => fc.integer({ min: 45, max: 75 }).map((minutes) => writeTimeFromNow(minutes * 60_000)),
};

function writeTimeFromNow(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

function makeDays(from: string, to: string): fc.Arbitrary<string> {
  const dates = fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true });
  return dates.map((date) => date.toISOString().slice(0, 10));
}

/** Valid texts that careless servers change: they trim, fold, decode, escape, cut or convert them. */
export const oddTexts: Readonly<Record<string, string>> = {
  "letters of both cases": "McTavish de la CRUZ",
  "spaces around": "  two before, one after ",
  "spaces in a row": "a  b   c",
  "plus and percent signs": "1+1 = 100%25, %2B",
  slashes: "c/o 3/4 a%2Fb \\n",
  "marks of other languages": `<b>"it's"</b> &amp; {{7}} $1; -- 'OR'`,
  "letters beyond ASCII": "Zoë Łukasz ß ﬁ 東京 👩‍👧",
  "a letter of two characters": "Zoe\u0308",
  "digits with a zero before": "007",
  "a word of JSON": "null",
  "hundreds of characters": `${"0123456789".repeat(30)} to the end`,
};

/** One text with many of these oddities, for a call that can be made only once. */
export const oddText = " Ring 2x at Möller & Sons, 3/4 c/o 'Łucja' + dog (100%25) 👋  東京 ";
