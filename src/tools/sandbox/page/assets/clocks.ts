// Lets the clocks of a page run that run in the world: from what the server said, by the time that passes in the browser.

export function runClocks(): void {
  /** What each clock said, and when that was read. */
  const read = new WeakMap<Element, { readonly said: string; readonly at: number }>();
  const show = () => {
    const now = performance.now();
    for (const clock of document.querySelectorAll<HTMLTimeElement>("[data-clock]")) {
      const known = read.get(clock);
      const isNew = known?.said !== clock.dateTime;
      if (isNew) read.set(clock, { said: clock.dateTime, at: now });
      if (clock.dataset["running"] !== "yes") continue;
      const passed = isNew || known === undefined ? 0 : now - known.at;
      const text = new Date(Date.parse(clock.dateTime) + passed).toISOString().slice(0, 19).replace("T", " ");
      if (clock.textContent !== text) clock.textContent = text;
    }
  };
  show();
  setInterval(show, 250);
}
