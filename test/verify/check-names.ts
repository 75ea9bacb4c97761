// The names of all checks of `verify`.
import { eventChecks } from "../../src/verify/checks/event-checks.ts";
import { behaviours } from "../../src/verify/checks/index.ts";

const onEachAnswer = [
  "answer-arrives",
  "no-server-error",
  "documented-status",
  "content-type",
  "body-json",
  "body-schema",
];
const onInput = [
  ...["valid-input", "limit-accepted", "limit-enforced", "enum-enforced", "pattern-enforced", "format-enforced"],
  ...["type-enforced", "required-enforced", "hostile-input-refused", "media-type-enforced", "unknown-id"],
  ...["credential-required", "credential-enforced", "credential-of-other-host-refused"],
];

/** Each once. */
export const checkNames = [
  ...new Set([...onEachAnswer, ...onInput, ...[...behaviours, ...eventChecks].map(({ id }) => id)]),
];
