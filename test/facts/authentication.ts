// Section 5: which credential each operation takes.
import { isList, type Json } from "./contract.ts";
import { ASSUMED, type Fact, fact, notShown, parameter, same, scheme } from "./fact.ts";
import { FRAMES } from "./operations.ts";

const MANAGEMENT = "listOrganizationTeams";

const isHeader = (row: string, name: string, header: string): Fact =>
  fact(row, `${name} is an API key in the header ${header}`, (contract) => {
    const shape = scheme(name).look(contract);
    same(
      "scheme",
      { type: "apiKey", in: "header", name: header },
      {
        type: shape.value("type") ?? null,
        in: shape.value("in") ?? null,
        name: shape.value("name") ?? null,
      },
    );
  });

export const authentication: readonly Fact[] = [
  isHeader("5 base_url", "TeamApiKey", "x-service-api-key"),
  isHeader("5 organization teams", "ManagementKey", "X-Management-Key"),
  fact("5 base_url", "the team API key is the credential unless an operation says otherwise", (contract) =>
    same("security", [{ TeamApiKey: [] }], contract.document["security"]),
  ),
  ...FRAMES.map(({ id }) => {
    const name = id === MANAGEMENT ? "ManagementKey" : "TeamApiKey";
    const row =
      id === MANAGEMENT ? "5 organization teams" : id === "getLinkProvider" ? "5 link provider lookup" : "5 base_url";
    return fact(row, `${id} takes the ${name} and no other`, (contract) =>
      same("security", [{ [name]: [] }], contract.operation(id).node["security"]),
    );
  }),
  fact("5 link provider lookup", "the link token is an optional header, not a second way in", (contract) => {
    const shape = parameter("getLinkProvider", "header x-service-link-token").look(contract);
    same("required", undefined, shape.value("required"));
  }),
  notShown(
    "5",
    parameter("getLinkProvider", "header x-service-link-token"),
    "how a link token is obtained",
    /how a link token is obtained/i,
  ),
  notShown("5", scheme("TeamApiKey"), "how a team gets its key", /obtains, rotates or revokes/),
  notShown("5", scheme("ManagementKey"), "how an organization gets its key", /obtains, rotates or revokes/),
  ...["TeamApiKey", "ManagementKey"].flatMap((name) => [
    notShown("8", scheme(name), "rate limits", /^rate limits/i),
    notShown(
      "9",
      scheme(name),
      "a version-selection header or date-based versioning",
      /version .* by a header or a date/,
    ),
  ]),
  fact("5", "both keys say where they are rejected or spelled differently", (contract) => {
    same("rejected", true, /rejected on the management host/.test(scheme("TeamApiKey").look(contract).text()));
    same("spelled", true, /spells the header differently/.test(scheme("ManagementKey").look(contract).text()));
  }),
  fact(ASSUMED, "events take no credential of this contract, since delivery mechanics are not shown", (contract) => {
    const open = (security: Json | undefined): boolean => isList(security) && security.length === 0;
    for (const { path, node } of contract.webhooks()) same(`security of ${path}`, true, open(node["security"]));
  }),
];
