// What the client has to know of the contract while it runs. Written by `npm run generate`; edit openapi/ instead.

/** The routes whose body leaves as form data. */
export const multipartRoutes: readonly string[] = ["POST /lab_report/v1/parser/job"];

/** Of each route what the body of a success is, and the statuses of the failures whose body is an object. */
export const documentedBodies: Readonly<Record<string, readonly ["object" | "list" | "any", ...number[]]>> = {
  "POST /v2/user/": ["object", 400, 401, 422],
  "GET /v2/user/resolve/{client_user_id}": ["object", 401, 404, 422],
  "POST /v2/user/undo_delete": ["object", 400, 401, 422],
  "GET /v2/user/providers/{user_id}": ["object", 401, 404, 422],
  "POST /v2/user/refresh/{user_id}": ["object", 401, 404, 422],
  "DELETE /v2/user/{user_id}/{provider}": ["object", 401, 404, 422],
  "GET /v2/providers/": ["list", 401, 422],
  "POST /v2/link/code/create": ["object", 401, 422],
  "GET /v2/link/provider/oauth/{oauth_provider}": ["object", 401, 422],
  "POST /v2/user/{user_id}/create_portal_url": ["object", 401, 404, 422],
  "GET /v2/summary/activity/{user_id}": ["object", 401, 404, 422],
  "GET /v2/summary/body/{user_id}": ["object", 401, 404, 422],
  "GET /v2/summary/meal/{user_id}": ["object", 401, 404, 422],
  "GET /v2/summary/profile/{user_id}": ["object", 401, 404, 422],
  "GET /v2/summary/sleep/{user_id}": ["object", 401, 404, 422],
  "GET /v2/summary/workouts/{user_id}": ["object", 401, 404, 422],
  "GET /v3/lab_tests/labs": ["list", 401],
  "GET /v3/lab_tests/markers": ["object", 401, 422],
  "GET /v3/lab_tests/{lab_test_id}/markers": ["object", 401, 404, 422],
  "GET /v3/lab_test/lab_account": ["any", 401, 422],
  "GET /v3/order/psc/info": ["object", 401, 422],
  "GET /v3/order/area/info": ["object", 401, 422],
  "POST /v3/order/create": ["object", 401, 422],
  "POST /v3/order": ["object", 401, 422],
  "POST /v3/order/import": ["object", 401, 422],
  "POST /v3/order/phlebotomy/appointment/availability": ["object", 401, 422],
  "POST /v3/order/{order_id}/phlebotomy/appointment/book": ["object", 401, 404, 422],
  "POST /v3/order/{order_id}/phlebotomy/appointment/request": ["object", 401, 404, 422],
  "PATCH /v3/order/{order_id}/phlebotomy/appointment/reschedule": ["object", 401, 404, 422],
  "POST /v3/order/psc/appointment/availability": ["object", 401, 422],
  "POST /v3/order/{order_id}/psc/appointment/book": ["object", 401, 404, 422],
  "POST /lab_report/v1/parser/job": ["object", 401, 422],
  "GET /lab_report/v1/parser/job/{job_id}": ["object", 401, 404, 422],
  "GET /v1/org/{org_id}/team": ["object", 401, 404, 422],
};
