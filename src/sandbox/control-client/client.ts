// The client of a sandbox's control plane, typed by its document, and its live stream.
import type { components, paths } from "../../../generated/control-types.ts";
import { type CommonOptions, type ConnectionOptions, createClient, type ResultOf } from "../../client/index.ts";

/** The header that the control plane wants on every call: a page of another origin cannot set it. */
const controlHeader = "x-sandbox-control";

/** An operation, as openapi-typescript writes it. */
interface Operation {
  parameters: { query?: unknown; path?: unknown };
  requestBody?: unknown;
  responses: unknown;
}

/** The operation of a path by its method. */
type OperationOf<Path extends keyof paths, Method extends string> =
  paths[Path] extends Record<Lowercase<Method>, infer O extends Operation> ? O : never;

/** The paths that have an operation of this method, but for the stream. */
type PathOf<Method extends string> = {
  [Path in keyof paths]: OperationOf<Path, Method> extends never ? never : Path;
}[Exclude<keyof paths, `${string}/stream`>];

/** The options of a call; `params` and `body` may be left out where nothing in them is required. */
type OptionsOf<O extends Operation> = CommonOptions &
  (Record<never, never> extends O["parameters"]
    ? { params?: Pick<O["parameters"], "path" | "query"> }
    : { params: Pick<O["parameters"], "path" | "query"> }) &
  (O extends { requestBody: { content: infer Content } }
    ? { body: Content[keyof Content] }
    : O extends { requestBody?: { content: infer Content } }
      ? { body?: Content[keyof Content] }
      : unknown);

type ArgumentsOf<O extends Operation> =
  Record<never, never> extends OptionsOf<O> ? [options?: OptionsOf<O>] : [options: OptionsOf<O>];

/** The body of an operation's success. */
type DataOf<O extends Operation> = Extract<ResultOf<O>, { ok: true }>["data"];

/** The outcome of a call. */
export type Outcome<Data> =
  | { readonly ok: true; readonly data: Data }
  | {
      readonly ok: false;
      readonly status: number;
      /** Says what was expected and found, where, and what to do. */
      readonly error: components["schemas"]["Refusal"];
    };

/** The result of a call; `unwrap` of `wearable-health-api` takes it, too. */
export type ControlResult<Data> = Outcome<Data> & {
  readonly status: number;
  readonly response: Response;
  readonly request: { readonly method: string; readonly path: string };
};

/** Something that went on in a world. */
export type ControlMessage = components["schemas"]["StreamMessage"];

/** The methods of the control plane, each with its paths. */
type ControlCalls = {
  readonly [Method in "GET" | "POST" | "PUT" | "PATCH" | "DELETE"]: <Path extends PathOf<Method>>(
    path: Path,
    ...options: ArgumentsOf<OperationOf<Path, Method>>
  ) => Promise<ControlResult<DataOf<OperationOf<Path, Method>>>>;
};

/** The calls of the control plane. */
export interface ControlClient extends ControlCalls {
  /**
   * Watches a world live, from when the promise resolves, until the loop is left or the signal aborts.
   *
   * @throws when the sandbox refuses.
   * @example
   * for await (const { type, data } of await control.watch("demo")) console.log(type, data);
   */
  watch(world_id: string, options?: { readonly signal?: AbortSignal }): Promise<AsyncIterable<ControlMessage>>;
}

/** The options of `createControlClient`: the address of a sandbox, such as `http://127.0.0.1:4020`. One that was started with a control token needs it: pass `headers: { authorization: "Bearer TOKEN" }`. */
export interface ControlClientOptions extends ConnectionOptions {}

/**
 * Makes a client of the control plane of a sandbox.
 *
 * @example
 * const control = createControlClient({ baseUrl: "http://127.0.0.1:4020" });
 * await control.PATCH("/_sandbox/worlds/{world_id}/clock", {
 *   params: { path: { world_id: "demo" } },
 *   body: { advance: { days: 8 } },
 * });
 */
export function createControlClient(options: ControlClientOptions): ControlClient {
  const { fetch: send = fetch, headers } = options;
  const client = createClient({
    // A clock that is far to advance may take its time
    timeoutMs: 600_000,
    ...options,
    headers: { ...headers, [controlHeader]: "1" },
    // The control plane takes no key: the one that a client must have is not sent
    apiKey: "none",
    fetch(url, init) {
      init.headers.delete("x-service-api-key");
      return send(url, init);
    },
  });
  const watch: ControlClient["watch"] = (world_id, how) => openStream(options, world_id, how?.signal);
  return { ...client, watch } as unknown as ControlClient;
}

async function openStream(
  { baseUrl, headers, fetch: send = fetch }: ControlClientOptions,
  world_id: string,
  signal: AbortSignal | undefined,
): Promise<AsyncIterable<ControlMessage>> {
  const url = `${String(baseUrl).replace(/\/+$/, "")}/_sandbox/worlds/${encodeURIComponent(world_id)}/stream`;
  const response = await send(url, {
    method: "GET",
    headers: new Headers({ accept: "text/event-stream", ...headers, [controlHeader]: "1" }),
    body: null,
    signal: signal ?? new AbortController().signal,
    redirect: "manual",
  });
  if (response.ok && response.body !== null) return readMessages(response.body);
  throw new Error(`The stream of ${world_id} was refused with ${response.status}: ${await response.text()}`);
}

/** Reads server-sent events as the sandbox writes them: one line of `event`, one of `data`. */
async function* readMessages(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ControlMessage> {
  // Not every browser iterates over a stream
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (rest + read.value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, type, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        if (data !== undefined) yield { type, data: JSON.parse(data) } as ControlMessage;
      }
    }
  } finally {
    // Leaving the loop ends the stream
    await reader.cancel();
  }
}

/** A name for a world that nobody has named. */
export function makeWorldName(): string {
  return `world_${crypto.randomUUID().replaceAll("-", "")}`;
}

/** A call was refused: what was expected, what was found, and what to do. Nothing has changed. */
export class HappeningRefused extends Error {
  override readonly name = "HappeningRefused";
  /** `unknown` thing, `conflict` with the state, or `invalid` input. */
  readonly reason: "unknown" | "conflict" | "invalid";

  constructor(status: number, message: string) {
    super(message);
    this.reason = status === 404 ? "unknown" : status === 409 ? "conflict" : "invalid";
  }
}

/** The data of a call. @throws {HappeningRefused} */
export function unwrap<Data>(result: Outcome<Data>): Data {
  if (result.ok) return result.data;
  const { message, remedy } = result.error.error;
  if (result.status >= 500) throw new Error(message);
  throw new HappeningRefused(result.status, remedy === undefined ? message : `${message} ${remedy}`);
}
