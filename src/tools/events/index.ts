// The door of the events room: what several tools know of events.
export { describedEvent, eventPointer, formDeviations } from "./form.ts";
export { type HostPolicy, hostPolicyOf, isLoopbackAddress, urlProblem } from "./host-policy.ts";
export { type Answer, type Cut, type DeliveryRules, Poster } from "./poster.ts";
export { type Delivery, receiveEvents } from "./receive.ts";
export { type ReceivedEvent, readEvent } from "./received-event.ts";
export { type SignatureCheck, signatureCheckOf } from "./signature.ts";
export {
  changedStatuses,
  connectionCreated,
  HistoricalPulls,
  jobCreated,
  jobUpdated,
  missingEvent,
  type TieCheck,
  unchangedJob,
} from "./ties.ts";
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
