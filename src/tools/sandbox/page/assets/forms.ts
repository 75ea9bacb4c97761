// Sends forms that change something without leaving the page, and shows the outcome beside them.
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
  // Known before the page is renewed: the form itself may go
  const place = form.closest("table, .buttons") ?? form;
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
    if (notice !== null) say(place, notice);
  } catch {
    const lost = document.createElement("p");
    lost.className = "notice n-refused";
    lost.textContent = "The sandbox does not answer. Is it still running?";
    say(place, lost);
  } finally {
    button?.removeAttribute("aria-disabled");
  }
}

/** Does an answer show the page that is there, be it with a notice? */
function isHere(url: URL): boolean {
  url.searchParams.delete("notice");
  return url.pathname === location.pathname && url.search === location.search;
}

/** Where the reader looks: in a form with fields, else behind the row of buttons or the table that the button is in. */
function say(place: Element, notice: Element): void {
  document.querySelector("#notice")?.replaceChildren();
  document.querySelector("#outcome")?.remove();
  const outcome = document.createElement("div");
  // No other element becomes it
  outcome.id = "outcome";
  outcome.className = "outcome";
  outcome.dataset["own"] = "";
  outcome.setAttribute("role", "status");
  if (!place.isConnected) document.querySelector("#notice")?.append(outcome);
  else if (place.classList.contains("filled")) place.append(outcome);
  else place.after(outcome);
  // What is put into it after it is there is read out
  outcome.append(document.importNode(notice, true));
  outcome.scrollIntoView({ block: "nearest" });
}
