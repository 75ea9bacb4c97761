// Shows one of several panels at a time: tabs for languages and statuses, a choice for the examples of one status.
import { recall, remember } from "../../shared/look/browser/index.ts";
import { element } from "./element.ts";

let groups = 0;

/** Puts tabs, or a choice, above a group of panels. What names a panel is its first caption; the language is remembered for all pages. */
export function addTabs(group: HTMLElement): void {
  const panels = [...group.querySelectorAll<HTMLElement>(":scope > div")];
  const names = panels.map((panel) => panel.querySelector(".tab, figcaption")?.textContent ?? "");
  if (panels.length < 2) return;
  const id = `tabs-${groups++}`;
  const kept = group.dataset["tabs"] === "language" ? "language" : undefined;
  const show = (chosen: number) => {
    for (const [at, panel] of panels.entries()) panel.classList.toggle("chosen", at === chosen);
  };
  group.classList.add("tabbed");
  if (group.dataset["tabs"] === undefined) {
    const options = names.map((name, at) => element("option", { value: at }, name));
    const select = element("select", { class: "choice", "aria-label": "Shown example" }, ...options);
    select.addEventListener("input", () => show(Number(select.value)));
    group.prepend(select);
    show(0);
    return;
  }
  const tabs = panels.map((panel, at) => {
    const [tab, controlled] = [`${id}-${at}`, `${id}-panel-${at}`];
    Object.assign(panel, { id: controlled, role: "tabpanel" }).setAttribute("aria-labelledby", tab);
    const attributes = { type: "button", role: "tab", id: tab, "aria-controls": controlled };
    return element("button", { ...attributes, class: panel.querySelector(".tab")?.className }, names[at]);
  });
  const select = (chosen: number) => {
    show(chosen);
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(at === chosen));
      tab.tabIndex = at === chosen ? 0 : -1;
    }
  };
  const choose = (at: number) => {
    select(at);
    tabs[at]?.focus();
    if (kept) remember("localStorage", kept, names[at] ?? "");
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
  select(Math.max(0, kept ? names.indexOf(recall("localStorage", kept) ?? "") : 0));
}
