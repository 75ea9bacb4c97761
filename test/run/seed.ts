// Where random choices begin: the same in each run, so that a change is not refused for something that it did not do.
import fc from "fast-check";

/** `SEED=$RANDOM npm run test:full` begins elsewhere, to look for faults that no run has met yet. */
export const seed = Number(process.env["SEED"] ?? 20_261_121);

fc.configureGlobal({ seed });
