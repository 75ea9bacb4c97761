// Which hosts events may be sent to: this machine, and those that the operator named. Nothing else, whatever a name resolves to.
import { BlockList, isIP } from "node:net";
import { Failure } from "../terminal/index.ts";

export interface HostPolicy {
  /** Host names that the operator allows besides loopback, in lower case. */
  readonly allowedHosts: readonly string[];
}

/**
 * Makes a policy of the names that an operator wrote.
 *
 * @throws {Failure} when a host name is invalid.
 */
export function hostPolicyOf(names: readonly string[]): HostPolicy {
  return {
    allowedHosts: names.map((name) => {
      const address = `http://${isIP(name) === 6 ? `[${name}]` : name}/`;
      const isHost = isIP(name) === 6 || !/[:/?#@\\\s]/.test(name);
      if (isHost && URL.canParse(address)) return hostOf(new URL(address));
      throw new Failure(
        `Expected a host name such as receiver.example.com, found "${name}".`,
        "Pass the host only, without http:// and port.",
      );
    }),
  };
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Is it an address of this machine that no other reaches? */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** No receiver of a person stands here: link-local (where clouds keep credentials), unspecified, multicast, broadcast. */
const never = new BlockList();
never.addSubnet("0.0.0.0", 8, "ipv4");
never.addSubnet("169.254.0.0", 16, "ipv4");
never.addSubnet("224.0.0.0", 4, "ipv4");
never.addAddress("255.255.255.255", "ipv4");
never.addAddress("::", "ipv6");
never.addSubnet("fe80::", 10, "ipv6");
never.addSubnet("ff00::", 8, "ipv6");
// What carries an IPv4 address inside, to be translated on the way: NAT64, 6to4 and the deprecated compatible form
never.addSubnet("64:ff9b::", 96, "ipv6");
never.addSubnet("2002::", 16, "ipv6");

/** The host of a URL as the policy compares it: without brackets and without the dot at the end. */
export function hostOf({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}

/** Says why events may not be sent to a URL; undefined when they may. A name is checked again when it is resolved. */
export function urlProblem(policy: HostPolicy, url: URL): string | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return `it is ${url.protocol}//, and no http:// or https://`;
  if (url.username !== "" || url.password !== "") return "it holds a user or a password";
  const host = hostOf(url);
  if (host === "") return "it names no host";
  // The URL has normalized every spelling of an IPv4 address
  if (isIP(host) !== 0) return addressProblem(policy, host, host);
  return host === "localhost" || policy.allowedHosts.includes(host)
    ? undefined
    : `the host ${host} is neither this machine nor allowed by name (--allow-host ${host})`;
}

/**
 * Says why nothing may be sent to an address that a host resolved to; undefined when it may.
 *
 * @param host In lower case: the name, or the address itself.
 */
export function addressProblem(policy: HostPolicy, host: string, address: string): string | undefined {
  const [bare = ""] = address.split("%");
  const family = isIP(bare) === 6 ? "ipv6" : "ipv4";
  if (loopback.check(bare, family)) return undefined;
  const shown = host === address ? address : `${host} is at ${address}, which`;
  if (never.check(bare, family)) return `${shown} is link-local, unspecified or multicast`;
  return policy.allowedHosts.includes(host) ? undefined : `${shown} is not this machine, and is not allowed`;
}
