// Ends a serving command when a person, or what started it, is done with it.

const orphanCheckMs = 500;

/**
 * Calls `stop` once on Ctrl-C, on a signal to end, or when the process that started this one has gone:
 * npm does not pass a signal on to the script it runs.
 */
export function untilStopped(stop: () => Promise<void>): void {
  const parent = process.ppid;
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    clearInterval(timer);
    stop().catch((error: unknown) => {
      process.exitCode = 2;
      process.stderr.write(`error: ${String(error)}\n`);
    });
  };
  const timer = setInterval(() => {
    if (process.ppid !== parent) end();
  }, orphanCheckMs);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
}
