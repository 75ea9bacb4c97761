// The options and parts that a server of the sandbox is made of.
import type { FastifyPluginCallback } from "fastify";
import type { Contract } from "../../shared/contract/index.ts";
import type { HostPolicy } from "../../shared/http/index.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Worlds } from "../world/worlds.ts";
import type { AnsweredCall } from "./log.ts";
import type { ServingOptions } from "./serving-options.ts";

/** The hosts of the service: one for the calls of teams, one for those of organizations. */
export type ServiceHost = "team" | "organization";

/** The options that only our commands set. */
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
