// The calls of the sandbox's control plane, by their tag, each with an example.
import type { ContractOperation, OpenApiDocument } from "../../shared/contract/index.ts";
import { codeBlock, heading, method as methodLabel, prose } from "../blocks.ts";
import { escapeMarkdown, link, toAnchor } from "../inline.ts";
import { type Content, type Element, el } from "../page.ts";
import type { ControlCall, Reference } from "../reference.ts";
import { writeCurl } from "../snippets/curl.ts";
import { controlDocumentUrl } from "../urls.ts";

/** Writes what applies to all calls, and every call. */
export function writeControlCalls({ control: { document, calls } }: Reference): Content {
  return [
    heading(2, "all-calls", "What applies to all calls"),
    el("p", `Each field is in the ${link("OpenAPI document", controlDocumentUrl)} of the control plane.`),
    prose(document.info.description),
    document.tags.map((tag) => [
      heading(2, toAnchor(tag.name), escapeMarkdown(tag.name)),
      prose(tag.description),
      calls.filter(({ call }) => call.operation.tags[0] === tag.name).map((one) => writeControlCall(document, one)),
    ]),
  ];
}

function writeControlCall(
  document: OpenApiDocument,
  { name, title, description, example, call }: ControlCall,
): Element {
  const { id, method, path } = call;
  return el(
    "div.call",
    heading(3, toAnchor(name), escapeMarkdown(title)),
    el("p", ...(name === id ? [methodLabel(method.toUpperCase()), " ", el("code", path)] : [el("code", name)])),
    prose(description),
    codeBlock("", "sh", writeControlCurl(document, call, example)),
  );
}

function writeControlCurl({ servers }: OpenApiDocument, call: ContractOperation, example: unknown): string {
  const { method, path, operation, parameters } = call;
  const filled = parameters.reduce((text, { name, example: value }) => text.replace(`{${name}}`, String(value)), path);
  const url = new URL(`${servers[0]?.url}${filled}`);
  for (const { name, required, in: place, example: value } of parameters) {
    if (place === "query" && required) url.searchParams.set(name, String(value));
  }
  const json = example === undefined ? [] : [["content-type", "application/json"] as const];
  const curl = writeCurl({
    method: method.toUpperCase(),
    url: url.href,
    headers: [["x-sandbox-control", "1"], ...json],
    body: example === undefined ? undefined : JSON.stringify(example, null, 2),
  });
  const isStream = Object.keys(Object(operation.responses["200"]).content ?? {}).includes("text/event-stream");
  // Without -N, curl shows a stream only when it ends
  return isStream ? curl.replace("curl", "curl -N") : curl;
}
