// The door of the exchange room: sends a request to a host and to no other, and says what is wrong with a host.
export { type Answer, type Exchange, exchange, type WireRequest } from "./exchange.ts";
export { explain, type Host, symptomOf } from "./symptom.ts";
