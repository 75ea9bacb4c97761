// The hosts that events may be sent to: by default this machine, and those that the operator named; whatever a name resolves to.
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { Failure } from "../terminal/index.ts";

/** An address, and how many of its bits count. */
type Range = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

export interface HostPolicy {
  /** Host names that the operator allows, in lower case. */
  readonly allowedHosts: readonly string[];
  /** Addresses and ranges that the operator allows. */
  readonly allowedRanges?: readonly Range[];
  /**
   * Do others share this machine, to whom its own network is closed? Then this machine and private addresses are reached only when the
   * operator allowed the address itself.
   */
  readonly isShared?: boolean;
}

/**
 * Makes a policy of the names, addresses and ranges that an operator wrote.
 *
 * @throws {Failure} when one of them is invalid.
 */
export function parseHostPolicy(names: readonly string[], isShared = false): HostPolicy {
  const allowedRanges: Range[] = [];
  const allowedHosts: string[] = [];
  for (const name of names) {
    const range = parseRange(name);
    const url = /[:/?#@\\\s]/.test(name) ? null : URL.parse(`http://${name}/`);
    if (range !== undefined) allowedRanges.push(range);
    else if (url !== null) allowedHosts.push(readHost(url));
    else {
      throw new Failure(
        `Expected a host name such as receiver.example.com, an address or a range such as 10.0.0.0/8, found "${name}".`,
        "Pass the host only, without http:// and port.",
      );
    }
  }
  return { allowedHosts, allowedRanges, isShared };
}

/** Reads an IP address or a range of them, such as `10.0.0.0/8`; undefined when the text is neither. */
export function parseRange(text: string): Range | undefined {
  if (isIP(text) !== 0) return [ipaddr.parse(text), isIP(text) === 6 ? 128 : 32];
  return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}

/** Is it an address of this machine that no other reaches? */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === "loopback";
}

/** No receiver of a person stands here. The last two have an IPv4 address inside, to be translated on the way. */
const neverKinds = ["linkLocal", "unspecified", "multicast", "broadcast", "rfc6052", "6to4"];
/** The same, in the deprecated form; and where clouds keep credentials: AWS, Google, Alibaba, Azure and Oracle. */
const { allowedRanges: never } = parseHostPolicy([
  ...["::/96", "fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "168.63.129.16", "192.0.0.192"],
]);

/** The host of a URL as the policy compares it: without brackets and without the dot at the end. */
export function readHost({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}

/** Is it a name of this machine: `localhost`, or one below it, which not every system can look up? */
export function isLocalName(host: string): boolean {
  return /(?:^|\.)localhost$/.test(host);
}

/** Says why events may not be sent to a URL; undefined when they may. A name is checked again when it is resolved. */
export function urlProblem(policy: HostPolicy, url: URL): string | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return `it is ${url.protocol}//, expected http:// or https://`;
  if (url.username !== "" || url.password !== "") return "it holds a user or a password";
  const host = readHost(url);
  if (host === "") return "it names no host";
  // The URL has normalized every spelling of an IPv4 address
  if (isIP(host) !== 0) return addressProblem(policy, host, host);
  return (isLocalName(host) && policy.isShared !== true) || policy.allowedHosts.includes(host)
    ? undefined
    : `the host ${host} is ${policy.isShared === true ? "not" : "neither this machine nor"} allowed by name (--allow-host ${host})`;
}

/**
 * Says why nothing may be sent to an address that a host resolved to; undefined when it may.
 *
 * @param host In lower case: the name, or the address itself.
 */
export function addressProblem(policy: HostPolicy, host: string, address: string): string | undefined {
  const [bare = ""] = address.split("%");
  // An IPv4 address counts in its mapped form, too
  const ip = ipaddr.process(bare);
  const kind = ip.range();
  const isIn = (ranges: readonly Range[] = []) =>
    ranges.some(([of, bits]) => of.kind() === ip.kind() && ip.match(of, bits));
  if (kind === "loopback" && policy.isShared !== true) return undefined;
  const shown = host === address ? address : `${host} is at ${address}, which`;
  if (neverKinds.includes(kind) || (kind !== "loopback" && isIn(never))) {
    return `${shown} is link-local, unspecified, multicast or a cloud's metadata`;
  }
  if (isIn(policy.allowedRanges)) return undefined;
  if (policy.isShared === true && kind !== "unicast") {
    return `${shown} is not public, and is not allowed by its address (--allow-host ${bare})`;
  }
  return policy.allowedHosts.includes(host) ? undefined : `${shown} is not this machine, and is not allowed`;
}
