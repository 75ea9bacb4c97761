// Receivers that are right, in four frameworks and as a function of the web: the check finds nothing, and skips nothing.
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { checkReceiver } from "../../src/check-receiver/check-receiver.ts";
import { matrixPackage, needs } from "../run/needs.ts";
import { seed } from "../run/seed.ts";
import { serve } from "../serve.ts";
import { Consumer, secret } from "./consumer.ts";

const consumerOf = () => {
  const consumer = new Consumer();
  const receive = (body: string, headers: object) =>
    consumer.receive(body, Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])));
  return { consumer, receive };
};

type Receive = ReturnType<typeof consumerOf>["receive"];

/** The part of Express that these tests use. */
interface Express {
  (): RequestListener & { post(path: string, ...handlers: readonly unknown[]): void };
  text(options: object): unknown;
}

/** The part of Hono that these tests use. */
interface Hono {
  Hono: new () => {
    post(path: string, handler: (context: { req: { raw: Request } }) => Promise<Response>): void;
    fetch(request: Request): Promise<Response>;
  };
}

const require = createRequire(import.meta.url);
const matrix = <T>(name: string) => require(matrixPackage(name)) as T;

/** Serves a function of the web: a route handler of Next.js, or an app of Hono. */
function served(handler: (request: Request) => Promise<Response>): RequestListener {
  return async (request, response) => {
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const init = { method: "POST", headers, body: await text(request) };
    const { status } = await handler(new Request("http://127.0.0.1/events", init));
    response.writeHead(status).end();
  };
}

const frameworks: Readonly<Record<string, (receive: Receive) => RequestListener | Promise<RequestListener>>> = {
  "node:http": (receive) => async (request, response) => {
    response.writeHead(receive(await text(request), request.headers)).end();
  },
  'a framework that sends "ok" as HTML': (receive) => async (request, response) => {
    const isRight = receive(await text(request), request.headers) === 204;
    response.writeHead(isRight ? 200 : 401, { "content-type": "text/html; charset=utf-8" }).end("ok");
  },
  "a server that ends each connection": (receive) => async (request, response) => {
    const status = receive(await text(request), request.headers);
    response.writeHead(status).end(() => request.socket.end());
  },
  Fastify: async (receive) => {
    const app = fastify();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body));
    app.post("/events", async (request, reply) => reply.code(receive(String(request.body), request.headers)).send());
    await app.ready();
    return (request, response) => app.routing(request, response);
  },
  "a route handler of Next.js": (receive) => {
    async function POST(request: Request): Promise<Response> {
      return new Response(null, { status: receive(await request.text(), Object.fromEntries(request.headers)) });
    }
    return served(POST);
  },
  ...(needs("the packages of test/matrix") && {
    Express: (receive: Receive) => {
      const express = matrix<Express>("express");
      const app = express();
      const handler = (request: { body: string; headers: object }, response: { sendStatus(status: number): void }) =>
        response.sendStatus(receive(request.body, request.headers));
      app.post("/events", express.text({ type: "application/json", limit: "1mb" }), handler);
      return app;
    },
    Hono: (receive: Receive) => {
      const app = new (matrix<Hono>("hono").Hono)();
      app.post("/events", async ({ req: { raw } }) => {
        return new Response(null, { status: receive(await raw.text(), Object.fromEntries(raw.headers)) });
      });
      return served(async (request) => app.fetch(request));
    },
  }),
};

test.each(Object.entries(frameworks))("%s: a right receiver passes every check", async (_, start) => {
  const { consumer, receive } = consumerOf();
  const served = await serve(await start(receive));
  onTestFinished(served.close);
  const url = `${served.url}/events?tenant=demo%20one`;
  const users: string[] = [];
  /** The state that it holds of a user, with the user's id, and as lists, in another order for every second user. */
  const holds = (userId: string) => {
    if (!users.includes(userId)) users.push(userId);
    const inOrder = <T>(rows: T[]) => (users.indexOf(userId) % 2 === 0 ? rows : rows.reverse());
    const data = { name: "data", held: consumer.holds(userId), tags: inOrder([{ a: [1] }, { a: [2] }]) };
    return inOrder<object>([data, { name: "more", user: { id: userId } }]);
  };
  const { checks } = await checkReceiver({ url, secret, holds, deadlineMs: 60_000, burst: 10, seed });
  expect(checks.filter(({ finding, skipped }) => finding !== undefined || skipped !== undefined)).toEqual([]);
  for (const { check, passed } of checks) expect({ check, passed }).not.toEqual({ check, passed: 0 });
});
