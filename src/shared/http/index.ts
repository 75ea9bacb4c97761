// The http room: reads JSON that others sent, and sends requests to hosts that are allowed, within limits.

export { type HostPolicy, isLoopbackAddress, parseHostPolicy, parseRange, urlProblem } from "./host-policy.ts";
export { describeError, HttpClient, type HttpRequest, type Reply, readText } from "./http-client.ts";
export { readJson, UnreadableBody } from "./json-body.ts";
export { type Answer, type Cut, Poster } from "./poster.ts";
