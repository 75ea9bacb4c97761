// The page of the sandbox for people, as a plugin of the server: which views there are, and who may ask for them and send their forms.
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { type Asked, askForToken, guardHost, holdsToken } from "../server/access.ts";
import { Refused } from "../world/refused.ts";
import { assetNames, readAsset } from "./assets.ts";
import { type PageOptions, viewPaths } from "./view.ts";

/** Makes the plugin. Register it with the prefix `/_sandbox`. */
export function sandboxPages(options: PageOptions, server: FastifyInstance): FastifyPluginCallback {
  // Imported on demand: most sandboxes run in tests without the page, and must start fast
  const answers = () => import("./answers.ts");
  return (app, _, done) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: FastifyRequest, text: string) => new URLSearchParams(text),
    );
    app.addHook("onRequest", async (request, reply) => {
      guardHost(request, options.access);
      return holdsToken(request.headers, options.access.token) ? undefined : askToken(reply);
    });
    app.setErrorHandler(async (error: Error, request, reply) =>
      (await answers()).refuseRequest(options, error, request, reply),
    );
    for (const path of viewPaths) {
      app.get<{ Params: { id?: string } }>(`/${path}`, async (request, reply) =>
        (await answers()).answerView(options, path, request, reply),
      );
    }
    app.route<{ Params: { id?: string } }>({
      method: ["GET", "POST"],
      url: "/form/:id",
      onRequest: async (request) => (request.method === "POST" ? guardForm(request) : undefined),
      handler: async (request, reply) => (await answers()).answerForm(options, server, request, reply),
    });
    for (const name of assetNames) {
      app.get(`/page/${name}`, async (_request, reply) => {
        const { type, text } = await readAsset(name);
        return reply
          .headers({ "cache-control": "no-cache", "x-content-type-options": "nosniff" })
          .type(type)
          .send(text);
      });
    }
    done();
  };
}

/**
 * Takes forms of this page only: a browser says where a form comes from. What does not say it is refused too: programs call the control plane.
 *
 * @throws {Refused}
 */
function guardForm({ headers, host }: Asked): void {
  const { origin, "sec-fetch-site": site } = headers;
  const isOwnOrigin = origin === `http://${host}` || origin === `https://${host}`;
  const isOwn = site === undefined ? isOwnOrigin : site === "same-origin" && (origin === undefined || isOwnOrigin);
  if (isOwn) return;
  throw new Refused("forbidden", "This was not sent by a form of the sandbox's own page. Nothing changed.", {
    where: isOwnOrigin ? "header sec-fetch-site" : "header origin",
    remedy: "Use the form on the page. From a program, call the control plane with its header.",
  });
}

/** The browser asks for the token, and sends it with all that it asks for under `/_sandbox` until it is closed. */
function askToken(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .headers({ "www-authenticate": askForToken, "cache-control": "no-store" })
    .type("text/plain; charset=utf-8")
    .send("Reload the page and enter the control token of the sandbox as the password, with any user name.\n");
}
