// Which hosts events may be sent to: this machine, and those that the operator named.

export interface HostPolicy {
  /** Host names that the operator allows besides loopback, in lower case. */
  readonly allowedHosts: readonly string[];
}
