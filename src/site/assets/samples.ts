// Shows the samples of a page with the server that a reader has chosen, and the controls that choose it.
import { element } from "./element.ts";
import type { ServerData } from "./try-it/data.ts";
import { chooseServer, followChoice, listServers, readChoice, setAddress, setKey } from "./try-it/servers.ts";

/** Attributes of a field whose text goes to a server as it is typed. */
export const raw = { spellcheck: "false", autocapitalize: "off", autocomplete: "off" };

/** How a language reads a key from the environment: a key that is not public is never shown. */
const variables: Readonly<Record<string, string>> = {
  python: 'os.environ["API_KEY"]',
  ts: 'process.env["API_KEY"] ?? ""',
};

/** Puts the controls above the first sample that calls a server, and keeps all samples as it is chosen. */
export function addServerChoice(): void {
  const servers = listServers();
  const [sandbox] = servers;
  const headers = Object.keys(sandbox?.hosts ?? {});
  const samples = [...document.querySelectorAll("main pre code")].flatMap((code) => {
    const text = code.textContent;
    const header =
      headers.find((one) => text.includes(sandbox?.keys?.[one] ?? "")) ??
      headers.find((one) => callsTeam(text, sandbox?.hosts[one]));
    return header === undefined ? [] : [{ code, header, show: makeSample(code, servers, headers) }];
  });
  const [first] = samples;
  if (first === undefined) return;
  const controls = makeControls(servers, first.header);
  const tabs = first.code.closest("[data-tabs]")?.querySelector("[role=tablist]");
  if (tabs) tabs.after(controls);
  else first.code.closest("figure")?.before(controls);
  followChoice(() => {
    for (const { show } of samples) show();
  });
}

/** Does a text call the service at this address, and not the sandbox's own calls? */
function callsTeam(text: string, host: string | undefined): boolean {
  return host !== undefined && new RegExp(`${host}(?!/_sandbox)`).test(text);
}

/** Makes what shows a sample for the server that is chosen. */
function makeSample(code: Element, servers: readonly ServerData[], headers: readonly string[]): () => void {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const texts: (readonly [Text, string])[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    texts.push([node, node.data]);
  }
  const start = new Text();
  code.prepend(start);
  return () => {
    for (const [node, original] of texts) {
      const text = headers.reduce((made, header) => rewrite(made, code.className, servers, header), original);
      if (node.data !== text) node.data = text;
    }
    const needsImport =
      code.textContent.includes("os.environ") && !/^import os$/m.test(code.textContent.slice(start.data.length));
    start.data = needsImport ? "import os\n\n" : "";
  };
}

function rewrite(text: string, language: string, servers: readonly ServerData[], header: string): string {
  const [sandbox] = servers;
  const [host, key] = [sandbox?.hosts[header], sandbox?.keys?.[header]];
  const chosen = readChoice(servers, header);
  if (host === undefined || key === undefined || chosen === undefined) return text;
  const called = text.replaceAll(new RegExp(`${host}(?!/_sandbox)`, "g"), chosen.url.replace(/\/+$/, ""));
  if (chosen.isPublic) return called.replaceAll(key, chosen.key);
  if (language === "sh")
    return called.replace(new RegExp(`'([^']*)${key}'`), '"$1$API_KEY"').replaceAll(key, "$API_KEY");
  return called.replaceAll(`"${key}"`, variables[language] ?? '"YOUR_API_KEY"');
}

/** The choice of the server; of one of the reader's own its address and key, too. */
function makeControls(servers: readonly ServerData[], header: string): HTMLElement {
  const select = element(
    "select",
    { "aria-label": "Server" },
    ...servers.map(({ name }) => element("option", {}, name)),
  );
  const address = element("input", { ...raw, type: "url", "aria-label": "Address of the server" });
  // Not of type password, for which browsers offer to keep it beyond the session
  const key = element("input", { ...raw, type: "text", class: "key", "aria-label": header, placeholder: header });
  const url = () => readChoice(servers, header)?.url ?? "";
  select.addEventListener("input", () => {
    chooseServer(select.value);
    if (!address.hidden) address.focus();
  });
  address.addEventListener("input", () => setAddress(header, address.value));
  key.addEventListener("input", () => setKey(header, url(), key.value.trim()));
  followChoice(() => {
    const chosen = readChoice(servers, header);
    if (chosen === undefined) return;
    select.value = chosen.server.name;
    address.hidden = chosen.server.keys !== undefined;
    // Keep the text that is being typed
    if (document.activeElement !== address) address.value = chosen.url;
    if (document.activeElement !== key) key.value = chosen.key;
    key.classList.toggle("secret", !chosen.isPublic);
  });
  return element("div", { class: "server" }, select, address, key);
}
