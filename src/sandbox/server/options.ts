// The parts and options that a server of the sandbox is made of.
import type { FastifyPluginCallback } from "fastify";
import type { Contract } from "../../shared/contract/index.ts";
import type { HostPolicy } from "../../shared/http/index.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Worlds } from "../world/worlds.ts";
import type { ControlAccess } from "./access.ts";
import type { AnsweredCall } from "./log.ts";

/** The hosts of the service: one for the calls of teams, one for those of organizations. */
export type ServiceHost = "team" | "organization";

export interface ServerOptions {
  /** The host whose operations are answered; without it those of both are. That of the organization has neither control plane nor page. */
  readonly host?: ServiceHost | undefined;
  /** Where the operations of each host are answered, once that is known. */
  readonly urls: Readonly<Partial<Record<ServiceHost, string>>>;
  readonly contract: Contract;
  /** The document of the control plane. */
  readonly control: Contract;
  readonly worlds: Worlds;
  readonly assumptions: Assumptions;
  /** Where events may be sent to. */
  readonly policy: HostPolicy;
  readonly access: ControlAccess;
  /** The page of the control plane. */
  readonly page: FastifyPluginCallback;
  /** Aborted when the sandbox is asked to stop. */
  readonly stopping: AbortSignal;
  /** Are the sandbox's responses checked against the contract? Violations are logged. */
  readonly responseChecks: boolean;
  /** Are calls refused that give hints, unless their world's settings say otherwise? */
  readonly isStrict: boolean;
  /** Are paths accepted with and without a trailing slash, and with repeated slashes? */
  readonly lenientSlash: boolean;
  /** Milliseconds to wait for a complete request. */
  readonly requestTimeoutMs: number;
  /** Addresses and ranges of proxies whose forwarded headers say who calls, and by which address. */
  readonly trustedProxies: readonly string[];
  /** Takes a line that an operator should read. No credential and nothing of a person is in it. */
  readonly log: (line: string) => void;
  /** Called with each call once it was answered. Others than the developer of the calls read the log then: names that a caller made up are not in it. */
  readonly logCall?: ((call: AnsweredCall) => void) | undefined;
}
