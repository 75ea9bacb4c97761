// The switch between the colours of the system, light and dark.
import { element } from "../try-it/element.ts";
import { recallChoice, rememberChoice } from "./choice.ts";

/** Adds the switch: to the header, or to the footer where the header has no room. */
export function addThemeSwitch(): void {
  const chosen = recallChoice("theme");
  const options = ["", "light", "dark"].map((value) =>
    element(
      "option",
      { value, selected: value === chosen },
      value === "" ? "System" : value === "light" ? "Light" : "Dark",
    ),
  );
  const select = element("select", { class: "theme", "aria-label": "Theme" }, ...options);
  select.addEventListener("change", () => {
    rememberChoice("theme", select.value);
    if (select.value === "") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = select.value;
  });
  if (matchMedia("(min-width: 40rem)").matches) document.querySelector(".find")?.after(select);
  else document.querySelector("footer")?.append(select);
}
