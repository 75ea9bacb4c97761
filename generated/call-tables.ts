// What the client has to know of the contract while it runs. Written by `npm run generate`; edit openapi/ instead.

/** The routes whose body leaves as form data. */
export const multipartRoutes: readonly string[] = ["POST /lab_report/v1/parser/job"];

/** The failures of each route whose body is documented. */
export const documentedFailures: Readonly<Record<string, readonly number[]>> = {
  "POST /v2/user/": [
    400,
    401,
    422
  ],
  "GET /v2/user/resolve/{client_user_id}": [
    401,
    404,
    422
  ],
  "POST /v2/user/undo_delete": [
    400,
    401,
    422
  ],
  "GET /v2/user/providers/{user_id}": [
    401,
    404,
    422
  ],
  "POST /v2/user/refresh/{user_id}": [
    401,
    404,
    422
  ],
  "DELETE /v2/user/{user_id}/{provider}": [
    401,
    404,
    422
  ],
  "GET /v2/providers/": [
    401,
    422
  ],
  "POST /v2/link/code/create": [
    401,
    422
  ],
  "GET /v2/link/provider/oauth/{oauth_provider}": [
    401,
    422
  ],
  "POST /v2/user/{user_id}/create_portal_url": [
    401,
    404,
    422
  ],
  "GET /v2/summary/activity/{user_id}": [
    401,
    404,
    422
  ],
  "GET /v2/summary/body/{user_id}": [
    401,
    404,
    422
  ],
  "GET /v2/summary/meal/{user_id}": [
    401,
    404,
    422
  ],
  "GET /v2/summary/profile/{user_id}": [
    401,
    404,
    422
  ],
  "GET /v2/summary/sleep/{user_id}": [
    401,
    404,
    422
  ],
  "GET /v2/summary/workouts/{user_id}": [
    401,
    404,
    422
  ],
  "GET /v3/lab_tests/labs": [
    401
  ],
  "GET /v3/lab_tests/markers": [
    401,
    422
  ],
  "GET /v3/lab_tests/{lab_test_id}/markers": [
    401,
    404,
    422
  ],
  "GET /v3/lab_test/lab_account": [
    401,
    422
  ],
  "GET /v3/order/psc/info": [
    401,
    422
  ],
  "GET /v3/order/area/info": [
    401,
    422
  ],
  "POST /v3/order/create": [
    401,
    422
  ],
  "POST /v3/order": [
    401,
    422
  ],
  "POST /v3/order/import": [
    401,
    422
  ],
  "POST /v3/order/phlebotomy/appointment/availability": [
    401,
    422
  ],
  "POST /v3/order/{order_id}/phlebotomy/appointment/book": [
    401,
    404,
    422
  ],
  "POST /v3/order/{order_id}/phlebotomy/appointment/request": [
    401,
    404,
    422
  ],
  "PATCH /v3/order/{order_id}/phlebotomy/appointment/reschedule": [
    401,
    404,
    422
  ],
  "POST /v3/order/psc/appointment/availability": [
    401,
    422
  ],
  "POST /v3/order/{order_id}/psc/appointment/book": [
    401,
    404,
    422
  ],
  "POST /lab_report/v1/parser/job": [
    401,
    422
  ],
  "GET /lab_report/v1/parser/job/{job_id}": [
    401,
    404,
    422
  ],
  "GET /v1/org/{org_id}/team": [
    401,
    404,
    422
  ]
};
