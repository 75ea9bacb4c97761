// The door of the types room: the TypeScript that is written out of the bundled contract, one function a file.
export { callTablesOf } from "./call-tables.ts";
export { controlCallsOf } from "./control-calls.ts";
export { eventValidatorsOf } from "./event-validators.ts";
export { eventsOf } from "./events.ts";
export { examplesOf } from "./examples.ts";
export { knownValuesOf } from "./known-values.ts";
export { routesOf } from "./routes.ts";
export { schemasOf } from "./schemas.ts";
export { typesOf } from "./types.ts";
export { UnwritableError } from "./unwritable.ts";
