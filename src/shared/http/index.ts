// The http room: reads JSON that others sent, and sends requests to hosts that are allowed, within limits.
export { Connections, describeError, type Reply, readText } from "./connections.ts";
export { type HostPolicy, isLoopbackAddress, parseHostPolicy, parseRange, urlProblem } from "./host-policy.ts";
export { readJson, UnreadableBody } from "./json-body.ts";
export { type Answer, type Cut, Poster } from "./poster.ts";
