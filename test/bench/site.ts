// What the reference costs its maintainers and readers, beside what `redocly build-docs` makes of the same contract.
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { serveSite } from "../../src/pipeline/site/index.ts";
import { contractRoot, projectDirectory } from "../../src/tools/contract/index.ts";
import { showProgress } from "../../src/tools/terminal/index.ts";
import { startBrowser } from "../pipeline/site/browser.ts";
import { filesIn } from "../pipeline/site/built.ts";
import { chromePath } from "../run/needs.ts";
import { type ProcessFrame, runTimed } from "./processes.ts";
import { ContractTemplate } from "./synthetic.ts";

/** This contract has 34 operations and 14 events: so many times it are more than 540 and 120. */
const many = 16;
const loads = 5;

/** A maker of reference documentation, and how a reader opens an operation in what it made. */
interface Maker {
  readonly title: string;
  command(root: string, out: string): readonly string[];
  /** The address of the operation `createUser`. */
  readonly address: string;
  readonly search: boolean;
}

const redocly = createRequire(import.meta.url).resolve("@redocly/cli/package.json");

const makers: readonly Maker[] = [
  {
    title: "this site",
    command: (root, out) => [
      join(projectDirectory, "src", "pipeline", "site", "command.ts"),
      "--root",
      root,
      "--out",
      out,
    ],
    address: "operations/createUser.html",
    search: true,
  },
  {
    title: "redocly build-docs",
    command: (root, out) => [
      join(dirname(redocly), "bin", "cli.js"),
      "build-docs",
      root,
      "--output",
      join(out, "index.html"),
      "--inlineBundle",
    ],
    address: "index.html#tag/Users/operation/createUser",
    search: false,
  },
];

/** What is typed, letter by letter: each kind of thing, a slip of the pen, and what nearly everything holds. */
const queries = ["problem_in_transit_lab", "client_user_id", "/v2/user/", "createUser", "conection", "the list of a"];

/** Measures the site of this contract and of a synthetic one. */
export async function measureSite(directory: string, signal: AbortSignal): Promise<void> {
  const frame: ProcessFrame = { temporary: join(directory, "tmp"), limit: 120, signal };
  await mkdir(frame.temporary, { recursive: true });
  const template = await ContractTemplate.read();
  const large = await template.write(join(directory, "site-contract"), many);
  const browser = existsSync(chromePath()) ? await startBrowser() : undefined;
  try {
    for (const [title, root] of [
      ["This contract", contractRoot],
      [`${large.operations} operations and ${large.events} events`, large.root],
    ] as const) {
      process.stdout.write(`\n${title}: the reference, as processes and in Chromium, the median of ${loads} loads\n`);
      for (const maker of makers) {
        const done = showProgress(`${title}: ${maker.title}`);
        const lines = await measureMaker(maker, root, join(directory, "site"), browser, frame).finally(done);
        process.stdout.write(`  ${maker.title}\n${lines.map((line) => `    ${line}\n`).join("")}`);
      }
    }
  } finally {
    await browser?.close();
  }
}

async function measureMaker(
  maker: Maker,
  root: string,
  out: string,
  browser: Browser | undefined,
  frame: ProcessFrame,
): Promise<string[]> {
  await mkdir(out, { recursive: true });
  const run = await runTimed([process.execPath, ...maker.command(root, out)], frame);
  if (!run.well) return [`${run.late ? "late" : "failed"} after ${run.seconds.toFixed(1)} s: ${run.stderr.trim()}`];
  const lines = [line("build", run.seconds, "s", 2)];
  if (browser === undefined) return lines;
  const server = await serveSite(await filesIn(out), 0, "");
  try {
    const runs: { bytes: number; content: number }[] = [];
    for (let load = 0; load < loads; load += 1) runs.push(await loadOnce(browser, `${server.url}/${maker.address}`));
    lines.push(
      line("an operation, transferred", median(runs.map(({ bytes }) => bytes)) / 1000, "KB", 1),
      line("an operation, to its heading", median(runs.map(({ content }) => content)), "ms", 0),
    );
    if (maker.search) lines.push(...(await searchLines(browser, server.url, out)));
  } finally {
    await server.close();
  }
  return lines;
}

/** Opens a page with nothing kept from before: how much came, and when its heading stood there. */
async function loadOnce(browser: Browser, url: string): Promise<{ bytes: number; content: number }> {
  const context = await browser.newContext();
  try {
    // Another host would answer, or not, at its own speed
    await context.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send("Network.enable");
    await page.addInitScript({ content: noteHeading });
    await page.goto(url, { waitUntil: "load" });
    const content = await page.waitForFunction(() => Reflect.get(globalThis, "headingAt") as number | undefined);
    return { bytes, content: Number(await content.jsonValue()) };
  } finally {
    await context.close();
  }
}

/** Runs in the browser: notes when a heading has a place on the page, by looking at each frame. */
const noteHeading = `(() => {
  const look = () => {
    const headings = Array.from(document.querySelectorAll("h1, h2"));
    const there = headings.some((one) => one.textContent.trim() === "Create a user" && one.getBoundingClientRect().height > 0);
    if (there) globalThis.headingAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
})()`;

async function searchLines(browser: Browser, url: string, out: string): Promise<string[]> {
  const runs: { first: number; times: number[] }[] = [];
  for (let load = 0; load < loads; load += 1) runs.push(await searchOnce(browser, url));
  const index = await readFile(join(out, "search-index.js"));
  // Each letter's answer is the median of all loads, so that a busy machine does not look like a slow answer
  const answers = runs[0]?.times.map((_, at) => median(runs.map(({ times }) => times[at] ?? Number.NaN))) ?? [];
  return [
    line("the search's index, transferred", gzipSync(index).length / 1000, "KB", 1),
    line("from the key to the first answer", median(runs.map(({ first }) => first)), "ms", 0),
    line(`an answer, median of ${answers.length}`, median(answers), "ms", 1),
    line("the slowest of them", Math.max(...answers), "ms", 1),
  ];
}

/** Types every query on a fresh page: how long the first answer took with its index to load, and then each letter's. */
async function searchOnce(browser: Browser, url: string): Promise<{ first: number; times: number[] }> {
  const page = await browser.newPage();
  try {
    await page.goto(`${url}/index.html`);
    const first = await firstAnswer(page);
    for (const query of queries) {
      await page.getByRole("combobox").fill("");
      await page.keyboard.type(query);
    }
    const times = await page.evaluate(() => performance.getEntriesByName("search").map(({ duration }) => duration));
    return { first, times };
  } finally {
    await page.close();
  }
}

/** How long the first answer takes, with the index to load. */
async function firstAnswer(page: Page): Promise<number> {
  const start = performance.now();
  await page.keyboard.press("/");
  await page.keyboard.insertText("user");
  await page.locator(".search").getByRole("option").first().waitFor();
  return performance.now() - start;
}

function line(title: string, value: number, unit: string, digits: number): string {
  return `${title.padEnd(36)} ${value.toFixed(digits).padStart(9)} ${unit}`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
