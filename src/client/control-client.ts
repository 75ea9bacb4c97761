// The client of a sandbox's control plane: its routes, typed by its own document, and its live stream.
import type { components, paths } from "../../generated/control-types.ts";
import { callerOf } from "./call.ts";
import type { CallArguments, Operation, OperationOf } from "./call-types.ts";
import type { ConnectionOptions } from "./options.ts";
import type { DataOf } from "./results.ts";

/** What the control plane wants on every call: a page of another origin cannot set it. */
const controlHeader = "x-sandbox-control";

/** The paths that have an operation of this method. */
type RoutesOf<Method extends "get" | "post" | "patch" | "delete"> = {
  readonly [Path in keyof paths as paths[Path][Method] extends Operation ? Path : never]: paths[Path][Method];
};

type CallOf<Routes> = <Path extends keyof Routes>(
  path: Path,
  ...options: CallArguments<OperationOf<Routes, Path>>
) => Promise<ControlResult<DataOf<OperationOf<Routes, Path>>>>;

/** What a call comes back with. */
export type ControlResult<Data> =
  | { readonly ok: true; readonly status: number; readonly data: Data; readonly response: Response }
  | {
      readonly ok: false;
      readonly status: number;
      /** What was expected and found, where, and what to do. */
      readonly error: components["schemas"]["Refusal"];
      readonly response: Response;
    };

/** Something that went on in a world. */
export type ControlMessage = components["schemas"]["StreamMessage"];

/** The calls of the control plane, each method with its paths. */
export interface ControlClient {
  readonly GET: CallOf<Omit<RoutesOf<"get">, "/_sandbox/worlds/{world_id}/stream">>;
  readonly POST: CallOf<RoutesOf<"post">>;
  readonly PATCH: CallOf<RoutesOf<"patch">>;
  readonly DELETE: CallOf<RoutesOf<"delete">>;
  /**
   * Watches a world live, from when the promise resolves, until the loop is left or the signal aborts.
   *
   * @throws when the sandbox refuses.
   * @example
   * for await (const { type, data } of await control.watch("demo")) console.log(type, data);
   */
  watch(world_id: string, options?: { readonly signal?: AbortSignal }): Promise<AsyncIterable<ControlMessage>>;
}

/** What `createControlClient` takes: the address of a sandbox, such as `http://127.0.0.1:4020`. No credential is needed. */
export interface ControlClientOptions extends ConnectionOptions {}

/**
 * Makes a client of the control plane of a sandbox.
 *
 * @example
 * const control = createControlClient({ baseUrl: "http://127.0.0.1:4020" });
 * await control.POST("/_sandbox/worlds/{world_id}/clock/advance", {
 *   params: { path: { world_id: "demo" } },
 *   body: { days: 8 },
 * });
 */
export function createControlClient(options: ControlClientOptions): ControlClient {
  // Only what changes nothing is repeated, and a clock that is far to advance may take its time
  const call = callerOf(controlHeader, "1", { timeoutMs: 600_000, ...options });
  const methods = ["GET", "POST", "PATCH", "DELETE"] as const;
  const calls = Object.fromEntries(
    methods.map((method) => [method, (path: string, given?: object) => call(method, path, given)]),
  );
  return { ...calls, watch: (id, how) => watched(options, id, how?.signal) } as ControlClient;
}

async function watched(
  { baseUrl, headers, fetch: send = fetch }: ControlClientOptions,
  world_id: string,
  signal: AbortSignal | undefined,
): Promise<AsyncIterable<ControlMessage>> {
  const url = `${baseUrl.replace(/\/+$/, "")}/_sandbox/worlds/${encodeURIComponent(world_id)}/stream`;
  const init = {
    headers: { accept: "text/event-stream", ...headers, [controlHeader]: "1" },
    ...(signal === undefined ? {} : { signal }),
  };
  const response = await send(new Request(url, init));
  if (response.ok && response.body !== null) return messagesOf(response.body);
  throw new Error(`The stream of ${world_id} was refused with ${response.status}: ${await response.text()}`);
}

/** Reads server-sent events as the sandbox writes them: one line of `event`, one of `data`. */
async function* messagesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ControlMessage> {
  // Not every browser iterates over a stream
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (rest + decoder.decode(read.value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, type, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        if (data !== undefined) yield { type, data: JSON.parse(data) } as ControlMessage;
      }
    }
  } finally {
    // Who leaves the loop ends the stream
    await reader.cancel();
  }
}
