// The signals that end this process.
export const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
