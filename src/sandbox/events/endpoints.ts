// The endpoints that the events of a world are sent to: registered, listed and removed.
import type { components } from "../../../generated/control-types.ts";
import { type HostPolicy, urlProblem } from "../../shared/http/index.ts";
import type { StoredEndpoint } from "../world/records.ts";
import { Refused } from "../world/refused.ts";
import { newSecret } from "../world/seed-file.ts";
import type { World } from "../world/world.ts";

/** The most endpoints of a world: every event is sent to each. */
const maxEndpoints = 32;

/**
 * Registers an endpoint. It gets the events that are written from now on.
 *
 * @throws {Refused} when events may not be sent there.
 */
export function registerEndpoint(
  world: World,
  policy: HostPolicy,
  input: { readonly url: string; readonly secret?: string },
): StoredEndpoint {
  if (!URL.canParse(input.url)) {
    throw new Refused("invalid", `Expected a URL such as http://127.0.0.1:3000/events, found "${input.url}".`);
  }
  const url = new URL(input.url);
  const problem = urlProblem(policy, url);
  if (problem !== undefined) {
    const remedy = policy.isShared
      ? "Use another receiver, or start the sandbox with --allow-host and the receiver's name, address or range."
      : "Use a receiver on this machine, such as http://127.0.0.1:3000/events.";
    throw new Refused("invalid", `Events are not sent to this URL: ${problem}. ${remedy}`);
  }
  // As specified by Standard Webhooks
  const { secret = newSecret() } = input;
  const { length } = Buffer.from(secret.replace("whsec_", ""), "base64");
  if (length < 24 || length > 64) {
    throw new Refused("invalid", `Expected a secret of 24 to 64 bytes in base64, found ${length} bytes.`);
  }
  if (world.records.endpoints.all().length >= maxEndpoints) {
    throw new Refused("conflict", `There are ${maxEndpoints} endpoints already. Remove one first.`);
  }
  // The fragment is never sent
  url.hash = "";
  const endpoint = { id: world.newId(), url: url.href, secret, created_at: world.clock.now };
  world.records.endpoints.put(endpoint);
  return endpoint;
}

/** The endpoints, oldest first. Secrets are returned at registration only. */
export function listEndpoints(world: World): components["schemas"]["Endpoint"][] {
  return world.records.endpoints.all().map(({ secret: _, ...endpoint }) => endpoint);
}

/** Removes an endpoint: nothing more is sent there. Those of its deliveries that are done stay listed. @throws {Refused} when there is none of this id. */
export function removeEndpoint(world: World, id: string): components["schemas"]["Endpoint"] {
  const endpoint = listEndpoints(world).find((one) => one.id === id);
  if (endpoint === undefined) {
    const remedy = "List the endpoints for their ids.";
    throw new Refused("unknown", `The world has no endpoint "${id}".`, { where: "path endpoint_id", remedy });
  }
  world.records.endpoints.delete(id);
  world.deliveries.removeEndpoint(id);
  return endpoint;
}
