// Shows one of several samples at a time, such as one language of a call; the choice holds for all pages.
import { recallChoice, rememberChoice } from "../../shared/look/browser/index.ts";
import { element } from "./element.ts";

const name = "language";

/** Puts tabs above a group of samples; the caption of a sample becomes its tab. */
export function addTabs(group: HTMLElement): void {
  const panels = [...group.querySelectorAll<HTMLElement>(":scope > div")];
  const tabs = panels.map((panel, at) => {
    const [tab, controlled] = [`tab-${at}`, `tab-panel-${at}`];
    Object.assign(panel, { id: controlled, role: "tabpanel" }).setAttribute("aria-labelledby", tab);
    const label = panel.querySelector("figcaption")?.textContent ?? "";
    return element("button", { type: "button", role: "tab", id: tab, "aria-controls": controlled }, label);
  });
  const show = (chosen: number) => {
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(at === chosen));
      tab.tabIndex = at === chosen ? 0 : -1;
      panels[at]?.classList.toggle("chosen", at === chosen);
    }
  };
  const choose = (at: number) => {
    show(at);
    tabs[at]?.focus();
    rememberChoice(name, tabs[at]?.textContent ?? "");
  };
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(at));
    tab.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? tabs.length - 1 : 0;
      if (step === 0) return;
      event.preventDefault();
      choose((at + step) % tabs.length);
    });
  }
  group.prepend(element("div", { role: "tablist", "aria-label": group.getAttribute("aria-label") ?? "" }, ...tabs));
  group.classList.add("tabbed");
  const chosen = tabs.findIndex(({ textContent }) => textContent === recallChoice(name));
  show(Math.max(0, chosen));
}
