// Section 7, and what the contract assumes about refusals.
import {
  ASSUMED,
  answer,
  type Fact,
  fact,
  fields,
  inRow,
  mentions,
  notes,
  openObject,
  response,
  same,
} from "./fact.ts";
import { FRAMES } from "./operations.ts";

const SHARED = [
  { status: 401, says: "a missing or refused credential", assumed: /^Status 401 \(leaves open: status\)$/ },
  { status: 404, says: "an unknown id in the path", assumed: /^Status 404 \(leaves open: status\)$/ },
  { status: 422, says: "a missing, malformed or out-of-range input", assumed: /^Status 422 \(leaves open: status\)$/ },
] as const;

/** The stated errors: their bodies are in users.ts and portal.ts. */
const STATED = new Set(["createPortalUrl 422"]);

export const errors: readonly Fact[] = [
  ...SHARED.flatMap(({ status, says, assumed }) =>
    FRAMES.filter(({ id, statuses }) => statuses.includes(status) && !STATED.has(`${id} ${status}`)).flatMap(
      ({ id }) => [
        notes(ASSUMED, answer(id, status), says, { assumed }),
        ...fields("7 error bodies", response(id, status), {
          "": inRow(
            "7 error bodies",
            openObject(/fields of an error body/, {
              assumed: /an error body is a JSON object \(leaves open: presence, type\)/i,
            }),
          ),
        }),
      ],
    ),
  ),
  mentions("7 conflict", answer("createUser", 400), "400 names the existing user", /names that user/),
  ...FRAMES.map(({ id, route, statuses }) =>
    fact(ASSUMED, `${id} answers 404 only if an id stands in its path`, () => {
      same("404", statuses.includes(404), /\{(?!oauth_provider)\w+\}/.test(route));
    }),
  ),
];
