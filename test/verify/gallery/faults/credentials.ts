// Servers that let a caller in without the right credential.
import { violates, type WrongServer } from "./wrong-server.ts";

const teamHeader = "x-service-api-key";
const managementHeader = "x-management-key";

export const credentialFaults: readonly WrongServer[] = [
  violates("disconnectProvider", "credential-required", "forgets to ask for a key", { authenticate: () => true }),
  violates("listUserConnections", "credential-required", "lets in whoever shows no key", {
    authenticate: (isAccepted, { request: { headers } }) =>
      isAccepted || (headers[teamHeader] === undefined && headers[managementHeader] === undefined),
  }),
  violates("listLabAccounts", "credential-enforced", "takes any key", {
    authenticate: (_, { request }) => request.headers[teamHeader] !== undefined,
  }),
  violates("createOrder", "credential-enforced", "takes any key of the right form", {
    authenticate: (_, { request }) => /^sk_demo_\w+$/.test(String(request.headers[teamHeader])),
  }),
  violates("listOrganizationTeams", "credential-enforced", "takes any key", {
    authenticate: (_, { request }) => request.headers[managementHeader] !== undefined,
  }),
  violates("listOrganizationTeams", "credential-of-other-host-refused", "takes the key of a team", {
    authenticate: (isAccepted, { request }) => isAccepted || request.headers[teamHeader] !== undefined,
  }),
  violates("createPortalUrl", "credential-of-other-host-refused", "takes the key of an organization", {
    authenticate: (isAccepted, { request }) => isAccepted || request.headers[managementHeader] !== undefined,
  }),
];
