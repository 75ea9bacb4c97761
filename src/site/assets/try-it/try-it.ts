// Try it: sends requests from the page of an operation. Everything else on the page works without it.
import { colour, element } from "../element.ts";
import { followChoice, readChoice } from "../servers.ts";
import { makeAnswerPlace } from "./answer.ts";
import { writeCurl } from "./curl.ts";
import type { TryItData } from "./data.ts";
import { makeForm } from "./form.ts";
import { buildRequest, type FormValues, Refusal } from "./request.ts";
import { send } from "./send.ts";

/** Offers the form, where the page has its data. It is made when it is first opened. */
export function offerTryIt(): void {
  const place = document.querySelector<HTMLElement>("[data-try-it]");
  if (!place) return;
  const data = JSON.parse(place.querySelector("script")?.textContent ?? "") as TryItData;
  const panel = element("details", { class: "try" }, element("summary", {}, "Try it"));
  panel.addEventListener("toggle", () => panel.append(makeContent(data)), { once: true });
  place.append(panel);
  place.hidden = false;
}

function makeContent(data: TryItData): HTMLElement {
  const form = makeForm(data);
  const answer = makeAnswerPlace();
  const follow = () => showCommand(data, form.read());
  form.element.addEventListener("input", follow);
  followChoice(follow);
  let isSending = false;
  form.element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    form.setBusy(true);
    answer.clear();
    try {
      const request = buildRequest(data, form.read());
      answer.show(await send(request, readChoice(data.credential).server.commands?.[data.credential]));
      form.renew();
      follow();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer.refuse(error);
      const { field } = error;
      if (field) document.querySelector<HTMLElement>(`main [name="${CSS.escape(field)}"]`)?.focus();
    } finally {
      isSending = false;
      form.setBusy(false);
    }
  });
  return element("div", { class: "inside" }, form.element, answer.element);
}

/** Shows the curl command of the request that the form would send, in the colours of samples, or why there is none. */
function showCommand(data: TryItData, values: FormValues): void {
  const code = document.querySelector<HTMLElement>("[data-sample=curl]");
  const block = code?.closest("pre");
  if (!code || !block) return;
  try {
    const { credential } = data;
    const text = writeCurl(buildRequest(data, values), readChoice(credential).isPublic ? undefined : credential);
    code.replaceChildren(colour(text, /('[^']*')/, () => "string"));
    block.style.minHeight = "";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The field below, in which somebody types, stays where it is
    block.style.minHeight = `${block.getBoundingClientRect().height}px`;
    // A message may quote lines of the body
    const text = `# ${error.message} ${error.remedy}`.replaceAll(/\s+/g, " ");
    code.replaceChildren(element("span", { class: "comment" }, text));
  }
}
