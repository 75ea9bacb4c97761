// The entry of mock/: Prism behind a guard that keeps it answering.
export { type Mock, startMock } from "./guard.ts";
