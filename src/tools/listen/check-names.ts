// Every check that `listen` makes: its name, and what it holds a provider to.

export const listenChecks = {
  // On each event; those of signatures need the secret
  "signature-fits": "The signature is that of the secret, by Standard Webhooks.",
  "timestamp-is-now": "The signature was made at most five minutes ago.",
  "id-names-one-event": "An id that comes again comes with the same body.",
  "event-described": "The contract describes an event of this name, by its own name or by its family.",
  "event-as-described": "The event is valid by the schema of its name.",
  "one-historical-event": "There is one historical event for each resource that a provider has of a user.",
  "job-created-first": "The event of a new parsing job comes before those of its changes.",
  // On what a read returns; these need the API key
  "user-is-known": "The user of an event is known to the service.",
  "connection-is-listed": "A connection that an event reports is one of the user's.",
  "new-connection-emits-event": "A new connection to a provider emits its event.",
  "updated-job-has-changed": "The event of a changed parsing job comes after the change.",
  "changed-job-emits-event": "A change of the status of a parsing job emits its event.",
  "read-agrees": "The status of a job that an event shows is one that the lookup of the job shows.",
} as const;

/** The name of a check. */
export type ListenCheck = keyof typeof listenChecks;

/** The checks that compare events with what a read returns. */
export const readChecks: readonly ListenCheck[] = [
  "user-is-known",
  "connection-is-listed",
  "new-connection-emits-event",
  "updated-job-has-changed",
  "changed-job-emits-event",
  "read-agrees",
];
