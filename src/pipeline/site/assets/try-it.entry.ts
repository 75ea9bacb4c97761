// Try it: sends requests from the page of an operation. Everything else on the page works without it.
import { copyButton } from "./copy-button.ts";
import { element } from "./element.ts";
import { codeOf, makeAnswerPlace } from "./try-it/answer.ts";
import { curlOf } from "./try-it/curl.ts";
import type { TryItData } from "./try-it/data.ts";
import { formOf } from "./try-it/form.ts";
import { Refusal } from "./try-it/refusal.ts";
import { type CallRequest, requestOf, serverAt } from "./try-it/request.ts";
import { send } from "./try-it/send.ts";

const place = document.querySelector<HTMLElement>("[data-try-it]");
if (place) offer(place, JSON.parse(place.querySelector("script")?.textContent ?? "") as TryItData);

/** Offers the form, which is made when it is first opened. */
function offer(at: HTMLElement, data: TryItData): void {
  const said = element("span", { class: "hint" }, "Send this request from here.");
  const panel = element("details", { class: "try" }, element("summary", {}, "Try it ", said));
  panel.addEventListener("toggle", () => panel.append(...contentOf(data)), { once: true });
  at.append(panel);
  at.hidden = false;
  if (location.hash === `#${at.id}`) {
    panel.open = true;
    at.scrollIntoView();
  }
}

function contentOf(data: TryItData): Node[] {
  const form = formOf(data);
  const answer = makeAnswerPlace();
  const command = codeOf("", "The request as a curl command");
  const copy = copyButton(() => command.textContent, "the request as curl");
  const hint = element("p", { class: "hint" });
  const preview = () => {
    hint.textContent = "";
    try {
      const request = requestOf(data, form.read());
      command.textContent = curlOf(request);
      hint.textContent = conditionsOf(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // In one line: the comment of a shell ends with it
      command.textContent = `# ${error.message.replaceAll(/\s+/g, " ")}`;
    }
  };
  let isSending = false;
  form.element.addEventListener("input", preview);
  form.element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    form.busy(true);
    answer.clear();
    try {
      const request = requestOf(data, form.read());
      answer.show(await send(request, serverAt(data, request.server)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer.refuse(error);
      if (error.field !== undefined) form.focus(error.field);
    } finally {
      isSending = false;
      form.busy(false);
    }
  });
  preview();
  const caption = element("figcaption", {}, "The request as curl", copy);
  const request = element("figure", { class: "code" }, caption, command, hint);
  return [element("div", { class: "columns" }, form.element, element("div", {}, request, answer.element))];
}

/** What the command needs besides what it contains. */
function conditionsOf({ headers, body }: CallRequest): string {
  const hasFile = typeof body === "object" && body.some(([, value]) => typeof value !== "string");
  return [
    headers.some(({ secret }) => secret) ? "It does not contain your key: set API_KEY in your shell." : "",
    hasFile ? "Run it in the folder of the file." : "",
  ].join(" ");
}
