// The hosts that events may be sent to: by default this machine, and those that the operator named; whatever a name resolves to.
import { BlockList, isIP } from "node:net";
import { Failure } from "../terminal/index.ts";

export interface HostPolicy {
  /** Host names that the operator allows, in lower case. */
  readonly allowedHosts: readonly string[];
  /** Addresses and ranges that the operator allows. */
  readonly allowedAddresses?: BlockList;
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
  const allowedAddresses = new BlockList();
  const allowedHosts: string[] = [];
  for (const name of names) {
    const range = parseRange(name);
    const url = /[:/?#@\\\s]/.test(name) ? null : URL.parse(`http://${name}/`);
    if (range !== undefined) allowedAddresses.addSubnet(range.address, range.bits, range.family);
    else if (url !== null) allowedHosts.push(readHost(url));
    else {
      throw new Failure(
        `Expected a host name such as receiver.example.com, an address or a range such as 10.0.0.0/8, found "${name}".`,
        "Pass the host only, without http:// and port.",
      );
    }
  }
  return { allowedHosts, allowedAddresses, isShared };
}

/** Reads an IP address or a range of them, such as `10.0.0.0/8`; undefined when the text is neither. */
export function parseRange(
  text: string,
): { readonly address: string; readonly bits: number; readonly family: "ipv4" | "ipv6" } | undefined {
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const most = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || Number(bits ?? most) > most) return undefined;
  return { address, bits: Number(bits ?? most), family: most === 128 ? "ipv6" : "ipv4" };
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Is it an address of this machine that no other reaches? */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** No receiver of a person stands here: a cloud's metadata, link-local, unspecified, multicast, broadcast. */
const never = new BlockList();
never.addSubnet("0.0.0.0", 8, "ipv4");
never.addSubnet("169.254.0.0", 16, "ipv4");
never.addSubnet("224.0.0.0", 4, "ipv4");
never.addAddress("255.255.255.255", "ipv4");
never.addSubnet("fe80::", 10, "ipv6");
never.addSubnet("ff00::", 8, "ipv6");
// Addresses with an IPv4 address inside, to be translated on the way: NAT64, 6to4 and the deprecated compatible form
never.addSubnet("::", 96, "ipv6");
never.addSubnet("64:ff9b::", 96, "ipv6");
never.addSubnet("2002::", 16, "ipv6");

// Where clouds keep credentials although the address is not link-local: AWS, Google, Alibaba, Azure and Oracle
for (const address of ["fd00:ec2::254", "fd20:ce::254"]) never.addAddress(address, "ipv6");
for (const address of ["100.100.100.200", "168.63.129.16", "192.0.0.192"]) never.addAddress(address, "ipv4");

/** Addresses of the same network, and those reserved for documentation and tests. IPv4 addresses count in their mapped form, too. */
const notPublic = new BlockList();
for (const [address, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["240.0.0.0", 4],
] as const) {
  notPublic.addSubnet(address, bits, "ipv4");
}
for (const [address, bits] of [
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fec0::", 10],
] as const) {
  notPublic.addSubnet(address, bits, "ipv6");
}

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
  const family = isIP(bare) === 6 ? "ipv6" : "ipv4";
  const isIn = (list: BlockList | undefined) => list?.check(bare, family) === true;
  const isThisMachine = isIn(loopback);
  if (isThisMachine && policy.isShared !== true) return undefined;
  const shown = host === address ? address : `${host} is at ${address}, which`;
  if (!isThisMachine && isIn(never)) return `${shown} is link-local, unspecified, multicast or a cloud's metadata`;
  if (isIn(policy.allowedAddresses)) return undefined;
  if (policy.isShared === true && (isThisMachine || isIn(notPublic))) {
    return `${shown} is not public, and is not allowed by its address (--allow-host ${bare})`;
  }
  return policy.allowedHosts.includes(host) ? undefined : `${shown} is not this machine, and is not allowed`;
}
