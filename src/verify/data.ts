// The ids that `verify` cannot find out by itself, such as that of a lab test: from the example cast, or from `--data FILE`.
import { isObject } from "../shared/contract/index.ts";
import { shortJson } from "../shared/findings/index.ts";
import { Failure, readJsonFile } from "../shared/terminal/index.ts";

/** A user by both ids. */
export interface UserIds {
  readonly user_id: string;
  readonly client_user_id: string;
}

/** Ids that no operation of the contract gives, by name, as `openapi/README.md` lists them: known to the sandbox. */
const cast = {
  /** A user with demographics and with a connection to `connected_provider`. */
  user: { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01" },
  /** Another user with demographics. */
  other_user: { user_id: "8f1b5c96-d7e2-43a4-85f8-b16c2d349e7a", client_user_id: "demo-climber-04" },
  user_without_demographics: { user_id: "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36", client_user_id: "demo-walker-02" },
  /** A user deleted less than 7 days ago, whose client id is free. It is restored. */
  deleted_user: { user_id: "6d9f3a74-b5c0-4182-a3d6-9f4a0b127c58", client_user_id: "demo-swimmer-03" },
  /** Another such user. It is restored, too. */
  other_deleted_user: { user_id: "a12d7eb8-f904-45c6-87aa-d38e4f561b9c", client_user_id: "demo-rower-06" },
  /** A user deleted more than 7 days ago, whose client id is free. */
  expired_user: { user_id: "901c6da7-e8f3-44b5-9699-c27d3e450a8b", client_user_id: "demo-diver-05" },
  /** A user deleted less than 7 days ago, whose client id a new user took. */
  replaced_user: { user_id: "7e0a4b85-c6d1-4293-b4e7-a05b1c238d69", client_user_id: "demo-climber-04" },
  /** A cloud provider that `user` is connected to. It is disconnected. */
  connected_provider: "demo_ring",
  /** An on-device health store that `user` is connected to in automatic connect mode. */
  on_device_provider: "demo_phone_health",
  oauth_provider: "demo_ring",
  org_id: "5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6",
  lab_test_id: "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9",
  /** A lab test with other markers. */
  other_lab_test_id: "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7c1",
  lab_id: 1,
  lab_slug: "demo_lab_north",
  /** A lab account that is not pending. */
  lab_account_id: "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca",
  pending_lab_account_id: "c5e90bd3-6f48-41a2-97d4-eaf30517c9db",
  zip_code: "85001",
  /** An order of `user`, for a portal URL. */
  order_id: "e70b2df5-816a-43c4-99f6-0c152739ecfd",
  phlebotomy_order_id: "e70b2df5-816a-43c4-99f6-0c152739ecfd",
  psc_order_id: "d6fa1ce4-7059-42b3-88e5-fb041628dbec",
  job_id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f",
};

/** The data of a server: a `--data` file is JSON of this shape. Each may be left out: what needs it is skipped then. */
export interface VerifyData extends Readonly<Partial<typeof cast>> {
  /** Fields that the service wants in a body beyond what the contract shows, by operationId. */
  readonly bodies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const exampleCast: VerifyData = cast;

/** Data, and whether a person named it: an id of the example cast may well be unknown to a server. */
export interface NamedData {
  readonly values: VerifyData;
  /** The file it stands in; undefined for the example cast. */
  readonly file: string | undefined;
}

/** The reason of what is skipped because the data has no such name. A server that does not know the example cast has none of its ids. */
export function describeMissing({ file }: NamedData, name: keyof VerifyData): string {
  return file === undefined ? `no \`${name}\` is known; name one in --data FILE` : `${file} names no \`${name}\``;
}

/** Is a value the text of a UUID? */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

// In a path, a dot or two would lead elsewhere
const isText = (value: unknown) => typeof value === "string" && !/^\.{0,2}$/.test(value) && value.isWellFormed();

/** The kinds of values. A value of a file has to be of the first kind that the example cast's value fits. */
const kinds: readonly { readonly wanted: string; is(value: unknown): boolean }[] = [
  {
    wanted: '{ "user_id": a UUID, "client_user_id": a text }',
    is: (value) => isObject(value) && isUuid(value["user_id"]) && isText(value["client_user_id"]),
  },
  { wanted: "a whole number", is: Number.isInteger },
  { wanted: "a UUID", is: isUuid },
  { wanted: "a text of five digits", is: (value) => typeof value === "string" && /^\d{5}$/.test(value) },
  { wanted: "a text", is: isText },
  {
    wanted: "an object of bodies by operationId",
    is: (value) => isObject(value) && Object.values(value).every(isObject),
  },
];

/** Ids whose form is not shown: any text will do. */
const anyText = ["order_id", "phlebotomy_order_id", "psc_order_id", "job_id"];

const examples: Readonly<Record<string, unknown>> = {
  ...cast,
  ...Object.fromEntries(anyText.map((name) => [name, "any text"])),
  bodies: {},
};

/**
 * Reads a file of data.
 *
 * @param operationIds What `bodies` may be for.
 * @throws {Failure} when it cannot be read, is not JSON, or holds something that nothing asks for.
 */
export async function readData(file: string, operationIds: readonly string[]): Promise<NamedData> {
  const values = await readJsonFile(file, "data", "Pass a JSON file; --help lists its names.");
  if (!isObject(values)) throw new Failure(`--data ${file} is not a JSON object.`, 'Write { "user": { … }, … }.');
  for (const [name, value] of Object.entries(values)) {
    if (!Object.hasOwn(examples, name)) {
      throw new Failure(`${file}: unknown name "${name}".`, `Use one of ${Object.keys(examples).join(", ")}.`);
    }
    const kind = kinds.find(({ is }) => is(examples[name]));
    if (kind?.is(value) === false) {
      const message = `${file}: "${name}" must be ${kind.wanted}, found ${shortJson(value, 80)}.`;
      throw new Failure(message, "Correct it, or leave it out.");
    }
  }
  const stranger = Object.keys(Object(values["bodies"])).find((id) => !operationIds.includes(id));
  if (stranger === undefined) return { values, file };
  throw new Failure(`${file}: "bodies" has the unknown operation "${stranger}".`, "Use an operationId.");
}
