// Servers that let a caller in without the right credential.
import { managementKey, teamKey } from "../server.ts";
import { letsIn } from "./stages.ts";
import { violates, type WrongServer } from "./wrong-server.ts";

const teamHeader = "x-service-api-key";
const managementHeader = "x-management-key";

export const credentialFaults: readonly WrongServer[] = [
  violates(
    "disconnectProvider",
    "credential-required",
    "forgets to ask for a key",
    letsIn(() => true),
  ),
  violates(
    "listUserConnections",
    "credential-required",
    "lets in whoever shows no key",
    letsIn((headers) => headers[teamHeader] === undefined && headers[managementHeader] === undefined),
  ),
  violates(
    "listLabAccounts",
    "credential-enforced",
    "takes any key",
    letsIn((headers) => headers[teamHeader] !== undefined),
  ),
  violates(
    "createOrder",
    "credential-enforced",
    "takes any key of the right form",
    letsIn((headers) => /^sk_demo_\w+$/.test(String(headers[teamHeader]))),
  ),
  violates(
    "listOrganizationTeams",
    "credential-enforced",
    "takes any key",
    letsIn((headers) => headers[managementHeader] !== undefined),
  ),
  violates(
    "listOrganizationTeams",
    "credential-of-other-host-refused",
    "takes the key of a team",
    letsIn((headers) => headers[teamHeader] !== undefined),
  ),
  violates(
    "listOrganizationTeams",
    "credential-of-other-host-refused",
    "takes the real key of a team, and no made-up one",
    letsIn((headers) => headers[teamHeader] === teamKey),
  ),
  violates(
    "listOrganizationTeams",
    "credential-of-other-host-refused",
    "takes the real key of a team in the header of its own",
    letsIn((headers) => headers[managementHeader] === teamKey),
  ),
  violates(
    "listLabs",
    "credential-of-other-host-refused",
    "takes the real key of an organization in the header of a team's",
    letsIn((headers) => headers[teamHeader] === managementKey),
  ),
  violates(
    "createPortalUrl",
    "credential-of-other-host-refused",
    "takes the key of an organization",
    letsIn((headers) => headers[managementHeader] !== undefined),
  ),
];
