// Waits for something no longer than a limit.

/** Is it done in time, and without an error? */
export async function within(ms: number, done: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isDone = done.then(
    () => true,
    () => false,
  );
  return Promise.race([isDone, late]).finally(() => clearTimeout(timer));
}
