// Refuses a form that another site sends: a browser says where a form comes from, and nothing else has to send one.
import { ControlRefused } from "../control/call.ts";
import type { Asked } from "../control/guard.ts";

/**
 * Takes forms of these pages only. What does not say where it comes from is refused too: programs call the control plane.
 *
 * @throws {ControlRefused}
 */
export function guardForm({ headers, host }: Asked): void {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  const isOwnOrigin = origin === `http://${host}` || origin === `https://${host}`;
  if ((site === undefined || site === "same-origin") && (origin === undefined ? site !== undefined : isOwnOrigin)) {
    return;
  }
  throw new ControlRefused(403, "This was not sent by a form of the sandbox's own pages. Nothing changed.", {
    where: isOwnOrigin ? "header sec-fetch-site" : "header origin",
    remedy: "Use the form on the page. From a program, call the control plane with its header.",
  });
}
