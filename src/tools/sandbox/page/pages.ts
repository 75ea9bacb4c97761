// The pages of the sandbox for people, as a plugin of the server: which there are, and who may ask for them and send their forms.
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { guardHost } from "../control/guard.ts";
import { askForToken, holdsToken } from "../control/token.ts";
import type { Answers } from "./answers.ts";
import { assetNames } from "./assets.ts";
import { type PagesOptions, paths } from "./options.ts";
import { guardForm } from "./same-origin.ts";

/** The pages of a server. */
export interface SandboxPages {
  /** Register it with the prefix `/_sandbox`. */
  readonly plugin: FastifyPluginCallback;
  /** Answers a browser that was sent to a page that does not exist. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** Makes the pages of a server. */
export function sandboxPages(options: PagesOptions, server: FastifyInstance): SandboxPages {
  const { access } = options;
  let loaded: Promise<Answers> | undefined;
  /** Imported on demand: most sandboxes run in tests without pages, and must start fast. */
  const answers = () => {
    loaded ??= import("./answers.ts").then(({ answersOf }) => answersOf(options, server));
    return loaded;
  };
  const plugin: FastifyPluginCallback = (app, _, done) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: FastifyRequest, text: string) => new URLSearchParams(text),
    );
    app.addHook("onRequest", async (request, reply) => {
      guardHost(request, access);
      return holdsToken(request.headers, access.token) ? undefined : askToken(reply);
    });
    app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) =>
      (await answers()).refuse(error, request, reply),
    );
    for (const path of paths) {
      app.get<{ Params: { id?: string } }>(`/${path}`, async (request, reply) =>
        (await answers()).page(path, request.params.id ?? "", request, reply),
      );
    }
    for (const name of assetNames) {
      app.get(`/page/${name}`, async (_request, reply) => (await answers()).asset(name, reply));
    }
    app.post<{ Params: { action: string } }>(
      "/do/:action",
      { onRequest: async (request) => guardForm(request) },
      async (request, reply) => (await answers()).act(request.params.action, request, reply),
    );
    done();
  };
  return {
    plugin,
    notFound: async (request, reply) =>
      holdsToken(request.headers, access.token) ? (await answers()).notFound(request, reply) : askToken(reply),
  };
}

/** The browser asks for the token, and sends it with all that it asks for under `/_sandbox` until it is closed. */
function askToken(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .headers({ "www-authenticate": askForToken, "cache-control": "no-store" })
    .type("text/plain; charset=utf-8")
    .send(
      "This sandbox needs its control token. Reload the page and enter the token as the password, with any user name.\n",
    );
}
