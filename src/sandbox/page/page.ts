// The page of the sandbox for people: one static page, whose script calls the control plane as any program does.
import type { FastifyPluginCallback } from "fastify";
import { askForToken, guardHost, guardToken } from "../server/access.ts";
import { answerError } from "../server/answer.ts";
import type { ServerOptions } from "../server/options.ts";
import { assetNames, readAsset } from "./assets.ts";
import { listForms } from "./forms.ts";

/** The options of the page: those of its server, and the URL of the reference, if it is served with this. */
interface PageOptions extends Omit<ServerOptions, "page"> {
  readonly referenceUrl?: string | undefined;
}

/** Nothing comes from elsewhere, nothing goes elsewhere, and no other page frames this one. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-cache",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** Makes the plugin. Register it with the prefix `/_sandbox`. */
export function sandboxPage(options: PageOptions): FastifyPluginCallback {
  const { control, log, urls, referenceUrl } = options;
  return (app, _, done) => {
    app.addHook("onRequest", async (request) => {
      guardHost(request, options);
      guardToken(request, options);
    });
    // In plain text: a page whose name was rebound to this machine may read it, and nothing of any world is in it
    app.setErrorHandler(async (error: Error, request, reply) => {
      const { status, message, remedy = "" } = answerError(error, request, reply, log);
      // The browser sends the token with all that it asks for under `/_sandbox` until it is closed
      if (status === 401) reply.header("www-authenticate", askForToken);
      return reply.code(status).type("text/plain; charset=utf-8").send(`${message} ${remedy}\n`);
    });
    for (const name of assetNames) {
      app.get(name === "page.html" ? "/" : `/page/${name}`, async (_request, reply) => {
        const { type, text } = await readAsset(name);
        return reply.headers(pageHeaders).type(type).send(text);
      });
    }
    // The page cannot know these by itself
    app.get("/page/data.json", async (_request, reply) =>
      reply.headers(pageHeaders).send({
        forms: listForms(control),
        stories: control.document["x-stories"],
        addresses: { reference: referenceUrl, management: urls.organization },
      }),
    );
    done();
  };
}
