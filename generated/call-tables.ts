// What the client has to know of the contract while it runs. Written by `npm run generate`; edit openapi/ instead.

/** The routes whose body leaves as form data. */
export const multipartRoutes: readonly string[] = ["POST /lab_report/v1/parser/job"];

/** The statuses of failures whose body is documented. */
export const documentedFailures: readonly number[] = [400,401,404,422];
