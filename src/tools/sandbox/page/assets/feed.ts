// The activity list on the first page: calls, events, deliveries and control calls, latest first.

/** The number of lines that are kept. */
const most = 60;

type Data = Readonly<Record<string, unknown>>;

/** One line of the list. */
interface Line {
  readonly kind: string;
  readonly mark: string;
  readonly text: string;
  readonly link?: string;
  readonly aside: string;
}

export interface Feed {
  add(type: string, data: Data): void;
}

/** The list of a page that has one. */
export function feedOf(page: Document): Feed | undefined {
  const section = page.querySelector<HTMLElement>("[data-feed]");
  const list = section?.querySelector("[data-feed-list]");
  if (!section || !list) return undefined;
  section.hidden = false;
  return {
    add(type, data) {
      const line = lineOf(type, data);
      if (line === undefined) return;
      section.querySelector("[data-feed-empty]")?.remove();
      list.prepend(written(line));
      while (list.children.length > most) list.lastElementChild?.remove();
    },
  };
}

const readers: Readonly<Record<string, (data: Data) => Line>> = {
  request: ({ method, path, status, duration_ms, fault_ids }) => {
    const faults = Array.isArray(fault_ids) && fault_ids.length > 0 ? `, struck by ${fault_ids.join(", ")}` : "";
    const came = status === null ? "no answer" : `${status}`;
    return {
      kind: `m-${String(method).toLowerCase()}`,
      mark: String(method),
      text: String(path),
      aside: `${came}, ${duration_ms} ms${faults}`,
    };
  },
  event: ({ id, event_type, at }) => ({
    kind: "event",
    mark: "event",
    text: String(event_type),
    link: `events/${encodeURIComponent(String(id))}`,
    aside: timeOf(at),
  }),
  delivery: ({ id, event_type, state }) => ({
    kind: "delivery",
    mark: "sent",
    text: String(event_type),
    link: `deliveries/${encodeURIComponent(String(id))}`,
    // Of an attempt that was made: what is due then has failed
    aside: state === "due" ? "failed, tried again" : String(state),
  }),
  control: ({ operation_id, at }) => ({
    kind: "control",
    mark: "control",
    text: String(operation_id),
    aside: timeOf(at),
  }),
};

function lineOf(type: string, data: Data): Line | undefined {
  return Object.hasOwn(readers, type) ? readers[type]?.(data) : undefined;
}

function timeOf(at: unknown): string {
  return String(at).slice(11, 19);
}

function written({ kind, mark, text, link, aside }: Line): HTMLLIElement {
  const line = document.createElement("li");
  const code = document.createElement("code");
  code.textContent = text;
  line.append(element("span", `method ${kind}`, mark), linked(code, link), element("span", "soft", aside));
  return line;
}

function linked(inner: Element, link: string | undefined): Element {
  if (link === undefined) return inner;
  const anchor = document.createElement("a");
  anchor.href = `/_sandbox/${link}${location.search}`;
  anchor.append(inner);
  return anchor;
}

function element(name: string, className: string, text: string): Element {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
