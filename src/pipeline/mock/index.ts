// The entry of mock/: Prism behind a server that keeps it running.
export { type Mock, startMock } from "./mock.ts";
