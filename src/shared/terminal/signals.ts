// Which signals end this process.
export const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
