// The seeds of a world: empty, or the demo cast, which are the users, connections, orders and jobs of the contract's examples.
import * as examples from "../../../generated/examples.ts";
import type { Order, Summary, User } from "../../../generated/schemas.ts";
import { day, hour, toDay, toIso } from "../world/clock.ts";
import type { Seed } from "../world/new-world.ts";
import { omitUndefined } from "../world/omit-undefined.ts";
import type { StoredUser } from "../world/records.ts";
import { plantSeedFile } from "../world/seed-file.ts";
import type { World } from "../world/world.ts";
import { findFirstFreeStart, forward, makeAppointment } from "./appointments.ts";
import { soundConnection } from "./connections.ts";
import { keepData } from "./health-data.ts";
import { happenings } from "./labs.ts";

const { labAccountSet } = happenings;

/** Adds what is in a new world; every organization has the world's own team. */
export function plantSeed(world: World, seed: Seed): void {
  if (typeof seed === "object") {
    plantSeedFile(world, seed);
    return;
  }
  const { teamId: id, teamName: name, region } = world.identity;
  const shown = examples.organizationTeamsFirstPage.teams.find((team) => team.id === id);
  world.records.teams.put({ id, name, region, created_on: shown?.created_on ?? world.clock.now });
  if (seed === "demo") plantDemo(world);
  // Without an active lab account no order could be placed
  else labAccountSet(world, {});
}

function plantDemo(world: World): void {
  const { records, clock } = world;
  for (const user of listUsers(clock.nowMs)) records.users.put(user);
  plantConnections(world);
  // Completed before the world began
  records.parsingJobs.put({
    ...examples.labReportParsingJobCompleted,
    id: "092d4f17-a38c-45e6-9b18-2e37495b0e1f",
    created_on: toIso(clock.nowMs - hour),
    file_type: "application/pdf",
    file_bytes: 48_213,
    human_review_requested: false,
    status: "completed",
  });
  labAccountSet(world, { lab_account_id: activeLabAccountId });
  labAccountSet(world, { lab_account_id: "c5e90bd3-6f48-41a2-97d4-eaf30517c9db", status: "PENDING" });
  plantOrders(world);
  for (const team of examples.organizationTeamsLastPage.teams) records.teams.put(team);
}

/** The account of the cast's orders. */
const activeLabAccountId = "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca";

/** Deletions are so and so many days before the world's clock. */
function listUsers(nowMs: number): StoredUser[] {
  const store = ({ connected_sources: _, team_id: __, ...user }: User): StoredUser => {
    return { ingestion_start: null, ingestion_end: null, ...user };
  };
  const [runner, walker] = [store(examples.user), store(examples.userWithoutFallbackBirthDate)];
  const deleted = (user_id: string, client_user_id: string, daysAgo: number): StoredUser => {
    return { ...walker, user_id, client_user_id, deleted_at: toIso(nowMs - daysAgo * day) };
  };
  const climber = "demo-climber-04";
  return [
    { ...runner, demographics: { first_name: "Demo", last_name: "Runner", born: "1990-04-12" } },
    walker,
    deleted("6d9f3a74-b5c0-4182-a3d6-9f4a0b127c58", "demo-swimmer-03", 4),
    deleted("901c6da7-e8f3-44b5-9699-c27d3e450a8b", "demo-diver-05", 8),
    deleted("a12d7eb8-f904-45c6-87aa-d38e4f561b9c", "demo-rower-06", 3),
    deleted("7e0a4b85-c6d1-4293-b4e7-a05b1c238d69", climber, 5),
    {
      ...walker,
      user_id: "8f1b5c96-d7e2-43a4-85f8-b16c2d349e7a",
      client_user_id: climber,
      created_on: toIso(nowMs - 3 * day),
      demographics: { first_name: "Demo", last_name: "Climber" },
    },
  ];
}

/** The examples have no days: the summaries are of yesterday, so that the first data of today is new. */
function plantConnections(world: World): void {
  const { user_id } = examples.user;
  for (const { slug, status, created_on, resource_availability } of examples.userConnections.providers) {
    world.records.connections.put({
      ...soundConnection,
      user_id,
      provider: slug,
      status,
      created_on,
      resource_availability,
    });
  }
  const all = {
    ...examples.activitySummaries,
    ...examples.bodySummaries,
    ...examples.mealSummaries,
    ...examples.profileSummaries,
    ...examples.sleepSummaries,
    ...examples.workoutSummaries,
  };
  const yesterday = toDay(world.clock.nowMs - day);
  for (const [resource, summaries] of Object.entries(all)) {
    for (const { source } of summaries as readonly Summary[]) {
      const { provider = "manual", app_id } = source;
      keepData(world, { user_id, provider }, { resource, day: yesterday, data: {}, app_id });
    }
  }
}

/** The runner's orders: a walk-in, phlebotomy at home with its appointment, and a test kit in transit trouble. They are older than the world, so they have no events. */
function plantOrders(world: World): void {
  const { orderCreated, orderCreatedWithComments, orderProblemInTransitCustomer, phlebotomyAppointmentBooked } =
    examples;
  const atHome = { ...orderCreatedWithComments, id: "e70b2df5-816a-43c4-99f6-0c152739ecfd" };
  putOrder(world, { ...orderCreated, id: "d6fa1ce4-7059-42b3-88e5-fb041628dbec" });
  putOrder(world, atHome);
  putOrder(world, { ...orderProblemInTransitCustomer, id: "f81c3e06-927b-44d5-8a07-1d26384afd0e" });
  const appointment = makeAppointment(world, atHome, {
    kind: "phlebotomy",
    status: "booked",
    start: findFirstFreeStart(world, "phlebotomy") ?? null,
    ...phlebotomyAppointmentBooked,
  });
  forward(world, atHome, appointment, "booking");
}

function putOrder(world: World, { id, events, patient_address, clinical_comments }: Order): void {
  const order = {
    id,
    user_id: examples.user.user_id,
    lab_account_id: activeLabAccountId,
    created_on: world.clock.now,
    patient_address,
    clinical_comments,
    further: {},
    events,
    results: [],
  };
  world.records.orders.put(omitUndefined(order));
}
