// The events room: the forms of an event that a receiver has to take, and the random numbers that choose among them.
export { seededRandom } from "./random.ts";
export {
  type EventVariant,
  isOfNewerService,
  spell,
  withAddedFields,
  withLength,
  withUnknownType,
  withUnknownValues,
} from "./variants.ts";
