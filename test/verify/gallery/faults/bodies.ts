// Servers whose bodies break the schema: a field is missing, of another type or format, null, or a list too long.
import type { PscLookup } from "../../../../generated/schemas.ts";
import type { OperationId } from "../../../../src/sandbox/domain/topic.ts";
import { answers, answersBytes, replies, rewrites, sets } from "./stages.ts";
import { differs, type Stages, violates, type WrongServer } from "./wrong-server.ts";

const breaks = (operation: OperationId, what: string, stages: Stages) =>
  violates(operation, "body-schema", what, stages);
const departs = (operation: OperationId, what: string, stages: Stages) =>
  differs(operation, "body-schema", what, stages);

export const bodyFaults: readonly WrongServer[] = [
  breaks("resolveUser", "leaves out `team_id`", sets("team_id", undefined)),
  breaks(
    "listOrganizationTeams",
    "leaves out `next_cursor` on the last page",
    sets("next_cursor", (cursor: unknown) => cursor ?? undefined),
  ),
  violates(
    "createUser",
    "conflict-names-existing-user",
    "leaves `created_on` out of a conflict",
    replies(400, (body) => ({ ...body, created_on: undefined })),
  ),
  breaks(
    "listActivitySummaries",
    "leaves out the source of a summary",
    answers(() => ({ activity: [{ steps: 1 }] })),
  ),
  departs("listUserConnections", "leaves out the status of a connection", sets("providers/0/status", undefined)),
  departs("importOrder", "leaves out `last_event`", sets("last_event", undefined)),

  breaks("listLabs", "writes ids as texts", sets("0/id", String)),
  breaks(
    "listLabs",
    "wraps the list",
    answers((labs) => ({ labs })),
  ),
  breaks("createPortalUrl", "writes the lifetime as a text", sets("expires_in", String)),
  breaks("getAreaInfo", "writes the radius as a number", sets("central_labs/*/patient_service_centers/radius", Number)),
  breaks("disconnectProvider", "writes `success` as a text", sets("success", String)),
  departs("listWorkoutSummaries", "gives an object for the list", sets("workouts", {})),
  departs("refreshUserData", "refuses an unknown user with a text", answersBytes(404, '"Not found"')),

  breaks("resolveUser", "writes a time in another format", sets("created_on", "12/04/2026 09:30")),
  breaks("createLinkCode", "gives no URI", sets("exchange_url", "not a uri")),
  breaks(
    "createLinkCode",
    "gives a code in capitals",
    rewrites("code", (code) => code.toUpperCase()),
  ),
  breaks(
    "listOrganizationTeams",
    "writes regions in capitals",
    rewrites("teams/*/region", (region) => region.toUpperCase()),
  ),
  breaks(
    "getPhlebotomyAppointmentAvailability",
    "writes a day with a time",
    rewrites("slots/0/date", (date) => `${date}T00:00:00Z`),
  ),

  breaks("listProviders", "gives null for no resources", sets("0/supported_resources", null)),
  breaks(
    "listLabTestMarkers",
    "gives null for the list of a page beyond the end",
    sets("markers", (markers: readonly unknown[]) => (markers.length === 0 ? null : markers)),
  ),
  breaks("listLabTestMarkers", "gives a marker without a price as null", sets("markers/0/price", null)),
  breaks(
    "listBodySummaries",
    "gives null for a summary",
    answers(() => ({ body: [null] })),
  ),

  breaks(
    "getPscInfo",
    "answers with 31 centers when there are more",
    sets("patient_service_centers", (centers: PscLookup["patient_service_centers"]) =>
      centers.length === 30 ? [...centers, centers[0]] : centers,
    ),
  ),
  violates(
    "getPhlebotomyAppointmentAvailability",
    "slots-from-start-date",
    "answers with 13 days",
    sets("slots", (slots: readonly unknown[]) => slots.slice(0, 13)),
  ),
  departs(
    "getPscAppointmentAvailability",
    "answers with 15 days",
    sets("slots", (slots: readonly unknown[]) => [...slots, ...slots.slice(-1)]),
  ),
];
