// Makes the views live: when something happens in the world, a view is read again, and what is different is shown. All works without it.
import { Idiomorph } from "idiomorph";
import { addThemeSwitch, showCurrentEntry } from "../../../shared/look/browser/index.ts";
import { createControlClient } from "../../control-client/index.ts";

/** Under load a view is not read more often than this. */
const pauseMs = 400;
const reconnectMs = 2000;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

let isAsked = false;
let reading: Promise<unknown> = Promise.resolve();

function renew(): void {
  if (isAsked) return;
  isAsked = true;
  reading = reading.then(() => pause(pauseMs)).then(read, () => {});
}

async function read(): Promise<void> {
  isAsked = false;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of ["main", ".clock"]) {
    const [shown, wanted] = [document.querySelector(part), now.querySelector(part)];
    if (shown === null || wanted === null) continue;
    Idiomorph.morph(shown, wanted, {
      ignoreActiveValue: true,
      // What the reader opened stays open
      callbacks: { beforeAttributeUpdated: (name, node) => name !== "open" || !(node instanceof HTMLDetailsElement) },
    });
  }
}

async function follow(world: string): Promise<void> {
  const control = createControlClient({ baseUrl: location.origin });
  const show = (text: string) => document.querySelector(".live")?.replaceChildren(text);
  for (;;) {
    try {
      const messages = await control.watch(world);
      show("Live");
      // What happened meanwhile was not received
      renew();
      for await (const _ of messages) renew();
    } catch {
      // The sandbox is gone for now
    }
    show("Reconnecting");
    await pause(reconnectMs);
  }
}

addThemeSwitch();
showCurrentEntry();
const world = document.body.dataset["live"];
if (world !== undefined) void follow(world);
