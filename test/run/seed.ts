// Where random choices begin: the same in each run, so that a change is not refused for what it did not do.

/** `SEED=$RANDOM npm run test:full` begins elsewhere, to look for faults that no run has met yet. */
export const seed = Number(process.env["SEED"] ?? 20_261_121);
