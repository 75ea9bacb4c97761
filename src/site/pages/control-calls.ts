// The calls of the sandbox's control plane, by their tag, each with an example.
import type { Contract, ContractOperation } from "../../shared/contract/index.ts";
import { codeBlock, heading, method as methodLabel, prose } from "../blocks.ts";
import { escapeMarkdown, link, toAnchor } from "../inline.ts";
import { type Content, type Element, el } from "../page.ts";
import { writeCurl } from "../snippets/curl.ts";
import { controlDocumentUrl } from "../urls.ts";

/** Writes what applies to all calls, and every call. */
export function listControlCalls({ document, operations }: Contract): Content {
  return [
    heading(2, "all-calls", "What applies to all calls"),
    el("p", `Each field is in the ${link("OpenAPI document", controlDocumentUrl)} of the control plane.`),
    prose(document.info.description),
    document.tags.map((tag) => [
      heading(2, toAnchor(tag.name), escapeMarkdown(tag.name)),
      prose(tag.description),
      operations
        .filter(({ operation }) => operation.tags[0] === tag.name)
        .map((one) => writeControlCall(one, document.servers[0]?.url ?? "")),
    ]),
  ];
}

function writeControlCall(
  { id, method, path, operation, parameters, requestBody }: ContractOperation,
  server: string,
): Element {
  const [example] = requestBody?.bodies[0]?.examples ?? [];
  const filled = parameters.reduce((text, { name, example: value }) => text.replace(`{${name}}`, String(value)), path);
  const query = parameters.filter((one) => one.in === "query" && one.required === true);
  const asked = query.map(({ name, example: value }) => `${name}=${encodeURIComponent(String(value))}`);
  const json = example === undefined ? [] : [["content-type", "application/json"] as const];
  const curl = writeCurl({
    method: method.toUpperCase(),
    url: server + [filled, ...(asked.length > 0 ? [asked.join("&")] : [])].join("?"),
    headers: [["x-sandbox-control", "1"], ...json],
    body: example && JSON.stringify(example.value, null, 2),
  });
  const isStream = Object.keys(Object(operation.responses["200"]).content ?? {}).includes("text/event-stream");
  return el(
    "div.call",
    heading(3, toAnchor(id), escapeMarkdown(operation.summary)),
    el("p", methodLabel(method.toUpperCase()), " ", el("code", path)),
    prose(operation.description),
    // Without -N, curl shows a stream only when it ends
    codeBlock("", "sh", isStream ? curl.replace("curl", "curl -N") : curl),
  );
}
