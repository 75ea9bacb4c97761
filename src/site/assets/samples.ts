// Shows the samples of a page with the server that a reader has chosen, and the controls that choose it.
import { element, prose, raw } from "./element.ts";
import { addressName, choose, followChoice, keyName, readChoice, sandbox, servers } from "./servers.ts";

/** How a language reads a key from the environment: a key that is not public is never shown. */
const variables: Readonly<Record<string, string>> = {
  python: 'os.environ["API_KEY"]',
  ts: 'process.env["API_KEY"] ?? ""',
};

/** The address and the key that samples are built with, by credential; an address of the sandbox's own calls is none. */
const built = Object.entries(sandbox.hosts).map(([header, host]) => {
  return { header, host: new RegExp(`${host}(?!/_sandbox)`, "g"), key: sandbox.keys?.[header] ?? "" };
});

/** Puts the controls above the first sample that calls a server, and keeps all samples as it is chosen. */
export function addServerChoice(): void {
  const samples = [...document.querySelectorAll("main pre code")].flatMap((code) => {
    const text = code.textContent;
    const call = built.find(({ key }) => text.includes(key)) ?? built.find(({ host }) => text.search(host) >= 0);
    return call === undefined ? [] : [{ code, header: call.header }];
  });
  const [first] = samples;
  if (first === undefined) return;
  const controls = makeControls(first.header);
  const tabs = first.code.closest("[data-tabs]")?.querySelector("[role=tablist]");
  if (tabs) tabs.after(controls);
  else first.code.closest("figure")?.before(controls);
  for (const { code } of samples) followChoice(makeSample(code));
}

/** Makes what shows a sample for the server that is chosen. */
function makeSample(code: Element): () => void {
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const texts: (readonly [Node, string])[] = [];
  while (walker.nextNode()) texts.push([walker.currentNode, walker.currentNode.nodeValue ?? ""]);
  const start = new Text();
  code.prepend(start);
  return () => {
    for (const [node, text] of texts) node.nodeValue = rewrite(text, code.className);
    start.data = "";
    const text = code.textContent;
    if (text.includes("os.environ") && !/^import os$/m.test(text)) start.data = "import os\n\n";
  };
}

function rewrite(original: string, language: string): string {
  return built.reduce((before, { header, host, key }) => {
    const chosen = readChoice(header);
    const text = before.replaceAll(host, chosen.url.replace(/\/+$/, ""));
    if (chosen.isPublic) return text.replaceAll(key, chosen.key);
    if (language !== "sh") return text.replaceAll(`"${key}"`, variables[language] ?? '"YOUR_API_KEY"');
    return text.replace(new RegExp(`'([^']*)${key}'`), '"$1$API_KEY"').replaceAll(key, "$API_KEY");
  }, original);
}

/** The choice of the server; of one of the reader's own its address and key, too. */
function makeControls(header: string): HTMLElement {
  const names = servers.map(({ name }) => element("option", {}, name));
  const select = element("select", { "aria-label": "Server" }, ...names);
  const address = element("input", { ...raw, type: "url", name: "server", "aria-label": "Address of the server" });
  // Not of type password, for which browsers offer to keep it beyond the session
  const named = { name: header, "aria-label": header, placeholder: header };
  const key = element("input", { ...raw, ...named, type: "text", class: "key" });
  const hint = element(
    "p",
    { class: "hint" },
    ...prose("The samples read the key from the environment: `export API_KEY=…`"),
  );
  select.addEventListener("input", () => {
    choose("server", select.value);
    if (!address.hidden) address.focus();
  });
  address.addEventListener("input", () => choose(addressName(header), address.value));
  key.addEventListener("input", () => choose(keyName(header, readChoice(header).url), key.value.trim()));
  followChoice(() => {
    const chosen = readChoice(header);
    select.value = chosen.server.name;
    address.hidden = chosen.server.keys !== undefined;
    // Keep the text that is being typed
    if (document.activeElement !== address) address.value = chosen.url;
    if (document.activeElement !== key) key.value = chosen.key;
    key.classList.toggle("secret", !chosen.isPublic);
    hint.hidden = chosen.isPublic;
  });
  return element("div", { class: "server" }, select, address, key, hint);
}
