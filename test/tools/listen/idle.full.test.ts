// `listen --idle` counts from the latest delivery, not from its start.
import { expect, test } from "vitest";
import { listenCommand } from "../../../src/tools/listen/index.ts";
import { runHere } from "../../commands.ts";
import { freePort } from "./free-port.ts";

test("deliveries that keep coming are listened to for longer than --idle, and the report comes after the last", async () => {
  const port = await freePort();
  const ended = runHere(listenCommand, ["--port", port, "--idle", "8"]);
  const body = '{"event_type":"menu.changed","data":{}}';
  const begunMs = performance.now();
  let sent = 0;
  const sentForMs = async () => {
    const headers = { "content-type": "application/json", "webhook-id": `msg_${sent}` };
    const isTaken = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body }).then(
      ({ status }) => status === 204,
      () => false,
    );
    if (isTaken) sent += 1;
    return isTaken ? performance.now() - begunMs : 0;
  };
  await expect.poll(sentForMs, { interval: 500 }).toBeGreaterThan(10_000);
  const { code, stdout } = await ended;
  expect(stdout).toContain(`${sent} events`);
  expect(code).toBe(0);
});
