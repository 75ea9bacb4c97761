// The direction of a message, and what a difference means to its consumer.

/** Who sends: the consumer, or the service. */
export type Direction = "request" | "response";

/** The severity of a change. */
export type Level = "breaking" | "warning" | "compatible";

/**
 * What happened to the set of values that a schema allows, or to something that has a name.
 *
 * - `narrower`, `wider`: fewer or more values are allowed.
 * - `different`: neither contains the other, or that could not be proven.
 * - `removed`, `added`: something with a name, such as a property, went or came.
 * - `retired`: something with a name went, after the date that had been announced for it.
 * - `meaning`: the same values are allowed, but leaving one out may mean something else to the service.
 * - `known-value-removed`: an open enum no longer lists a value.
 * - `opened`: a closed enum became an open one.
 * - `harmless`: reported, but compatible in both directions.
 */
export type Effect =
  | "narrower"
  | "wider"
  | "different"
  | "removed"
  | "retired"
  | "added"
  | "meaning"
  | "known-value-removed"
  | "opened"
  | "harmless";

/**
 * The principle: a request may only accept more, a response may only promise more.
 * An event travels like a response.
 */
export function levelOf(effect: Effect, direction: Direction): Level {
  switch (effect) {
    case "narrower":
      return direction === "request" ? "breaking" : "compatible";
    case "meaning":
      return direction === "request" ? "warning" : "compatible";
    case "wider":
      return direction === "request" ? "compatible" : "breaking";
    case "known-value-removed":
      return direction === "request" ? "breaking" : "warning";
    case "opened":
      return direction === "request" ? "compatible" : "warning";
    case "retired":
      return "warning";
    case "different":
    case "removed":
      return "breaking";
    case "added":
    case "harmless":
      return "compatible";
  }
}

/** The opposite direction. */
export function opposite(direction: Direction): Direction {
  return direction === "request" ? "response" : "request";
}
