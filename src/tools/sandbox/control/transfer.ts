// The calls that copy a world, and send and take the file of one.
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify";
import { copyWorld, exportWorld, importWorld } from "../transfer/index.ts";
import type { LiveWorld } from "../world/live-world.ts";
import type { WorldIdentity } from "../world/world.ts";
import { newIdentity, type Worlds } from "../worlds.ts";
import { type ControlHandlers, ControlRefused } from "./call.ts";
import { shownWorld } from "./worlds.ts";

export function transferCalls(worlds: Worlds) {
  return {
    async copyWorld({ live, body: { id, ttl } = {} }) {
      const made = await copyWorld(worlds, live, identityOf(id), ttl === undefined ? {} : { ttl });
      return { status: 201, body: await made.read(shownWorld) };
    },
  } satisfies Partial<ControlHandlers>;
}

/** Sends a world as a file. */
export async function sendFile(live: LiveWorld, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({
    "content-type": fileType,
    "content-disposition": `attachment; filename="${live.identity.id}.jsonl"`,
    "cache-control": "no-store",
  });
  if (request.method === "HEAD") return reply.send();
  const file = await exportWorld(live);
  return reply.header("content-length", file.size).send(file.stream());
}

/** Makes a world of the file that is sent. */
export async function takeFile(worlds: Worlds, { query }: { readonly query: unknown }, { raw }: FastifyRequest) {
  const { id } = query as { readonly id?: string };
  try {
    // A refusal is sent, so that the connection must stay
    const made = await importWorld(worlds, raw.iterator({ destroyOnReturn: false }), identityOf(id));
    return { status: 201, body: await made.read(shownWorld) };
  } catch (error) {
    if (raw.complete || !raw.destroyed) throw error;
    throw new ControlRefused(400, "The file was not sent to its end.", { where: "body" });
  }
}

/** Registers a route whose body stays what arrives: it is read while it does. */
export function withoutBodies(register: (into: Parameters<FastifyPluginCallback>[0]) => void): FastifyPluginCallback {
  return (app, _, done) => {
    app.removeAllContentTypeParsers();
    // As the document has it: a text
    app.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null, ""));
    register(app);
    done();
  };
}

const fileType = "application/x-ndjson";

function identityOf(id: string | undefined): WorldIdentity {
  return { ...newIdentity(), ...(id === undefined ? {} : { id }) };
}
