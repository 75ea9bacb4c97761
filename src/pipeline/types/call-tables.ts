// Writes call-tables.ts: what the client needs of the contract at run time.
import type { Contract } from "../../tools/contract/index.ts";
import { UnwritableError } from "./unwritable.ts";
import { header } from "./writing.ts";

/**
 * Writes the routes with a multipart body, and the statuses of the failures whose body is documented.
 *
 * @throws {UnwritableError} at a range of statuses, such as `4XX`: results are distinguished by their exact status.
 */
export function callTablesOf({ operations }: Contract): string {
  const routes = operations
    .filter(({ requestBody }) => requestBody?.bodies.some(({ mediaType }) => mediaType === "multipart/form-data"))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const failures = operations.map(({ id, method, path, responses }) => {
    const statuses = responses
      .filter(({ status, bodies }) => !status.startsWith("2") && bodies.length > 0)
      .map(({ status }) => {
        if (/^\d{3}$/.test(status)) return Number(status);
        throw new UnwritableError(
          ["paths", path, method, "responses", status],
          `Expected each failure of ${id} under its own status; found ${status}. Write out the statuses that it stands for.`,
        );
      });
    return [`${method.toUpperCase()} ${path}`, statuses] as const;
  });
  return `${header("What the client has to know of the contract while it runs.")}/** The routes whose body leaves as form data. */
export const multipartRoutes: readonly string[] = ${JSON.stringify(routes)};

/** The failures of each route whose body is documented. */
export const documentedFailures: Readonly<Record<string, readonly number[]>> = ${JSON.stringify(Object.fromEntries(failures), null, 2)};
`;
}
