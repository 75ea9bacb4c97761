// The calls of the sandbox's control plane, by their tag, each with an example.
import { writeCurl } from "../assets/try-it/curl.ts";
import { codeBlock, heading, method as methodLabel, prose } from "../blocks.ts";
import { escapeMarkdown, link, toAnchor } from "../inline.ts";
import { type Content, type Element, el } from "../page.ts";
import type { ControlCall, Reference } from "../reference.ts";
import { readCall } from "../snippets/call.ts";
import { controlDocumentUrl } from "../urls.ts";

/** Writes what applies to all calls, and every call. */
export function writeControlCalls({ control: { document, calls } }: Reference): Content {
  return [
    heading(2, "all-calls", "What applies to all calls"),
    el("p", `Each field is in the ${link("OpenAPI document", controlDocumentUrl)} of the control plane.`),
    prose(document.info.description),
    document.tags.map(({ name, description }) => [
      heading(2, toAnchor(name), escapeMarkdown(name)),
      prose(description),
      calls.filter(({ tag }) => tag === name).map(writeControlCall),
    ]),
  ];
}

function writeControlCall(call: ControlCall): Element {
  const { id, name, title, description, method, path, servers, responses } = call;
  const header = call.credentials[0]?.header ?? "";
  const sandbox = { name: "", hosts: { [header]: servers[0]?.url ?? "" }, keys: { "x-sandbox-control": "1" } };
  const curl = writeCurl(readCall(call, sandbox).request);
  const isStream = responses.some(({ bodies }) => bodies[0]?.mediaType === "text/event-stream");
  return el(
    "div.call",
    heading(3, toAnchor(name), escapeMarkdown(title)),
    el("p", ...(name === id ? [methodLabel(method), " ", el("code", path)] : [el("code", name)])),
    prose(description),
    // Without -N, curl shows a stream only when it ends
    codeBlock("", "sh", isStream ? curl.replace("curl", "curl -N") : curl),
  );
}
