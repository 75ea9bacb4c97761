// The door of the events room: where events may be sent, how they are sent, and the forms that a receiver has to take.
export { type HostPolicy, hostPolicyOf, isLoopbackAddress, rangeOf, urlProblem } from "./host-policy.ts";
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
