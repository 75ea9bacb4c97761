// Public exports of learn: compares recordings of the service with the contract.
export { learnCommand } from "./command.ts";
