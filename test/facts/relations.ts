// Which operations take the id that an answer gives, as links. An id whose place in an answer is not shown has none.
import { objectAt } from "./contract.ts";
import { answer, type Fact, fact, linked, same } from "./fact.ts";

/** What takes the id of a user: every operation about one, but for the lookup by the team's own id. */
const OF_USER = Object.fromEntries(
  [
    "listUserConnections",
    "refreshUserData",
    "disconnectProvider",
    "createLinkCode",
    "createPortalUrl",
    "undoUserDeletion",
    "listActivitySummaries",
    "listBodySummaries",
    "listMealSummaries",
    "listProfileSummaries",
    "listSleepSummaries",
    "listWorkoutSummaries",
  ].map((id) => [id, { user_id: "$response.body#/user_id" }]),
);
const OF_MARKER = { getPscInfo: { lab_id: "$response.body#/markers/0/lab_id" } };

/** Each answer that gives an id: where that is stated, the operation, the status, and which value each operation takes as what. */
const LINKS: readonly (readonly [
  row: string,
  operation: string,
  status: number,
  links: Readonly<Record<string, Readonly<Record<string, string>>>>,
])[] = [
  ["2.1 user_id in later calls", "resolveUser", 200, OF_USER],
  ["2.1 user_id in later calls", "createUser", 200, OF_USER],
  ["7 conflict", "createUser", 400, OF_USER],
  [
    "4.12 slug of a connection",
    "listUserConnections",
    200,
    { disconnectProvider: { user_id: "$request.path.user_id", provider: "$response.body#/providers/0/slug" } },
  ],
  [
    "4.12 and 4.13 slug of a provider",
    "listProviders",
    200,
    {
      disconnectProvider: { provider: "$response.body#/0/slug" },
      getLinkProvider: { oauth_provider: "$response.body#/0/slug" },
    },
  ],
  [
    "4.8, 4.10 and 4.11 id and slug of a lab",
    "listLabs",
    200,
    {
      getPscInfo: { lab_id: "$response.body#/0/id" },
      getAreaInfo: { labs: "$response.body#/0/slug" },
      listMarkers: { lab_slug: "$response.body#/0/slug" },
    },
  ],
  [
    "4.8 and 4.11 slug of a lab",
    "getPscInfo",
    200,
    { getAreaInfo: { labs: "$response.body#/slug" }, listMarkers: { lab_slug: "$response.body#/slug" } },
  ],
  ["4.10 lab of a marker", "listMarkers", 200, OF_MARKER],
  ["4.10 lab of a marker", "listLabTestMarkers", 200, OF_MARKER],
];

export const relations: readonly Fact[] = [
  ...LINKS.map(([row, operation, status, links]) => linked(row, answer(operation, status), links)),
  fact("ids not shown", "no other answer has links: an order, a job, a lab account has none", (contract) => {
    const linking = LINKS.map(([, operation, status]) => `${operation} ${status}`);
    const answers = contract
      .operations()
      .flatMap(({ id, node }) => Object.keys(objectAt(node["responses"], "responses")).map((status) => [id, status]));
    const others = answers.filter((one) => !linking.includes(one.join(" ")));
    for (const [id = "", status] of others) {
      same(`links of ${id} ${status}`, undefined, answer(id, Number(status)).look(contract).value("links"));
    }
  }),
];
