// Where the events of a world are sent to: registered, listed and removed.
import { randomBytes, randomUUID } from "node:crypto";
import { type HostPolicy, urlProblem } from "../../http/index.ts";
import type { Endpoint } from "../public/events.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { World } from "../world/world.ts";

/** The most endpoints of a world: every event is sent to each. */
const mostEndpoints = 32;

const longestUrl = 2048;

/**
 * Registers an endpoint. It gets the events that are written from now on.
 *
 * @param input `secret`: what the signatures are made with, as Standard Webhooks writes it; by default a new one.
 * @throws {HappeningRefused} when events may not be sent there.
 */
export async function registerEndpoint(
  world: World,
  policy: HostPolicy,
  input: { readonly url: string; readonly secret?: string },
): Promise<Endpoint & { readonly secret: string }> {
  if (!URL.canParse(input.url)) {
    throw refused(`Expected a URL such as http://127.0.0.1:3000/events, found "${input.url}".`);
  }
  const url = new URL(input.url);
  const problem = urlProblem(policy, url);
  if (problem !== undefined) {
    throw refused(
      `Events are not sent to this URL: ${problem}. Use a receiver on this machine, such as http://127.0.0.1:3000/events.`,
    );
  }
  if (url.href.length > longestUrl) throw refused(`The URL is longer than ${longestUrl} characters.`);
  const secret = input.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
  if (!isSecret(secret)) {
    throw refused(
      "Expected a secret of the form whsec_… with 24 to 64 bytes in base64. Leave it out to get a new one.",
    );
  }
  // The fragment is never sent
  url.hash = "";
  const endpoint = { id: randomUUID(), url: url.href, secret, created_at: world.clock.now };
  if ((await world.records.endpoints.count()) >= mostEndpoints) {
    throw new HappeningRefused("conflict", `There are ${mostEndpoints} endpoints already. Remove one first.`);
  }
  await world.records.endpoints.put(endpoint.id, endpoint);
  return endpoint;
}

/** The endpoints, oldest first. Secrets are returned at registration only. */
export async function listEndpoints(world: World): Promise<Endpoint[]> {
  return (await world.records.endpoints.all()).map(({ secret: _, ...endpoint }) => endpoint);
}

/** Removes an endpoint: nothing more is sent there. Its deliveries stay listed. */
export async function removeEndpoint(world: World, id: string): Promise<void> {
  if ((await world.records.endpoints.get(id)) === undefined) {
    throw new HappeningRefused("unknown", `No endpoint has the id "${id}". List the endpoints for their ids.`);
  }
  await world.records.endpoints.delete(id);
  await world.deliveries.removeEndpoint(id);
  await world.eventFaults.forget(id);
}

/** As specified by Standard Webhooks. */
function isSecret(text: string): boolean {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1];
  if (base64 === undefined || base64.length % 4 !== 0) return false;
  const { length } = Buffer.from(base64, "base64");
  return length >= 24 && length <= 64;
}

function refused(message: string): HappeningRefused {
  return new HappeningRefused("invalid", message);
}
