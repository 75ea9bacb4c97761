// The door of the mock room: Prism behind a front that keeps it answering, and as the judge between a client and a server.
export { type Mock, startMock } from "./mock.ts";
export { startProxy } from "./proxy.ts";
