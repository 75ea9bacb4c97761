// Answers for the page: writes the requested view, does what the form asks, and refuses. Loaded with the first request for it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { controlHeader } from "../server/access.ts";
import { answerError } from "../server/answer.ts";
import { Refused } from "../world/refused.ts";
import { demoIdentity } from "../world/worlds.ts";
import { findFormOperation, listFields, readCall } from "./fields.ts";
import { type Outcome, showForm } from "./form.ts";
import { writePage } from "./frame.ts";
import { type Content, type PageOptions, pagePrefix, type View, type ViewPath } from "./view.ts";
import { showActivity } from "./views/activity.ts";
import { showCalls } from "./views/calls.ts";
import { showDeliveries } from "./views/deliveries.ts";
import { showUser } from "./views/user.ts";

type PageRequest = FastifyRequest<{ Params: { id?: string } }>;

const views: { readonly [Path in ViewPath]: (view: View) => Content } = {
  "": showActivity,
  "calls/": showCalls,
  "deliveries/": showDeliveries,
  "users/:id": showUser,
};

/** Nothing comes from elsewhere, nothing goes elsewhere, and no other page frames this one. */
const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-cache",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // Not `no-referrer`: a browser would hide from us, too, where a form comes from
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

export async function answerView(options: PageOptions, path: ViewPath, request: PageRequest, reply: FastifyReply) {
  return sendView(options, request, reply, readQuery(request), views[path]);
}

/** Shows a form; one that was sent, and a link to what only reads, with what the control plane answers. */
export async function answerForm(
  options: PageOptions,
  server: FastifyInstance,
  request: PageRequest,
  reply: FastifyReply,
) {
  const { control, worlds } = options;
  const operation = findFormOperation(control, request.params.id ?? "");
  const sent = request.body instanceof URLSearchParams ? request.body : readQuery(request);
  const isComplete = listFields(control, operation, sent).every(({ name, required }) => !required || sent.get(name));
  let outcome: Outcome | undefined;
  if (request.method === "POST" || (operation.method === "get" && isComplete)) {
    const { url, payload } = readCall(control, operation, sent.get("world") ?? demoIdentity.id, sent);
    const { authorization } = request.headers;
    // As any other caller would: the page can do nothing that curl cannot
    const answer = await server.inject({
      method: operation.method.toUpperCase() as "POST",
      url,
      headers: { host: "127.0.0.1", [controlHeader]: "1", ...(authorization === undefined ? {} : { authorization }) },
      ...(payload === undefined ? {} : { payload }),
    });
    reply.code(answer.statusCode);
    outcome = { isRefused: answer.statusCode >= 400, answer: answer.json() };
    // The world may be the one that was dropped
    if (worlds.get(sent.get("world") ?? "") === undefined) sent.delete("world");
  }
  return sendView(options, request, reply, sent, (view) => showForm(view, outcome));
}

function readQuery({ url }: PageRequest): URLSearchParams {
  return new URL(url, "http://sandbox").searchParams;
}

/** Sends a view of a world, in its turn. */
async function sendView(
  options: PageOptions,
  { url, protocol, host, params }: PageRequest,
  reply: FastifyReply,
  query: URLSearchParams,
  show: (view: View) => Content,
): Promise<FastifyReply> {
  const worldId = query.get("world") ?? demoIdentity.id;
  const world = options.worlds.get(worldId);
  if (world === undefined) throw new Refused(404, `The sandbox has no world "${worldId}".`);
  const path = new URL(url, "http://sandbox").pathname.slice(pagePrefix.length + 1);
  const request = { query, path, id: params.id ?? "", origin: `${protocol}://${host}` };
  const view = { ...options, ...request, world };
  const text = await world.whenFree(() => writePage(view, show(view)));
  return reply.headers(pageHeaders).send(text);
}

/** Refuses in plain text: a page whose name was rebound to this machine may read it, and nothing of any world is in it. */
export function refuseRequest(
  { log }: PageOptions,
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, message, remedy } = answerError(error, request, reply, log);
  return reply
    .code(status)
    .type("text/plain; charset=utf-8")
    .send(`${message} ${remedy ?? ""}\n`);
}
