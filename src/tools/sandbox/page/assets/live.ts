// Reads the live stream of a world with `fetch`, since `EventSource` cannot send the header, and comes back when it breaks off.

const firstPauseMs = 500;
const longestPauseMs = 10_000;

export class Live {
  readonly #url: string;
  readonly #on: { readonly something: () => void; readonly begun: () => void };
  readonly #shown = document.querySelector<HTMLElement>("[data-live]");
  #pauseMs = firstPauseMs;
  #wasBegun = false;

  constructor(worldId: string, on: { readonly something: () => void; readonly begun: () => void }) {
    this.#url = `/_sandbox/worlds/${encodeURIComponent(worldId)}/stream`;
    this.#on = on;
  }

  start(): void {
    void this.#read()
      .catch(() => {})
      .then(() => {
        this.#show("Reconnecting", true);
        setTimeout(() => this.start(), this.#pauseMs);
        this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
      });
  }

  async #read(): Promise<void> {
    const { ok, body } = await fetch(this.#url, { headers: { "x-sandbox-control": "1" }, cache: "no-store" });
    if (!ok || body === null) return;
    this.#show("Live", false);
    this.#pauseMs = firstPauseMs;
    if (this.#wasBegun) this.#on.begun();
    this.#wasBegun = true;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      // Its comments say only that it is still there. What went on is in the page, once it is read again
      if (/^[^:\n]/m.test(part.value)) this.#on.something();
    }
  }

  #show(text: string, isLost: boolean): void {
    if (this.#shown === null) return;
    this.#shown.classList.toggle("lost", isLost);
    if (this.#shown.textContent !== text) this.#shown.textContent = text;
  }
}
