// What the server remembers: the demo cast, fresh for each server, built from the contract's examples.
import * as examples from "../../../generated/examples.ts";
import type {
  Appointment,
  Lab,
  LabReportParsingJob,
  LinkProvider,
  Marker,
  Order,
  OrganizationTeam,
  PatientServiceCenter,
  Provider,
  SourceType,
  Summary,
  User,
  UserConnection,
} from "../../../generated/schemas.ts";
import { seedCenters } from "./centers.ts";
import { seedMarkers } from "./markers.ts";

/** A user, deleted or not. */
export interface StoredUser {
  /** Connected sources follow from the connections. */
  readonly profile: Omit<User, "connected_sources">;
  readonly hasDemographics: boolean;
  connections: UserConnection[];
  /** By resource, such as `sleep`. */
  readonly summaries: Readonly<Record<string, readonly Summary[]>>;
  deletedOn: Date | undefined;
}

/** A provider of the catalog with what its own fields do not say. */
export interface StoredProvider {
  readonly listed: Provider;
  readonly sourceType: SourceType;
  /** Where it runs decides what refresh and disconnect do. */
  readonly isOnPhone: boolean;
  /** What the link flow needs; only of providers that are linked by OAuth. */
  readonly link: LinkProvider | undefined;
}

/** A lab account, which the contract gives no shape. */
export interface StoredLabAccount {
  readonly lab_account_id: string;
  readonly status: string;
}

/** A service center as it is seen from a zip code. */
export interface StoredCenter {
  readonly zipCode: string;
  readonly labId: number;
  readonly center: PatientServiceCenter;
}

/** An order with the appointment that was made for it. */
export interface StoredOrder {
  readonly order: Order;
  appointment: Appointment | undefined;
}

/** Plain data, so that a fault can keep a copy of it by `structuredClone`. */
export interface Memory {
  readonly users: StoredUser[];
  readonly providers: StoredProvider[];
  readonly labs: Lab[];
  readonly labAccounts: StoredLabAccount[];
  readonly markers: Marker[];
  /** Ids of the labs that measure a lab test, by its id. */
  readonly labTests: Map<string, readonly number[]>;
  readonly centers: StoredCenter[];
  readonly orders: Map<string, StoredOrder>;
  readonly jobs: Map<string, LabReportParsingJob>;
  /** Teams by organization. */
  readonly organizations: Map<string, OrganizationTeam[]>;
  /** Ids of orders, and appointments, by the idempotency key that they were made with. */
  readonly ordersByKey: Map<string, string>;
  readonly appointmentsByKey: Map<string, Appointment>;
  /** How many ids and codes were given out; the next ones follow from it. */
  issued: number;
}

/** The keys that the server accepts. */
export const teamKey = "sk_demo_team";
export const managementKey = "mk_demo_org";

/** The lab account that orders are refused for and imports are not. */
export const pendingLabAccountId = "c5e90bd3-6f48-41a2-97d4-eaf30517c9db";

/** @param now The server's start: users were deleted so and so many days before. */
export function createMemory(now: Date): Memory {
  return structuredClone({
    users: seedUsers(now),
    providers: seedProviders(),
    labs: examples.labs,
    labAccounts: [
      { lab_account_id: "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca", status: "ACTIVE" },
      { lab_account_id: pendingLabAccountId, status: "PENDING" },
    ],
    markers: [...seedMarkers],
    labTests: new Map([["a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9", [1]]]),
    centers: [...seedCenters],
    orders: new Map<string, StoredOrder>([
      ["d6fa1ce4-7059-42b3-88e5-fb041628dbec", { order: examples.orderCreated, appointment: undefined }],
      [
        "e70b2df5-816a-43c4-99f6-0c152739ecfd",
        { order: examples.orderCreatedWithComments, appointment: examples.phlebotomyAppointmentBooked },
      ],
      [
        "f81c3e06-927b-44d5-8a07-1d26384afd0e",
        { order: examples.orderProblemInTransitCustomer, appointment: undefined },
      ],
    ]),
    jobs: new Map([["092d4f17-a38c-45e6-9b18-2e37495b0e1f", examples.labReportParsingJobCompleted]]),
    organizations: new Map([["5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6", seedTeams]]),
    ordersByKey: new Map<string, string>(),
    appointmentsByKey: new Map<string, Appointment>(),
    issued: 0,
  });
}

/** The next id, the same in each run. */
export function nextId(memory: Memory): string {
  memory.issued += 1;
  return `10000000-0000-4000-8000-${memory.issued.toString(16).padStart(12, "0")}`;
}

/** The user of this id, unless deleted. */
export function userOf(memory: Memory, userId: string): StoredUser | undefined {
  return memory.users.find(({ profile, deletedOn }) => deletedOn === undefined && isSameId(profile.user_id, userId));
}

/** The user of the team's own id, unless deleted. */
export function userOfClientId(memory: Memory, clientUserId: string): StoredUser | undefined {
  return memory.users.find(
    ({ profile, deletedOn }) => deletedOn === undefined && profile.client_user_id === clientUserId,
  );
}

/** The lab account of this id. */
export function labAccountOf(memory: Memory, labAccountId: string): StoredLabAccount | undefined {
  return memory.labAccounts.find(({ lab_account_id }) => isSameId(lab_account_id, labAccountId));
}

/** Compares UUIDs, which are written in either case. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

const day = 24 * 60 * 60 * 1000;

function seedUsers(now: Date): StoredUser[] {
  const { connected_sources: _, ...runner } = examples.user;
  const { connected_sources: __, ...walker } = examples.userWithoutFallbackBirthDate;
  const daysAgo = (days: number) => new Date(now.getTime() - days * day);
  const user = (profile: Partial<User>, deletedOn?: Date): StoredUser => ({
    profile: { ...walker, ...profile },
    hasDemographics: false,
    connections: [],
    summaries: {},
    deletedOn,
  });
  const climber = { client_user_id: "demo-climber-04" };
  return [
    {
      profile: runner,
      hasDemographics: true,
      connections: examples.userConnections.providers,
      summaries: {
        ...examples.activitySummaries,
        ...examples.bodySummaries,
        ...examples.mealSummaries,
        ...examples.profileSummaries,
        ...examples.sleepSummaries,
        ...examples.workoutSummaries,
      } as Record<string, Summary[]>,
      deletedOn: undefined,
    },
    user({}),
    user({ client_user_id: "demo-swimmer-03", user_id: "6d9f3a74-b5c0-4182-a3d6-9f4a0b127c58" }, daysAgo(4)),
    user({ ...climber, user_id: "7e0a4b85-c6d1-4293-b4e7-a05b1c238d69" }, daysAgo(5)),
    user({ ...climber, user_id: "8f1b5c96-d7e2-43a4-85f8-b16c2d349e7a", created_on: daysAgo(3).toISOString() }),
    // Not of the demo cast: deleted too long ago to be restored
    user({ client_user_id: "demo-sailor-05", user_id: "902c6da7-e8f3-44b5-96a9-c27d3e45af8b" }, daysAgo(8)),
  ];
}

function seedProviders(): StoredProvider[] {
  const sourceTypes: Readonly<Record<string, SourceType>> = {
    demo_meter: "ble",
    demo_phone_health: "app",
    manual: "provider",
  };
  return examples.providers.map((listed, index) => ({
    listed,
    sourceType: sourceTypes[listed.slug] ?? "device",
    isOnPhone: listed.auth_type === "sdk",
    link:
      listed.auth_type === "oauth"
        ? {
            ...examples.linkProvider,
            name: listed.name,
            slug: listed.slug,
            description: listed.description,
            id: 7 + index,
            oauth_url: `https://${listed.slug.replace("demo_", "")}.example.com/oauth/authorize`,
          }
        : undefined,
  }));
}

/** Five teams, three of them in the United States: more than one page with and without a filter. */
const seedTeams: OrganizationTeam[] = [
  ...examples.organizationTeamsFirstPage.teams,
  ...examples.organizationTeamsLastPage.teams,
  team("a06f4d8e-3051-4c9d-aebf-7081920a4b5c", "Demo Clinic (North)", "us"),
  team("b1705e9f-4162-4dae-bfc0-8192a31b5c6d", "Demo Santé", "eu"),
  team("c2816fa0-5273-4ebf-80d1-92a3b42c6d7e", "Demo Labs", "us"),
];

function team(id: string, name: string, region: "us" | "eu"): OrganizationTeam {
  return { id, name, created_on: "2026-01-20T09:00:00Z", region };
}
