// Remembers every link that a page makes, and finds those that lead nowhere.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { FileProblem } from "../shared/findings/index.ts";
import type { Reference } from "./reference.ts";
import { controlCallUrl, relativeUrl } from "./urls.ts";

/** A file that people write links in. */
export interface LinkSource {
  readonly path: string;
  /** Where a link of this file leads, as a path from the site's root. */
  resolve(target: string): string;
}

/** The links of the site while it is written. */
export class LinkChecker {
  /** The targets, each with the first page that leads there. */
  readonly #used = new Map<string, string>();
  readonly #pages: ReadonlyMap<string, string>;

  constructor({ operations, events, schemas, control }: Reference) {
    // A name of the contract wins
    this.#pages = new Map([
      ...control.calls.map(({ name }) => [name, controlCallUrl(name)] as const),
      ...schemas.map(({ name, url }) => [name, url] as const),
      ...events.map(({ name, url }) => [name, url] as const),
      ...operations.map(({ method, path, url }) => [`${method} ${path}`, url] as const),
      ...operations.map(({ id, url }) => [id, url] as const),
    ]);
  }

  /** Notes a link to a path from the site's root, and writes it as the page needs it. */
  use(page: string, to: string): string {
    if (!this.#used.has(to)) this.#used.set(to, page);
    return relativeUrl(page, to);
  }

  /** The page of a name of the contract or of an operation of the control plane, or of a method and path. */
  findPage(name: string): string | undefined {
    return this.#pages.get(name);
  }

  /**
   * Finds the links that lead nowhere, each at every place where a person wrote it.
   *
   * @param files The site's files by path.
   */
  async findBroken(
    files: ReadonlyMap<string, string>,
    sources: () => Promise<readonly LinkSource[]>,
  ): Promise<FileProblem[]> {
    const ids = new Map(Array.from(files, ([path, text]) => [path, new Set(text.match(/(?<= id=")[^"]*/g))]));
    const broken = new Map<string, string>();
    for (const to of this.#used.keys()) {
      const [path = "", anchor] = to.split("#");
      const known = ids.get(path);
      if (known === undefined) broken.set(to, `there is no ${path}`);
      else if (anchor !== undefined && !known.has(decodeURIComponent(anchor))) {
        broken.set(to, `${path} has no anchor "${anchor}"`);
      }
    }
    if (broken.size === 0) return [];
    const report = (to: string, file: string, line: number): FileProblem => ({
      file,
      line,
      rule: "site/link",
      message: `The link ${to} leads nowhere: ${broken.get(to)}. Correct it. In the contract a link starts at the site's root, such as guides/errors.html; in a guide or README it is relative to the file.`,
    });
    const written = await Promise.all(
      (await sources()).map(async ({ path, resolve }) =>
        (await readFile(path, "utf8")).split("\n").flatMap((text, index) =>
          Array.from(text.matchAll(/\]\(<?([^)>\s]+)>?\)/g), ([, target = ""]) => resolve(target))
            .filter((to) => broken.has(to))
            .map((to) => ({ to, finding: report(to, relative(process.cwd(), path), index + 1) })),
        ),
      ),
    );
    const found = written.flat();
    const ours = [...broken.keys()].filter((to) => found.every((one) => one.to !== to));
    return [...found.map(({ finding }) => finding), ...ours.map((to) => report(to, this.#used.get(to) ?? "", 1))];
  }
}

/** The files of the document with a root, whose links start at the site's root. */
export async function listDocumentFiles(root: string): Promise<LinkSource[]> {
  const names = await readdir(dirname(root), { recursive: true });
  return names
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => ({ path: join(dirname(root), name), resolve: (target) => target }));
}
