// The door of the types room: TypeScript types out of the bundled contract.
export { typesOf } from "./types.ts";
