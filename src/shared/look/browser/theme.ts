// The switch between the theme of the system, light and dark.
import { recall, remember } from "./choice.ts";

const name = "theme";
const themes = { "": "System", light: "Light", dark: "Dark" };

/**
 * Adds the switch: to the header, or to the footer where the header has no room.
 *
 * @returns The switch.
 */
export function addThemeSwitch(): HTMLSelectElement {
  const select = document.createElement("select");
  select.className = "theme";
  select.ariaLabel = "Theme";
  const chosen = recall("localStorage", name) ?? "";
  for (const [value, text] of Object.entries(themes)) select.add(new Option(text, value, false, value === chosen));
  select.addEventListener("change", () => {
    remember("localStorage", name, select.value);
    if (select.value === "") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = select.value;
  });
  const wide = matchMedia("(min-width: 40rem)");
  const place = () => {
    if (wide.matches) document.querySelector(".menu")?.before(select);
    else document.querySelector("footer")?.append(select);
  };
  place();
  wide.addEventListener("change", place);
  return select;
}
