// The pages of the sandbox for people, as a plugin of the server: which there are, and who may ask for them and send their forms.
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { guardHost } from "../control/guard.ts";
import type { Answers } from "./answers.ts";
import { assetNames } from "./assets.ts";
import { type PagesOptions, paths } from "./options.ts";
import { guardForm } from "./same-origin.ts";
import { signInPath, signOutPath } from "./sign-in.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Is it there for browsers that have not signed in, too? It shows nothing of any world. */
    isPublic?: boolean;
  }
}

/** The pages of a server. */
export interface SandboxPages {
  /** Register it with the prefix `/_sandbox`. */
  readonly plugin: FastifyPluginCallback;
  /** Answers a browser that was sent to a page that does not exist. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** Makes the pages of a server. */
export function sandboxPages(options: PagesOptions, server: FastifyInstance): SandboxPages {
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
    app.decorateRequest("caller", undefined);
    app.addHook("onRequest", async (request, reply) => {
      guardHost(request, options.access);
      if (request.routeOptions.config.isPublic !== true) await (await answers()).letIn(request, reply);
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
      app.get(`/page/${name}`, { config: { isPublic: true } }, async (_request, reply) =>
        (await answers()).asset(name, reply),
      );
    }
    app.get(signInPath, { config: { isPublic: true } }, async (request, reply) =>
      (await answers()).signInPage(request, reply),
    );
    for (const [path, change] of [
      [signInPath, "signIn"],
      [signOutPath, "signOut"],
    ] as const) {
      app.post(
        path,
        { config: { isPublic: true }, onRequest: async (request) => guardForm(request) },
        async (request, reply) => (await answers())[change](request, reply),
      );
    }
    app.post<{ Params: { action: string } }>(
      "/do/:action",
      { onRequest: async (request) => guardForm(request) },
      async (request, reply) => (await answers()).act(request.params.action, request, reply),
    );
    done();
  };
  return { plugin, notFound: async (request, reply) => (await answers()).notFound(request, reply) };
}
