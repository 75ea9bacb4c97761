// The routes that each credential opens, by method. Written by `npm run generate`; edit openapi/ instead.

import type { operations } from "./types.ts";

/** What a TeamApiKey opens. */
export interface TeamRoutes {
  readonly POST: {
    "/v2/user/": operations["createUser"];
    "/v2/user/undo_delete": operations["undoUserDeletion"];
    "/v2/user/refresh/{user_id}": operations["refreshUserData"];
    "/v2/link/code/create": operations["createLinkCode"];
    "/v2/user/{user_id}/create_portal_url": operations["createPortalUrl"];
    "/v3/order/create": operations["createOrder"];
    "/v3/order": operations["placeOrder"];
    "/v3/order/import": operations["importOrder"];
    "/v3/order/phlebotomy/appointment/availability": operations["getPhlebotomyAppointmentAvailability"];
    "/v3/order/{order_id}/phlebotomy/appointment/book": operations["bookPhlebotomyAppointment"];
    "/v3/order/{order_id}/phlebotomy/appointment/request": operations["requestPhlebotomyAppointment"];
    "/v3/order/psc/appointment/availability": operations["getPscAppointmentAvailability"];
    "/v3/order/{order_id}/psc/appointment/book": operations["bookPscAppointment"];
    "/lab_report/v1/parser/job": operations["createLabReportParsingJob"];
  };
  readonly GET: {
    "/v2/user/resolve/{client_user_id}": operations["resolveUser"];
    "/v2/user/providers/{user_id}": operations["listUserConnections"];
    "/v2/providers/": operations["listProviders"];
    "/v2/link/provider/oauth/{oauth_provider}": operations["getLinkProvider"];
    "/v2/summary/activity/{user_id}": operations["listActivitySummaries"];
    "/v2/summary/body/{user_id}": operations["listBodySummaries"];
    "/v2/summary/meal/{user_id}": operations["listMealSummaries"];
    "/v2/summary/profile/{user_id}": operations["listProfileSummaries"];
    "/v2/summary/sleep/{user_id}": operations["listSleepSummaries"];
    "/v2/summary/workouts/{user_id}": operations["listWorkoutSummaries"];
    "/v3/lab_tests/labs": operations["listLabs"];
    "/v3/lab_tests/markers": operations["listMarkers"];
    "/v3/lab_tests/{lab_test_id}/markers": operations["listLabTestMarkers"];
    "/v3/lab_test/lab_account": operations["listLabAccounts"];
    "/v3/order/psc/info": operations["getPscInfo"];
    "/v3/order/area/info": operations["getAreaInfo"];
    "/lab_report/v1/parser/job/{job_id}": operations["getLabReportParsingJob"];
  };
  readonly DELETE: {
    "/v2/user/{user_id}/{provider}": operations["disconnectProvider"];
  };
  readonly PATCH: {
    "/v3/order/{order_id}/phlebotomy/appointment/reschedule": operations["reschedulePhlebotomyAppointment"];
  };
}

/** What a ManagementKey opens. */
export interface ManagementRoutes {
  readonly GET: {
    "/v1/org/{org_id}/team": operations["listOrganizationTeams"];
  };
}
