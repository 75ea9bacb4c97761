// Servers whose bodies break the schema: a field is missing, of another type or format, null, or a list too long.
import type {
  AppointmentAvailability,
  AreaInfo,
  Lab,
  LinkCode,
  MarkerPage,
  Order,
  OrganizationTeamPage,
  PortalUrl,
  Provider,
  PscLookup,
  User,
  UserConnectionList,
} from "../../../../../generated/schemas.ts";
import { answers, answersBytes, first, without } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const missing: readonly WrongServer[] = [
  violates(
    "resolveUser",
    "body-schema",
    "leaves out `team_id`",
    answers<User>((user) => without(user, "team_id")),
  ),
  violates(
    "listOrganizationTeams",
    "body-schema",
    "leaves out `next_cursor` on the last page",
    answers<OrganizationTeamPage>((page) => (page.next_cursor === null ? without(page, "next_cursor") : page)),
  ),
  violates("createUser", "conflict-names-existing-user", "leaves `created_on` out of a conflict", {
    answer: (answer) =>
      answer.status === 400 ? { ...answer, body: without(Object(answer.body), "created_on") } : answer,
  }),
  violates(
    "listActivitySummaries",
    "body-schema",
    "leaves out the source of a summary",
    answers(() => ({ activity: [{ steps: 1 }] })),
  ),
  differs(
    "listUserConnections",
    "body-schema",
    "leaves out the status of a connection",
    answers<UserConnectionList>(({ providers }) => ({ providers: first(providers, (one) => without(one, "status")) })),
  ),
  differs(
    "importOrder",
    "body-schema",
    "leaves out `last_event`",
    answers<Order>((one) => without(one, "last_event")),
  ),
];

const mistyped: readonly WrongServer[] = [
  violates(
    "listLabs",
    "body-schema",
    "writes ids as texts",
    answers<Lab[]>((labs) => first(labs, (lab) => ({ ...lab, id: String(lab.id) }))),
  ),
  violates(
    "listLabs",
    "body-schema",
    "wraps the list",
    answers<Lab[]>((labs) => ({ labs })),
  ),
  violates(
    "createPortalUrl",
    "body-schema",
    "writes the lifetime as a text",
    answers<PortalUrl>((portal) => ({ ...portal, expires_in: String(portal.expires_in) })),
  ),
  violates(
    "getAreaInfo",
    "body-schema",
    "writes the radius as a number",
    answers<AreaInfo>((area) => {
      for (const { patient_service_centers } of Object.values(area.central_labs)) {
        Object.assign(patient_service_centers, { radius: Number(patient_service_centers.radius) });
      }
      return area;
    }),
  ),
  violates(
    "disconnectProvider",
    "body-schema",
    "writes `success` as a text",
    answers(() => ({ success: "true" })),
  ),
  differs(
    "listWorkoutSummaries",
    "body-schema",
    "gives an object for the list",
    answers(() => ({ workouts: {} })),
  ),
  differs("refreshUserData", "body-schema", "refuses an unknown user with a text", answersBytes(404, '"Not found"')),
];

const misformatted: readonly WrongServer[] = [
  violates(
    "resolveUser",
    "body-schema",
    "writes a time in another format",
    answers<User>((user) => ({ ...user, created_on: "12/04/2026 09:30" })),
  ),
  violates(
    "createLinkCode",
    "body-schema",
    "gives no URI",
    answers<LinkCode>((code) => ({ ...code, exchange_url: "not a uri" })),
  ),
  violates(
    "createLinkCode",
    "body-schema",
    "gives a code in capitals",
    answers<LinkCode>((code) => ({ ...code, code: code.code.toUpperCase() })),
  ),
  violates(
    "listOrganizationTeams",
    "body-schema",
    "writes regions in capitals",
    answers<OrganizationTeamPage>((page) => ({
      ...page,
      teams: page.teams.map((team) => ({ ...team, region: team.region.toUpperCase() })),
    })),
  ),
  violates(
    "getPhlebotomyAppointmentAvailability",
    "body-schema",
    "writes a day with a time",
    answers<AppointmentAvailability>(({ slots }) => ({
      slots: first(slots, (day) => ({ ...day, date: `${day.date}T00:00:00Z` })),
    })),
  ),
];

const nulled: readonly WrongServer[] = [
  violates(
    "listProviders",
    "body-schema",
    "gives null for no resources",
    answers<Provider[]>((providers) => first(providers, (one) => ({ ...one, supported_resources: null }))),
  ),
  violates(
    "listLabTestMarkers",
    "body-schema",
    "gives null for the list of a page beyond the end",
    answers<MarkerPage>((page) => (page.markers.length === 0 ? { ...page, markers: null } : page)),
  ),
  violates(
    "listLabTestMarkers",
    "body-schema",
    "gives a marker without a price as null",
    answers<MarkerPage>((page) => ({ ...page, markers: first(page.markers, (one) => ({ ...one, price: null })) })),
  ),
  violates(
    "listBodySummaries",
    "body-schema",
    "gives null for a summary",
    answers(() => ({ body: [null] })),
  ),
];

const countedWrongly: readonly WrongServer[] = [
  violates(
    "getPscInfo",
    "body-schema",
    "answers with 31 centers when there are more",
    answers<PscLookup>((found) => {
      const { patient_service_centers: centers } = found;
      return { ...found, patient_service_centers: centers.length === 30 ? [...centers, centers[0]] : centers };
    }),
  ),
  violates(
    "getPhlebotomyAppointmentAvailability",
    "slots-from-start-date",
    "answers with 13 days",
    answers<AppointmentAvailability>(({ slots }) => ({ slots: slots.slice(0, 13) })),
  ),
  differs(
    "getPscAppointmentAvailability",
    "body-schema",
    "answers with 15 days",
    answers<AppointmentAvailability>(({ slots }) => ({ slots: [...slots, ...slots.slice(-1)] })),
  ),
];

export const bodyFaults: readonly WrongServer[] = [
  ...missing,
  ...mistyped,
  ...misformatted,
  ...nulled,
  ...countedWrongly,
];
