// Keeps the entry of the open page in sight where the navigation is longer than the screen.

/** Scrolls the navigation, but not the page, to the entry of the open page: at once, and whenever the menu opens. */
export function showCurrentEntry(): void {
  const menu = document.querySelector("#menu");
  const show = () => {
    const entry = menu?.querySelector("[aria-current]") ?? menu?.querySelector(".within");
    if (!menu || !entry) return;
    const { top, height } = menu.getBoundingClientRect();
    const { top: start, bottom } = entry.getBoundingClientRect();
    if (bottom > top + height) menu.scrollTop += start - top - height / 3;
  };
  show();
  menu?.addEventListener("toggle", show);
}
