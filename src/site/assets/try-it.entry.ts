// Try it: sends requests from the page of an operation. Everything else on the page works without it.
import { element } from "./element.ts";
import { makeAnswerPlace } from "./try-it/answer.ts";
import type { TryItData } from "./try-it/data.ts";
import { makeForm } from "./try-it/form.ts";
import { buildRequest, Refusal } from "./try-it/request.ts";
import { send } from "./try-it/send.ts";
import { listServers, readChoice } from "./try-it/servers.ts";

const place = document.querySelector<HTMLElement>("[data-try-it]");
if (place) offer(place, JSON.parse(place.querySelector("script")?.textContent ?? "") as TryItData);

/** Offers the form, which is made when it is first opened. */
function offer(at: HTMLElement, data: TryItData): void {
  const panel = element("details", { class: "try" }, element("summary", {}, "Try it"));
  panel.addEventListener("toggle", () => panel.append(makeContent(data)), { once: true });
  at.append(panel);
  at.hidden = false;
}

function makeContent(data: TryItData): HTMLElement {
  const servers = listServers();
  const choice = () => readChoice(servers, data.credential);
  const form = makeForm(data, choice);
  const answer = makeAnswerPlace();
  let isSending = false;
  let isSent = false;
  form.element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isSending) return;
    // Before the next call, so that the body and the answer that are shown belong together
    if (isSent) form.freshen();
    isSending = true;
    form.setBusy(true);
    answer.clear();
    try {
      const request = buildRequest(data, form.read());
      isSent = true;
      answer.show(await send(request, choice()?.command));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer.refuse(error);
      if (error.field !== undefined) form.focus(error.field);
    } finally {
      isSending = false;
      form.setBusy(false);
    }
  });
  return element("div", { class: "inside" }, form.element, answer.element);
}
