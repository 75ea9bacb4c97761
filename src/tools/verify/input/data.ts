// The things of the server that `verify` asks for: the example cast, or what `--data FILE` names.
import { readFile } from "node:fs/promises";
import { isObject } from "../../contract/index.ts";
import { Failure } from "../../terminal/index.ts";

/** A user by both ids. */
export interface UserIds {
  readonly user_id: string;
  readonly client_user_id: string;
}

/**
 * Ids that no operation of the contract gives. Each may be left out: what needs it is skipped then.
 *
 * A file of them is JSON of this shape.
 */
export interface VerifyData {
  /** A user with demographics and with a connection to `connected_provider`. */
  readonly user?: UserIds;
  /** A user without demographics. */
  readonly user_without_demographics?: UserIds;
  /** A user deleted less than 7 days ago, whose client id is free. It is restored. */
  readonly deleted_user?: UserIds;
  /** Another such user. It is restored, too. */
  readonly other_deleted_user?: UserIds;
  /** A user deleted more than 7 days ago, whose client id is free. */
  readonly expired_user?: UserIds;
  /** A user deleted less than 7 days ago, whose client id a new user took. */
  readonly replaced_user?: UserIds;
  /** A cloud provider that `user` is connected to. It is disconnected. */
  readonly connected_provider?: string;
  /** An on-device health store that `user` is connected to in automatic connect mode. */
  readonly on_device_provider?: string;
  readonly oauth_provider?: string;
  readonly org_id?: string;
  readonly lab_test_id?: string;
  readonly lab_id?: number;
  readonly lab_slug?: string;
  /** A lab account that is not pending. */
  readonly lab_account_id?: string;
  readonly pending_lab_account_id?: string;
  /** Five digits. */
  readonly zip_code?: string;
  /** An order of `user`, for a portal URL. */
  readonly order_id?: string;
  readonly phlebotomy_order_id?: string;
  readonly psc_order_id?: string;
  readonly job_id?: string;
  /** Fields that the service wants in a body beyond what the contract shows, by operationId. */
  readonly bodies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Data, and whether a person named it: an id of the example cast may well be unknown to a server. */
export interface NamedData {
  readonly values: VerifyData;
  /** The file it stands in; undefined for the example cast. */
  readonly file: string | undefined;
}

/** The example cast, as `openapi/README.md` lists it: known to the sandbox, and to a server that was seeded with it. */
export const exampleCast: VerifyData = {
  user: { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", client_user_id: "demo-runner-01" },
  user_without_demographics: { user_id: "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36", client_user_id: "demo-walker-02" },
  deleted_user: { user_id: "6d9f3a74-b5c0-4182-a3d6-9f4a0b127c58", client_user_id: "demo-swimmer-03" },
  other_deleted_user: { user_id: "a12d7eb8-f904-45c6-87aa-d38e4f561b9c", client_user_id: "demo-rower-06" },
  expired_user: { user_id: "901c6da7-e8f3-44b5-9699-c27d3e450a8b", client_user_id: "demo-diver-05" },
  replaced_user: { user_id: "7e0a4b85-c6d1-4293-b4e7-a05b1c238d69", client_user_id: "demo-climber-04" },
  connected_provider: "demo_ring",
  on_device_provider: "demo_phone_health",
  oauth_provider: "demo_ring",
  org_id: "5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6",
  lab_test_id: "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9",
  lab_id: 1,
  lab_slug: "demo_lab_north",
  lab_account_id: "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca",
  pending_lab_account_id: "c5e90bd3-6f48-41a2-97d4-eaf30517c9db",
  zip_code: "85001",
  order_id: "e70b2df5-816a-43c4-99f6-0c152739ecfd",
  phlebotomy_order_id: "e70b2df5-816a-43c4-99f6-0c152739ecfd",
  psc_order_id: "d6fa1ce4-7059-42b3-88e5-fb041628dbec",
  job_id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f",
};

const users = [
  "user",
  "user_without_demographics",
  "deleted_user",
  "other_deleted_user",
  "expired_user",
  "replaced_user",
] as const;

interface Rule {
  readonly is: (value: unknown) => boolean;
  readonly wanted: string;
}

/** What each plain value has to be. */
const plain: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    ["org_id", "lab_test_id", "lab_account_id", "pending_lab_account_id"].map((name) => [
      name,
      { is: isUuid, wanted: "a UUID" },
    ]),
  ),
  ...Object.fromEntries(
    [
      "connected_provider",
      "on_device_provider",
      "oauth_provider",
      "lab_slug",
      "order_id",
      "phlebotomy_order_id",
      "psc_order_id",
      "job_id",
    ].map((name) => [name, { is: isText, wanted: "a text" }]),
  ),
  lab_id: { is: Number.isInteger, wanted: "a whole number" },
  zip_code: { is: (value) => typeof value === "string" && /^\d{5}$/.test(value), wanted: "a text of five digits" },
};

/**
 * Reads a file of data.
 *
 * @param operationIds What `bodies` may be for.
 * @throws {Failure} when it cannot be read, is not JSON, or holds something that nothing asks for.
 */
export async function readData(file: string, operationIds: readonly string[]): Promise<NamedData> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new Failure(
      `--data ${file} cannot be read: ${reasonOf(error)}.`,
      "Pass a JSON file; --help lists its names.",
      {
        cause: error,
      },
    );
  });
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    // The message may quote several lines of the file
    const reason = reasonOf(error).replaceAll(/\s+/g, " ");
    throw new Failure(`--data ${file} is not JSON: ${reason}.`, "Correct it at that place.", { cause: error });
  }
  if (!isObject(values)) throw new Failure(`--data ${file} is not a JSON object.`, 'Write { "user": { … }, … }.');
  for (const [name, value] of Object.entries(values)) checkEntry(file, name, value, operationIds);
  return { values, file };
}

function checkEntry(file: string, name: string, value: unknown, operationIds: readonly string[]): void {
  const { is, wanted } = ruleOf(file, name);
  if (!is(value)) {
    const written = JSON.stringify(value);
    const found = written.length > 80 ? `${written.slice(0, 80)}…` : written;
    throw new Failure(`${file}: "${name}" must be ${wanted}, found ${found}.`, "Correct it, or leave it out.");
  }
  const stranger = name === "bodies" && Object.keys(Object(value)).find((id) => !operationIds.includes(id));
  if (typeof stranger === "string") {
    throw new Failure(`${file}: "bodies" has the unknown operation "${stranger}".`, "Use an operationId.");
  }
}

function ruleOf(file: string, name: string): Rule {
  if (users.some((user) => user === name)) {
    return {
      is: (value) => isObject(value) && isUuid(value["user_id"]) && isText(value["client_user_id"]),
      wanted: '{ "user_id": a UUID, "client_user_id": a text }',
    };
  }
  if (name === "bodies") {
    return {
      is: (value) => isObject(value) && Object.values(value).every(isObject),
      wanted: "an object of bodies by operationId",
    };
  }
  const rule = Object.hasOwn(plain, name) ? plain[name] : undefined;
  if (rule !== undefined) return rule;
  const known = [...users, ...Object.keys(plain), "bodies"].join(", ");
  throw new Failure(`${file}: unknown name "${name}".`, `Use one of ${known}.`);
}

function isUuid(value: unknown): boolean {
  return typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

function isText(value: unknown): boolean {
  // A dot or two would be another path
  return typeof value === "string" && !/^\.{0,2}$/.test(value) && value.isWellFormed();
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
}
