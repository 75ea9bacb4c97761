// Answers for the pages: writes the requested page, does what a form asks, and refuses. Loaded with the first page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "../../look/index.ts";
import { ControlRefused } from "../control/call.ts";
import { keepConnection } from "../input/keep-connection.ts";
import { kindOf } from "../world/own-fault.ts";
import { retryAfter, StoreUnavailable } from "../world/store-unavailable.ts";
import { demoIdentity } from "../worlds.ts";
import { actions, happeningAction } from "./actions.ts";
import { pageAssets } from "./assets.ts";
import { controlCaller } from "./call-control.ts";
import { Fields } from "./fields.ts";
import { type Notice, pageText, policy } from "./frame.ts";
import { linksOf, pagePrefix } from "./links.ts";
import { keepNotice, noticeOf } from "./notices.ts";
import type { PagePath, PagesOptions } from "./options.ts";
import { type Content, NotThere, type View, type Writer } from "./view.ts";
import { callPage, callsPage } from "./views/calls.ts";
import { clockPage } from "./views/clock.ts";
import { deliveriesPage, deliveryPage } from "./views/deliveries.ts";
import { endpointsPage } from "./views/endpoints.ts";
import { eventFaultsPage } from "./views/event-faults.ts";
import { eventPage, eventsPage } from "./views/events.ts";
import { faultsPage } from "./views/faults.ts";
import { labReportPage, labReportsPage } from "./views/lab-reports.ts";
import { orderPage, ordersPage } from "./views/orders.ts";
import { overviewPage } from "./views/overview.ts";
import { simulatePage } from "./views/simulate.ts";
import { storiesPage, storyPage } from "./views/stories.ts";
import { userPage, usersPage } from "./views/users.ts";
import { worldsPage } from "./views/worlds.ts";

/** The pages by path; `:id` is the id of what they show. */
const writers: { readonly [Path in PagePath]: Writer } = {
  "": overviewPage,
  "users/": usersPage,
  "users/:id": userPage,
  "orders/": ordersPage,
  "orders/:id": orderPage,
  "lab-reports/": labReportsPage,
  "lab-reports/:id": labReportPage,
  "calls/": callsPage,
  "calls/:id": callPage,
  "events/": eventsPage,
  "events/:id": eventPage,
  "deliveries/": deliveriesPage,
  "deliveries/:id": deliveryPage,
  "simulate/": simulatePage,
  "stories/": storiesPage,
  "stories/:id": storyPage,
  "clock/": clockPage,
  "faults/": faultsPage,
  "event-faults/": eventFaultsPage,
  "endpoints/": endpointsPage,
  "worlds/": worldsPage,
};

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": policy,
  "cache-control": "no-cache",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // Not `no-referrer`: a browser would hide from us, too, where a form comes from
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** Answers each kind of request. */
export interface Answers {
  page(path: PagePath, id: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  asset(name: string, reply: FastifyReply): Promise<FastifyReply>;
  act(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  refuse(
    error: Error & { readonly statusCode?: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply>;
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** @param app The server, for the calls of the control plane that forms stand for. */
export function answersOf(options: PagesOptions, app: FastifyInstance): Answers {
  const { control } = options;
  return {
    async page(path, id, request, reply) {
      const text = await viewed(options, request.url, request, id, async (view) => {
        const name = view.query.get("notice");
        const message = name === null ? undefined : await noticeOf(view.world, name);
        const notice: Notice | undefined = message === undefined ? undefined : { kind: "done", message };
        return pageText(view, path, await writers[path](view), notice);
      });
      return reply.headers(pageHeaders).send(text);
    },

    async asset(name, reply) {
      const asset = (await pageAssets()).get(name);
      if (asset === undefined) throw new NotThere("Unknown asset.");
      const { "content-security-policy": _, ...headers } = pageHeaders;
      return reply.headers({ ...headers, "content-type": asset.type }).send(asset.text);
    },

    async act(name, request, reply) {
      const action = Object.hasOwn(actions, name) ? actions[name] : happeningAction(control, name);
      if (action === undefined) throw new NotThere("Unknown form.");
      const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const fields = new Fields(sent);
      const world_id = fields.text("world") ?? demoIdentity.id;
      const { message, leadsTo = backOf(sent) } = await action({
        control: controlCaller(app, control, request),
        world_id,
        fields,
        to: linksOf(world_id),
      });
      const where = new URL(leadsTo, "http://sandbox");
      // The page to show may be one of another world
      const live = await options.worlds.get(where.searchParams.get("world") ?? demoIdentity.id);
      // What was done is done: its page shows it without a notice, too
      const notice = await live
        ?.write((world) => keepNotice(world, message))
        .catch((error: unknown) => options.log(`error: keeping a notice failed: ${kindOf(error)}`));
      if (notice !== undefined) where.searchParams.set("notice", notice);
      return reply.redirect(`${where.pathname}${where.search}`, 303);
    },

    refuse: (error, request, reply) => sendRefusal(options, error, request, reply),
    notFound: (request, reply) =>
      sendRefusal(options, new NotThere("The sandbox has no page at this address."), request, reply),
  };
}

/** Where a form comes back to: one of these pages, whatever it says. */
function backOf(sent: URLSearchParams): string {
  const back = sent.get("back") ?? "";
  const where = URL.canParse(back, "http://sandbox") ? new URL(back, "http://sandbox") : undefined;
  const isOurs = where?.origin === "http://sandbox" && where.pathname.startsWith(`${pagePrefix}/`);
  return isOurs ? `${where.pathname}${where.search}` : `${pagePrefix}/`;
}

/** Writes a page of a world, which is read in one transaction. */
async function viewed(
  { worlds, contract, control, managementUrl, referenceUrl }: PagesOptions,
  url: string,
  { protocol, host }: FastifyRequest,
  id: string,
  write: (view: View) => Promise<string> | string,
): Promise<string> {
  const { pathname, searchParams: query } = new URL(url, "http://sandbox");
  const worldId = query.get("world") ?? demoIdentity.id;
  const live = await worlds.get(worldId);
  if (live === undefined) throw new NotThere(`The sandbox has no world "${worldId}".`);
  const kept = new URLSearchParams(query);
  kept.delete("notice");
  const shown = {
    worlds,
    control,
    operationIds: contract.operations.map((operation) => operation.id),
    origin: `${protocol}://${host}`,
    managementUrl: managementUrl(),
    reference: referenceUrl,
    query,
    id,
    to: linksOf(worldId),
    here: `${pathname}${kept.size === 0 ? "" : `?${kept}`}`,
  };
  return live.read((world, inside) => write({ ...shown, world, index: inside.worlds }));
}

/** A refusal is a page, too: it says what is wrong, and leads back to the form, which the browser still has filled. */
async function sendRefusal(
  options: PagesOptions,
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isRefused = error instanceof ControlRefused;
  keepConnection(reply);
  if (isRefused && error.where === "header host") {
    // A page whose name was rebound to this machine reads this: nothing of any world is in it
    return reply.code(error.status).type("text/plain; charset=utf-8").send(`${error.message} ${error.remedy}\n`);
  }
  const status = isRefused ? error.status : error instanceof NotThere ? 404 : (error.statusCode ?? 500);
  if (status >= 500) {
    const stack = process.env["DEBUG"] ? `: ${error.stack}` : ". Set DEBUG=1 for the stack trace.";
    options.log(`error: ${request.method} ${request.routeOptions.url ?? "?"} failed: ${kindOf(error)}${stack}`);
  }
  // A page of a world would be read from the same database
  if (error instanceof StoreUnavailable) {
    return reply.code(503).headers(retryAfter).type("text/plain; charset=utf-8").send(`${error.message}\n`);
  }
  const message = status >= 500 ? "The sandbox failed. This is a bug in the sandbox." : error.message;
  const notice = html`${message}${isRefused && error.remedy !== undefined ? ` ${error.remedy}` : undefined}`;
  const back = request.body instanceof URLSearchParams ? backOf(request.body) : `${pagePrefix}/`;
  const content: Content = {
    title: status === 404 ? "Not found" : "Refused",
    body: html`<p><a href="${back}">Back</a></p>`,
  };
  const text = await viewed(options, `${pagePrefix}/`, request, "", (view) =>
    pageText(view, "refused", content, { kind: "refused", message: notice }),
  );
  return reply.code(status).headers(pageHeaders).send(text);
}
