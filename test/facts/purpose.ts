// Section 1: what the service does, as the operations and events that do it.
import { type Fact, fact } from "./fact.ts";

const PURPOSES: readonly (readonly [says: string, operations: readonly string[], webhooks?: readonly string[]])[] = [
  ["registers end users of a team", ["createUser", "resolveUser", "undoUserDeletion"]],
  ["connects users to data providers", ["listProviders", "getLinkProvider"], ["provider.connection.created"]],
  [
    "lists a user's connections, disconnects a provider, refreshes a user's data",
    ["listUserConnections", "disconnectProvider", "refreshUserData"],
  ],
  [
    "delivers health data as summaries that are pulled",
    [
      "listActivitySummaries",
      "listBodySummaries",
      "listMealSummaries",
      "listProfileSummaries",
      "listSleepSummaries",
      "listWorkoutSummaries",
    ],
  ],
  [
    "delivers health data as events that are pushed",
    [],
    ["daily.data.{resource}.created", "daily.data.{resource}.updated", "historical.data.{resource}.created"],
  ],
  ["lists labs and the markers of a lab test", ["listLabs", "listLabTestMarkers"]],
  ["looks up service centers by zip code and the coverage of an area", ["getPscInfo", "getAreaInfo"]],
  ["takes orders", ["createOrder", "placeOrder", "importOrder"], ["order.{event}"]],
  [
    "arranges phlebotomy appointments",
    ["bookPhlebotomyAppointment", "requestPhlebotomyAppointment", "reschedulePhlebotomyAppointment"],
  ],
  [
    "parses lab reports",
    ["createLabReportParsingJob", "getLabReportParsingJob"],
    ["lab_report.parsing_job.created", "lab_report.parsing_job.updated"],
  ],
  ["issues portal URLs and link codes", ["createPortalUrl", "createLinkCode"]],
  ["lists the teams of an organization through a separate management endpoint", ["listOrganizationTeams"]],
];

export const purpose: readonly Fact[] = PURPOSES.map(([says, operations, webhooks = []]) =>
  fact("1", `the service ${says}`, (contract) => {
    for (const id of operations) contract.operation(id);
    for (const key of webhooks) contract.webhook(key);
  }),
);
