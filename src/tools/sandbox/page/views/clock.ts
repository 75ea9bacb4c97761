// The clock of a world: read, frozen, and moved forward.
import { type Html, html } from "../../../look/index.ts";
import { form } from "../parts/forms.ts";
import { momentText } from "../parts/text.ts";
import type { Content, View } from "../view.ts";

export function clockPage(view: View): Content {
  const { clock } = view.world;
  const body = html`${clockFace(view)}
${clockSteps(view)}
<div class="cards">
<section><h2 id="by">Advance by a duration</h2>${form(view, {
    action: "advanceClock",
    name: "advance-by",
    fields: (field) => [
      field.input("length", "Duration", { type: "number", min: "0", step: "any", value: "30", required: true }),
      field.choice("unit", "Unit", [["minutes"], ["hours"], ["days"]]),
    ],
    button: "Advance",
  })}</section>
<section><h2 id="to">Advance to a time</h2>${form(view, {
    action: "advanceClock",
    name: "advance-to",
    fields: (field) => [
      field.input("to", "Time", {
        type: "datetime-local",
        step: "1",
        value: clock.now.slice(0, 19),
        required: true,
        hint: "In UTC. The clock only goes forward.",
      }),
    ],
    button: "Advance",
  })}</section>
</div>`;
  return { title: "Clock", body };
}

/** What time it is, large. */
export function clockFace({ world: { clock } }: View): Html {
  return html`<p class="face"><time data-clock data-running="${clock.isFrozen ? "no" : "yes"}" datetime="${clock.now}">${momentText(clock.now)}</time> <span class="soft">UTC, ${clock.isFrozen ? "frozen" : "running"}</span></p>
`;
}

/** The steps that are used most. */
export function clockSteps(view: View): Html {
  const step = (name: string, length: string, unit: string, button: string) =>
    form(view, { action: "advanceClock", name, hidden: { length, unit }, button });
  return html`<div class="buttons" role="group" aria-label="Advance the clock">${step("hour", "1", "hours", "+ 1 hour")}${step("day", "1", "days", "+ 1 day")}${step("days", "8", "days", "+ 8 days")}</div>
<div class="buttons">${
    view.world.clock.isFrozen
      ? form(view, { action: "resumeClock", name: "run", button: "Resume" })
      : form(view, { action: "freezeClock", name: "run", button: "Freeze" })
  }</div>
`;
}
