// Remembers every link that a page makes, and finds those that lead nowhere.
import { readFileSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { Source as ContractFiles } from "../../tools/contract/index.ts";
import type { Finding } from "../../tools/findings/index.ts";
import type { Reference } from "./reference.ts";
import type { Source } from "./source.ts";
import type { Origin } from "./text.ts";
import { relativeUrl } from "./urls.ts";

interface UsedLink {
  readonly page: string;
  readonly to: string;
  readonly origin: Origin | undefined;
}

/** The links of the site while it is written. */
export class LinkBook {
  readonly #used: UsedLink[] = [];
  readonly #pages: ReadonlyMap<string, string>;

  constructor({ operations, events, schemas }: Reference, control: Pick<Reference, "operations">) {
    // A name of the contract wins
    this.#pages = new Map([
      ...control.operations.map(({ id, url }) => [id, url] as const),
      ...schemas.map(({ name, url }) => [name, url] as const),
      ...events.map(({ name, url }) => [name, url] as const),
      ...operations.map(({ method, path, url }) => [`${method} ${path}`, url] as const),
      ...operations.map(({ id, url }) => [id, url] as const),
    ]);
  }

  /**
   * Notes a link and writes it as it has to stand on the page.
   *
   * @param to The place, as a path from the site's root.
   * @param origin Where a person wrote it, unless the site's own templates did.
   */
  use(page: string, to: string, origin?: Origin): string {
    this.#used.push({ page, to, origin });
    return relativeUrl(page, to);
  }

  /** The page of a name of the contract or of an operation of the control plane, or of a method and path. */
  pageOf(name: string): string | undefined {
    return this.#pages.get(name);
  }

  /**
   * Finds the links that lead nowhere.
   *
   * @param files The site's files by path.
   * @param roots The root documents of the contract and the control plane, to locate links.
   */
  async broken(
    files: ReadonlyMap<string, string>,
    roots: Readonly<Record<Source["name"], string>>,
  ): Promise<Finding[]> {
    const anchors = new Map<string, ReadonlySet<string>>();
    const anchorsOf = (path: string, text: string) => {
      const known = anchors.get(path);
      if (known) return known;
      const found = new Set(Array.from(text.matchAll(/ id="([^"]*)"/g), ([, id = ""]) => id));
      anchors.set(path, found);
      return found;
    };
    const found = this.#used.flatMap((used) => {
      const [path = "", anchor] = used.to.split("#");
      const text = files.get(path);
      if (text === undefined) return [{ used, what: `there is no ${path}` }];
      if (anchor === undefined || anchorsOf(path, text).has(decodeURIComponent(anchor))) return [];
      return [{ used, what: `${path} has no anchor "${anchor}"` }];
    });
    if (found.length === 0) return [];
    // A text is shown in more places than the one that knows where it was written
    const known = new Set(found.filter(({ used }) => used.origin !== undefined).map(({ used }) => used.to));
    const broken = found.filter(({ used }) => used.origin !== undefined || !known.has(used.to));
    const sources = {
      contract: await ContractFiles.read(roots.contract),
      control: await ContractFiles.read(roots.control),
    };
    const findings = broken.map(({ used, what }) => ({
      ...placeOf(used, sources),
      rule: "site/link",
      message: `The link ${used.to} leads nowhere: ${what}. Correct it. In the contract a link starts at the site's root, such as guides/errors.html; in a guide or README it is relative to the file.`,
    }));
    return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
  }
}

function placeOf(
  { page, to, origin }: UsedLink,
  sources: Readonly<Record<Source["name"], ContractFiles>>,
): { file: string; line: number } {
  if (origin === undefined) return { file: page, line: 1 };
  const { file, line } = origin.in === "file" ? origin : sources[origin.in].locate(origin.path);
  // The text begins there; the link may stand some lines below
  const path = isAbsolute(file) ? file : resolve(file);
  const lines = readFileSync(path, "utf8").split("\n");
  // In a guide the address is that of a file, but the anchor is the same
  const written = to.startsWith(`${page}#`) || origin.in === "file" ? to.replace(/^[^#]*(?=#)/, "") : to;
  const found = lines.findIndex((text, index) => index >= line - 1 && text.includes(written));
  return { file: relative(process.cwd(), path), line: found < 0 ? line : found + 1 };
}
