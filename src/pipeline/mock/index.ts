// The entry of mock/: Prism behind a server that keeps it running, and a proxy that checks a client and a server.
export { type Mock, startMock } from "./mock.ts";
export { startProxy } from "./proxy.ts";
