// Section 4, the frame of every endpoint: its method, its path, what it answers with, and that there are no others.
import { isList, isObject, type Json } from "./contract.ts";
import { ASSUMED, answer, assumption, type Fact, fact, request, requestBody, response, same, sameSet } from "./fact.ts";

interface Frame {
  readonly row: string;
  readonly id: string;
  /** Method and path. */
  readonly route: string;
  readonly tag: string;
  readonly statuses: readonly number[];
  readonly beta?: true;
  /** "required" or "optional" where the operation takes a body. */
  readonly body?: "required" | "optional";
  /** The media type of the body, where it is not JSON. */
  readonly media?: string;
}

const USER_ID = [200, 401, 404, 422];
const INPUT = [200, 401, 422];

/** Every operation of the service. 401 stands everywhere, 404 where an id stands in the path, 422 where there is input. */
export const FRAMES: readonly Frame[] = [
  {
    row: "4.1",
    id: "listUserConnections",
    route: "GET /v2/user/providers/{user_id}",
    tag: "Connections",
    statuses: USER_ID,
  },
  { row: "4.2", id: "resolveUser", route: "GET /v2/user/resolve/{client_user_id}", tag: "Users", statuses: USER_ID },
  {
    row: "4.3",
    id: "createPortalUrl",
    route: "POST /v2/user/{user_id}/create_portal_url",
    tag: "Portal",
    statuses: USER_ID,
    beta: true,
    body: "required",
  },
  {
    row: "4.4",
    id: "createUser",
    route: "POST /v2/user/",
    tag: "Users",
    statuses: [200, 400, 401, 422],
    body: "required",
  },
  {
    row: "4.5",
    id: "undoUserDeletion",
    route: "POST /v2/user/undo_delete",
    tag: "Users",
    statuses: [200, 400, 401, 422],
    body: "optional",
  },
  { row: "4.6", id: "createLinkCode", route: "POST /v2/link/code/create", tag: "Link", statuses: INPUT },
  {
    row: "4.7",
    id: "refreshUserData",
    route: "POST /v2/user/refresh/{user_id}",
    tag: "Connections",
    statuses: USER_ID,
  },
  {
    row: "4.8",
    id: "listLabTestMarkers",
    route: "GET /v3/lab_tests/{lab_test_id}/markers",
    tag: "Lab tests",
    statuses: USER_ID,
  },
  {
    row: "4.8 lab-wide variant",
    id: "listMarkers",
    route: "GET /v3/lab_tests/markers",
    tag: "Lab tests",
    statuses: INPUT,
  },
  { row: "4.9", id: "listProviders", route: "GET /v2/providers/", tag: "Providers", statuses: INPUT },
  { row: "4.10", id: "getPscInfo", route: "GET /v3/order/psc/info", tag: "Lab locations", statuses: INPUT },
  { row: "4.11", id: "getAreaInfo", route: "GET /v3/order/area/info", tag: "Lab locations", statuses: INPUT },
  {
    row: "4.12",
    id: "disconnectProvider",
    route: "DELETE /v2/user/{user_id}/{provider}",
    tag: "Connections",
    statuses: USER_ID,
  },
  {
    row: "4.13",
    id: "getLinkProvider",
    route: "GET /v2/link/provider/oauth/{oauth_provider}",
    tag: "Link",
    statuses: INPUT,
  },
  { row: "4.14", id: "listLabs", route: "GET /v3/lab_tests/labs", tag: "Lab tests", statuses: [200, 401] },
  {
    row: "4.15",
    id: "listOrganizationTeams",
    route: "GET /v1/org/{org_id}/team",
    tag: "Organization",
    statuses: USER_ID,
  },
  {
    row: "4.16 summaries",
    id: "listActivitySummaries",
    route: "GET /v2/summary/activity/{user_id}",
    tag: "Summaries",
    statuses: USER_ID,
  },
  {
    row: "4.16 summaries",
    id: "listBodySummaries",
    route: "GET /v2/summary/body/{user_id}",
    tag: "Summaries",
    statuses: USER_ID,
  },
  {
    row: "4.16 summaries",
    id: "listMealSummaries",
    route: "GET /v2/summary/meal/{user_id}",
    tag: "Summaries",
    statuses: USER_ID,
  },
  {
    row: "4.16 summaries",
    id: "listProfileSummaries",
    route: "GET /v2/summary/profile/{user_id}",
    tag: "Summaries",
    statuses: USER_ID,
  },
  {
    row: "4.16 summaries",
    id: "listSleepSummaries",
    route: "GET /v2/summary/sleep/{user_id}",
    tag: "Summaries",
    statuses: USER_ID,
  },
  {
    row: "4.16 summaries",
    id: "listWorkoutSummaries",
    route: "GET /v2/summary/workouts/{user_id}",
    tag: "Summaries",
    statuses: USER_ID,
  },
  {
    row: "4.16 order creation",
    id: "createOrder",
    route: "POST /v3/order/create",
    tag: "Orders",
    statuses: INPUT,
    body: "required",
  },
  {
    row: "4.16 order creation",
    id: "placeOrder",
    route: "POST /v3/order",
    tag: "Orders",
    statuses: INPUT,
    body: "required",
  },
  {
    row: "4.16 order import",
    id: "importOrder",
    route: "POST /v3/order/import",
    tag: "Orders",
    statuses: INPUT,
    body: "required",
  },
  {
    row: "4.16 phlebotomy appointment",
    id: "bookPhlebotomyAppointment",
    route: "POST /v3/order/{order_id}/phlebotomy/appointment/book",
    tag: "Appointments",
    statuses: USER_ID,
    body: "required",
  },
  {
    row: "4.16 phlebotomy appointment",
    id: "requestPhlebotomyAppointment",
    route: "POST /v3/order/{order_id}/phlebotomy/appointment/request",
    tag: "Appointments",
    statuses: USER_ID,
    body: "required",
  },
  {
    row: "4.16 phlebotomy appointment",
    id: "reschedulePhlebotomyAppointment",
    route: "PATCH /v3/order/{order_id}/phlebotomy/appointment/reschedule",
    tag: "Appointments",
    statuses: USER_ID,
    body: "required",
  },
  {
    row: "4.16 appointment availability",
    id: "getPhlebotomyAppointmentAvailability",
    route: "POST /v3/order/phlebotomy/appointment/availability",
    tag: "Appointments",
    statuses: INPUT,
    body: "optional",
  },
  {
    row: "4.16 PSC appointment scheduling",
    id: "getPscAppointmentAvailability",
    route: "POST /v3/order/psc/appointment/availability",
    tag: "Appointments",
    statuses: INPUT,
    body: "optional",
  },
  {
    row: "4.16 PSC appointment scheduling",
    id: "bookPscAppointment",
    route: "POST /v3/order/{order_id}/psc/appointment/book",
    tag: "Appointments",
    statuses: USER_ID,
    body: "required",
  },
  {
    row: "4.16 lab accounts",
    id: "listLabAccounts",
    route: "GET /v3/lab_test/lab_account",
    tag: "Lab tests",
    statuses: INPUT,
  },
  {
    row: "4.16 lab report upload",
    id: "createLabReportParsingJob",
    route: "POST /lab_report/v1/parser/job",
    tag: "Lab reports",
    statuses: INPUT,
    beta: true,
    body: "required",
    media: "multipart/form-data",
  },
  {
    row: "4.16 lab report lookup",
    id: "getLabReportParsingJob",
    route: "GET /lab_report/v1/parser/job/{job_id}",
    tag: "Lab reports",
    statuses: USER_ID,
    beta: true,
  },
];

const JSON_MEDIA = "application/json";

export const operations: readonly Fact[] = [
  ...FRAMES.flatMap(frameFacts),
  fact("4", "there are no other operations", (contract) =>
    sameSet(
      "operations",
      FRAMES.map(({ id }) => id),
      contract.operations().map(({ id }) => id),
    ),
  ),
  fact("4", "there are no other paths", (contract) => {
    const paths = contract.document["paths"];
    sameSet(
      "paths",
      [...new Set(FRAMES.map(({ route }) => route.split(" ")[1] ?? ""))],
      isObject(paths) ? Object.keys(paths) : [],
    );
  }),
  fact(ASSUMED, "the tags are those of the operations and of the events, one per audience", (contract) => {
    const tags = contract.document["tags"];
    sameSet(
      "tags",
      [...new Set(FRAMES.map(({ tag }) => tag)), "Events"],
      (isList(tags) ? tags : []).map((tag) => (isObject(tag) ? (tag["name"] ?? null) : tag)),
    );
  }),
];

function frameFacts(frame: Frame): Fact[] {
  const { row, id, route, statuses } = frame;
  return [
    fact(row, `${id} is ${route}`, (contract) => {
      const { method, path } = contract.operation(id);
      same("route", route, `${method} ${path}`);
    }),
    fact("7", `${id} answers ${statuses.join(", ")} and nothing else`, (contract) => {
      const responses = contract.operation(id).node["responses"];
      sameSet("statuses", statuses.map(String), isObject(responses) ? Object.keys(responses) : []);
    }),
    ...statuses.map((status) =>
      fact("4", `${id} ${status}: the body is JSON`, (contract) => {
        sameSet("content", [JSON_MEDIA], mediaOf(answer(id, status).look(contract).value("content")));
        response(id, status).look(contract);
      }),
    ),
    // 4.14 is the one endpoint of which the status is stated.
    ...(id === "listLabs"
      ? []
      : [assumption(answer(id), "the status of success is not stated", /^Status 200\b.*leaves open: status/)]),
    fact(row, `${id} is ${frame.beta === true ? "beta" : "not called beta"}`, (contract) => {
      const { node } = contract.operation(id);
      same("x-stability-level", frame.beta === true ? "beta" : undefined, node["x-stability-level"]);
      same("beta in words", frame.beta === true, /\bbeta\b/i.test(String(node["description"])));
      same("deprecated", undefined, node["deprecated"]);
    }),
    fact(ASSUMED, `${id} stands under ${frame.tag}`, (contract) =>
      same("tags", [frame.tag], contract.operation(id).node["tags"]),
    ),
    frame.body === undefined
      ? fact(row, `${id} takes no body`, (contract) =>
          same("requestBody", undefined, contract.operation(id).node["requestBody"]),
        )
      : fact(row, `${id} takes a body, which is ${frame.body}`, (contract) => {
          const shape = request(id).look(contract);
          const media = frame.media ?? JSON_MEDIA;
          same("required", frame.body === "required", shape.value("required") === true);
          sameSet("content", [media], mediaOf(shape.value("content")));
          requestBody(id, media).look(contract);
        }),
  ];
}

function mediaOf(content: Json | undefined): string[] {
  return isObject(content) ? Object.keys(content) : [];
}
