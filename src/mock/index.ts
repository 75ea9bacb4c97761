// The door of the mock room: Prism behind a front that keeps it answering.
export { type Mock, startMock } from "./mock.ts";
