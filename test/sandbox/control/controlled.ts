// A sandbox on a socket with a client of its control plane, which holds every answer against the document.

import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type ControlClient, createControlClient } from "../../../src/sandbox/control-client/index.ts";
import { createResponseCheck } from "../../../src/sandbox/server/response-check.ts";
import type { Sandbox, SandboxOptions } from "../../../src/sandbox/start-sandbox.ts";
import { startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { readControlDocument } from "../../../src/shared/contract/index.ts";
import { logInto } from "../complaints.ts";
import { patient } from "../receiver.ts";

/** The moment at which every clock begins. */
export const start = "2026-03-02T09:00:00.000Z";

export interface ControlledSandbox {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly control: ControlClient;
  /** Lines of the log, and answers that break the document: none. */
  readonly complaints: string[];
}

export async function startControlled(options: SandboxOptions = {}): Promise<ControlledSandbox> {
  const complaints: string[] = [];
  const log = logInto(complaints);
  const sandbox = await startSandbox({ ...patient, port: 0, frozen: true, now: new Date(start), log, ...options });
  const url = sandbox.url ?? "";
  const document = await readControlDocument();
  const check = createResponseCheck(document);
  const control = createControlClient({
    baseUrl: url,
    maxRetries: 0,
    async fetch(address, init) {
      const response = await fetch(address, init);
      if (response.headers.get("content-type")?.startsWith("application/json") !== true) return response;
      const path = new URL(address).pathname;
      const operation = document.operations.find(
        (one) =>
          one.method === init.method.toLowerCase() &&
          new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
      );
      const broken =
        operation === undefined
          ? `${init.method} ${path} is not in the document.`
          : check(operation, response.status, await response.clone().json());
      if (broken !== undefined) complaints.push(broken);
      return response;
    },
  });
  return { sandbox, url, control, complaints };
}

/** One for all tests of a file, whose first world begins anew for each; nothing may have complained. */
export let controlled: ControlledSandbox;
export function useControlled(): void {
  beforeAll(async () => {
    controlled = await startControlled();
  });
  beforeEach(() => controlled.sandbox.reset());
  afterAll(async () => {
    await controlled.sandbox.close();
    expect(controlled.complaints).toEqual([]);
  });
}

/** The path parameters of the first world. */
export const demo = { path: { world_id: "demo" } } as const;
