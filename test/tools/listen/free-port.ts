// A port for a command that prints which one it has only when it ends.
import { createServer } from "node:http";
import { listenOnLoopback } from "../../../src/tools/terminal/index.ts";

/** A port that is free now. */
export async function freePort(): Promise<string> {
  const held = createServer();
  const url = await listenOnLoopback(held, 0, "a port", "Try again.");
  await new Promise((resolve) => held.close(resolve));
  return new URL(url).port;
}
