// The door of the events room: what several tools know of events.
export { type HostPolicy, hostPolicyOf, urlProblem } from "./host-policy.ts";
export { type Answer, type Cut, type DeliveryRules, Poster } from "./poster.ts";
export {
  type EventVariant,
  isOfNewerService,
  largestPayloadBytes,
  spell,
  withAddedFields,
  withLength,
  withUnknownType,
  withUnknownValues,
} from "./variants.ts";
