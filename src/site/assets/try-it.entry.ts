// Try it: sends requests from the page of an operation. Everything else on the page works without it.
import { copyButton } from "./copy-button.ts";
import { element } from "./element.ts";
import { makeAnswerPlace, showCode } from "./try-it/answer.ts";
import { writeCurl } from "./try-it/curl.ts";
import type { TryItData } from "./try-it/data.ts";
import { makeForm } from "./try-it/form.ts";
import { buildRequest, type CallRequest, Refusal } from "./try-it/request.ts";
import { send } from "./try-it/send.ts";
import { followChoice, listServers, readChoice } from "./try-it/servers.ts";

const place = document.querySelector<HTMLElement>("[data-try-it]");
if (place) offer(place, JSON.parse(place.querySelector("script")?.textContent ?? "") as TryItData);

/** Offers the form, which is made when it is first opened. */
function offer(at: HTMLElement, data: TryItData): void {
  const panel = element("details", { class: "try" }, element("summary", {}, "Try it"));
  panel.addEventListener("toggle", () => panel.append(makeContent(data)), { once: true });
  at.append(panel);
  at.hidden = false;
  if (location.hash === `#${at.id}`) {
    panel.open = true;
    at.scrollIntoView();
  }
}

function makeContent(data: TryItData): HTMLElement {
  const servers = listServers();
  const choice = () => readChoice(servers, data.credential);
  const form = makeForm(data, choice);
  const answer = makeAnswerPlace();
  const command = showCode("The request as a curl command");
  const copy = copyButton(() => command.textContent, "the request as curl");
  const hint = element("p", { class: "hint" });
  const preview = () => {
    hint.textContent = "";
    try {
      const request = buildRequest(data, form.read());
      command.textContent = writeCurl(request);
      hint.textContent = listConditions(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // In one line: the comment of a shell ends with it
      command.textContent = `# ${error.message.replaceAll(/\s+/g, " ")}`;
    }
  };
  let isSending = false;
  let isSent = false;
  form.element.addEventListener("input", preview);
  form.element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isSending) return;
    // Before the next call, so that the command, the body and the answer that are shown belong together
    if (isSent) form.freshen();
    preview();
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
  followChoice(preview);
  const caption = element("figcaption", {}, "The request as curl", copy);
  const request = element("figure", { class: "code" }, caption, command, hint);
  return element("div", { class: "inside" }, form.element, answer.element, request);
}

/** What the command needs besides what it contains. */
function listConditions({ headers, body }: CallRequest): string {
  const hasFile = typeof body === "object" && body.some(([, value]) => typeof value !== "string");
  return [
    headers.some(({ secret }) => secret) ? "It does not contain your key: set API_KEY in your shell." : "",
    hasFile ? "Run it in the folder of the file." : "",
  ].join(" ");
}
