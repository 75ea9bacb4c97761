// The door of the events room: what several tools know of events.
export {
  type EventVariant,
  largestPayloadBytes,
  spell,
  withAddedFields,
  withLength,
  withUnknownType,
  withUnknownValues,
} from "./variants.ts";
