// The options and parts that a server of the sandbox is made of.
import type { FastifyPluginCallback } from "fastify";
import type { Contract } from "../../shared/contract/index.ts";
import type { HostPolicy } from "../../shared/http/index.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Worlds } from "../world/worlds.ts";
import type { AnsweredCall } from "./log.ts";

/** The hosts of the service: one for the calls of teams, one for those of organizations. */
export type ServiceHost = "team" | "organization";

/** The options of a sandbox that its server reads as they are. */
export interface ServingOptions {
  /** Are its responses checked against the contract? By default they are, and violations are logged. */
  readonly responseChecks?: boolean | undefined;
  /**
   * Is each path taken with and without the slash at its end, and with repeated slashes? For clients written for another
   * server; by default slashes count, as in the contract.
   */
  readonly lenientSlash?: boolean | undefined;
  /** In how many milliseconds a request must have arrived whole; 30 seconds by default. */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * Are calls refused that do something odd, which a service may take in silence: an unknown query parameter or field, an idempotency key that
   * comes back with another body? By default the hint stands with the call in `calls.list()`. The setting `strict` of a world comes first.
   */
  readonly strict?: boolean | undefined;
  /** Origins whose pages may call the control plane, such as `http://127.0.0.1:4000`. By default none but its own. */
  readonly allowedControlOrigins?: readonly string[] | undefined;
}

/** More of them, which only our commands set. */
export interface SharingOptions {
  /** Addresses and ranges of proxies whose forwarded headers say who calls, and by which address; by default none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Host names, besides this machine's, under which the control plane at `/_sandbox` answers. By default none. */
  readonly allowedControlHosts?: readonly string[] | undefined;
  /** The token that every call of the control plane needs, and every page; by default none. */
  readonly controlToken?: string | undefined;
  /** Called with each call once it was answered. Others than the developer of the calls read the log then: names that a caller made up are not in it. */
  readonly logCall?: ((call: AnsweredCall) => void) | undefined;
}

/** The parts of a server besides. */
export interface ServerOptions extends ServingOptions, SharingOptions {
  /** The host whose operations are answered; without it those of both are. That of the organization has neither control plane nor page. */
  readonly only?: ServiceHost | undefined;
  /** Where the operations of each host are answered, once that is known. */
  readonly urls: Readonly<Partial<Record<ServiceHost, string>>>;
  readonly contract: Contract;
  /** The document of the control plane. */
  readonly control: Contract;
  readonly worlds: Worlds;
  readonly assumptions: Assumptions;
  /** Where events may be sent to. */
  readonly policy: HostPolicy;
  /** The page of the control plane. */
  readonly page: FastifyPluginCallback;
  /** Aborted when the sandbox is asked to stop. */
  readonly stopping: AbortSignal;
  /** Takes a line that an operator should read. No credential and nothing of a person is in it. */
  readonly log: (line: string) => void;
}
