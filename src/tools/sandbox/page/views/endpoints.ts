// The endpoints of a world: where events are sent to.
import { html } from "../../../look/index.ts";
import { listEndpoints } from "../../delivery/endpoints.ts";
import { form } from "../parts/forms.ts";
import { table } from "../parts/lists.ts";
import { moment } from "../parts/text.ts";
import type { Content, View } from "../view.ts";

export async function endpointsPage(view: View): Promise<Content> {
  const body = html`<p class="lead">Events are sent to each endpoint from its registration on.</p>
${table(
  "Endpoints, oldest first",
  ["URL", "Registered", "Change"],
  (await listEndpoints(view.world)).map(({ id, url, created_at }) => ({
    id: `endpoint-${id}`,
    cells: [
      html`<code>${url}</code>`,
      moment(created_at),
      form(view, {
        action: "removeEndpoint",
        name: `remove-${id}`,
        hidden: { endpoint_id: id },
        button: "Remove",
        label: `Remove ${url}`,
        kind: "quiet",
      }),
    ],
  })),
  "No endpoints yet.",
)}
<h2 id="register">Register an endpoint</h2>
${form(view, {
  action: "registerEndpoint",
  name: "register-endpoint",
  fields: (field) => [
    field.input("url", "URL", {
      type: "url",
      required: true,
      hint: "On this machine, such as http://127.0.0.1:3000/events, or on a host allowed by --allow-host.",
    }),
    field.input("secret", "Secret", { hint: "whsec_ and 24 to 64 bytes in base64; by default a new one." }),
  ],
  button: "Register",
  kind: "main",
})}`;
  return { title: "Endpoints", body };
}
