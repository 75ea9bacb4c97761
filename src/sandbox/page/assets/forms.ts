// Sends forms that change something without leaving the page, and says beside them what came of it.
import type { Renewal } from "./renewal.ts";

export function takeForms(renewal: Renewal): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
    event.preventDefault();
    void send(form, renewal);
  });
}

async function send(form: HTMLFormElement, renewal: Renewal): Promise<void> {
  const button = form.querySelector("button");
  if (button?.ariaDisabled === "true") return;
  if (button !== null) button.ariaDisabled = "true";
  try {
    // `FormData` leaves files to others: there are none here
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const answer = await fetch(form.action, { method: "POST", body });
    const text = await answer.text();
    const notice = new DOMParser().parseFromString(text, "text/html").querySelector(".notice");
    if (answer.ok && !isHere(new URL(answer.url))) {
      location.assign(answer.url);
      return;
    }
    if (answer.ok) renewal.show(text);
    if (notice !== null) say(form, notice);
  } catch {
    const lost = document.createElement("p");
    lost.className = "notice n-refused";
    lost.textContent = "The sandbox does not answer. Is it still running?";
    say(form, lost);
  } finally {
    button?.removeAttribute("aria-disabled");
  }
}

/** Does an answer show the page that is there, be it with a notice? */
function isHere(url: URL): boolean {
  url.searchParams.delete("notice");
  return url.pathname === location.pathname && url.search === location.search;
}

/** Beside a form with fields, which may be far from the top; else where every page has it. */
function say(form: HTMLFormElement, notice: Element): void {
  const place = document.querySelector("#notice");
  for (const told of document.querySelectorAll(".outcome")) told.replaceChildren();
  place?.replaceChildren();
  const outcome = form.isConnected && form.classList.contains("filled") ? outcomeOf(form) : place;
  outcome?.replaceChildren(document.importNode(notice, true));
  outcome?.scrollIntoView({ block: "nearest" });
}

function outcomeOf(form: HTMLFormElement): Element {
  const known = form.querySelector(".outcome");
  if (known !== null) return known;
  const made = document.createElement("div");
  made.className = "outcome";
  made.setAttribute("role", "status");
  form.append(made);
  return made;
}
