// Servers that let a caller in without the right credential.
import { managementKey, teamKey } from "../server.ts";
import { isMissing, letsIn } from "./stages.ts";
import { violations } from "./wrong-server.ts";

const teamHeader = "headers x-service-api-key";
const managementHeader = "headers x-management-key";

export const credentialFaults = violations({
  "credential-required": {
    "disconnectProvider forgets to ask for a key": letsIn(teamHeader, () => true),
    "listUserConnections lets in whoever shows no key": letsIn(teamHeader, isMissing),
    "listLabs takes an empty key": letsIn(teamHeader, ""),
  },
  "credential-enforced": {
    "listLabAccounts takes any key": letsIn(teamHeader),
    "createOrder takes any key of the right form": letsIn(teamHeader, /^sk_demo_\w+$/),
    "listOrganizationTeams takes any key": letsIn(managementHeader),
  },
  "credential-of-other-host-refused": {
    "listOrganizationTeams takes the key of a team": letsIn(teamHeader),
    "listOrganizationTeams takes the real key of a team, and no made-up one": letsIn(teamHeader, teamKey),
    "listOrganizationTeams takes the real key of a team in the header of its own": letsIn(managementHeader, teamKey),
    "listLabs takes the real key of an organization in the header of a team's": letsIn(teamHeader, managementKey),
    "createPortalUrl takes the key of an organization": letsIn(managementHeader),
  },
});
