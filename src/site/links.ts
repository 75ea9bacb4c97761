// Where the names of the contract lead, and the links of the site that lead nowhere.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, posix, relative } from "node:path";
import { controlRoot } from "../shared/contract/index.ts";
import type { FileProblem } from "../shared/findings/index.ts";
import { type LinkSource, listGuideFiles } from "./pages/guides.ts";
import type { Reference } from "./reference.ts";
import { controlCallUrl } from "./urls.ts";

/** The pages by the names of the contract and of the control plane, and by method and path, as texts have them in code. */
export function listNamedPages({ operations, events, schemas, control }: Reference): ReadonlyMap<string, string> {
  // A name of the contract wins
  return new Map([
    ...control.calls.map(({ name }) => [name, controlCallUrl(name)] as const),
    ...[...schemas, ...events].map(({ name, url }) => [name, url] as const),
    ...operations.flatMap(({ id, method, path, url }) => [[`${method} ${path}`, url] as const, [id, url] as const]),
  ]);
}

/**
 * Finds the links that lead nowhere, each at every place where a person wrote it, or else on the page that has it.
 *
 * @param files The site's files by path.
 * @param root The root document, in whose folder its texts are.
 */
export async function findBrokenLinks(files: ReadonlyMap<string, string>, root: string): Promise<FileProblem[]> {
  const anchors = new Map(Array.from(files, ([path, text]) => [path, new Set(text.match(/(?<= id=")[^"]*/g))]));
  const broken = new Map<string, { readonly page: string; readonly reason: string }>();
  for (const [page, text] of files) {
    if (!page.endsWith(".html")) continue;
    for (const [link] of text.matchAll(/(?<= (?:href|src)=")(?![a-z]+:)[^"]+/g)) {
      const to = link.startsWith("#") ? page + link : posix.join(posix.dirname(page), link);
      const [path = "", anchor] = to.split("#");
      const own = anchors.get(path);
      if (own === undefined) broken.set(to, { page, reason: `there is no ${path}` });
      else if (anchor !== undefined && !own.has(decodeURIComponent(anchor))) {
        broken.set(to, { page, reason: `${path} has no anchor "${anchor}"` });
      }
    }
  }
  if (broken.size === 0) return [];
  const sources = [...(await listDocumentFiles(root)), ...(await listDocumentFiles(controlRoot)), ...listGuideFiles()];
  const written = await Promise.all(
    sources.map(async ({ path, resolve }) =>
      (await readFile(path, "utf8")).split("\n").flatMap((text, index) =>
        Array.from(text.matchAll(/\]\(<?([^)>\s]+)>?\)/g), ([, target = ""]) => {
          return { to: resolve(target), file: relative(process.cwd(), path), line: index + 1 };
        }),
      ),
    ),
  );
  return Array.from(broken, ([to, { page, reason }]) => {
    const places = written.flat().filter((link) => link.to === to);
    return (places.length > 0 ? places : [{ file: page, line: 1 }]).map(({ file, line }) => ({
      file,
      line,
      rule: "site/link",
      message: `The link ${to} leads nowhere: ${reason}. Correct it. In the contract a link starts at the site's root, such as guides/errors.html; in a guide or README it is relative to the file.`,
    }));
  }).flat();
}

/** The files of the document with a root, whose links start at the site's root. */
async function listDocumentFiles(root: string): Promise<LinkSource[]> {
  const names = await readdir(dirname(root), { recursive: true });
  return names
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => ({ path: join(dirname(root), name), resolve: (target) => target }));
}
