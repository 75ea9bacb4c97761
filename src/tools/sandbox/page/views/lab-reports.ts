// The parsing jobs of a world, and one of them with its results.
import { html } from "../../../look/index.ts";
import { isFinished } from "../../rules/lab-reports.ts";
import { listPage, table } from "../parts/lists.ts";
import { facts, json, moment } from "../parts/text.ts";
import { type Content, NotThere, type View } from "../view.ts";
import { happeningForm } from "./happening-forms.ts";

export async function labReportsPage(view: View): Promise<Content> {
  const { world, to } = view;
  const { items, links } = await listPage(
    view,
    "lab-reports/",
    {},
    (before, limit) => world.records.parsingJobs.latest(before, limit),
    ({ place }) => place,
  );
  const rows = items.map(({ record: { id, status, file_type, file_bytes, created_on } }) => ({
    id: `job-${id}`,
    cells: [
      html`<a href="${to(`lab-reports/${encodeURIComponent(id)}`)}"><code>${id}</code></a>`,
      status ?? html`<span class="soft">in progress</span>`,
      `${file_type}, ${file_bytes} bytes`,
      moment(created_on),
    ],
  }));
  const body = html`<p class="lead">Uploaded reports, as jobs that extract their results.</p>
${table("Parsing jobs, latest first", ["Parsing job", "Status", "File", "Uploaded"], rows, "No reports yet.")}${links}`;
  return { title: "Lab reports", body };
}

export async function labReportPage(view: View): Promise<Content> {
  const job = await view.world.records.parsingJobs.get(view.id.toLowerCase());
  if (job === undefined) throw new NotThere(`This world has no parsing job "${view.id}".`);
  const { id, status, file_type, file_bytes, created_on, human_review_requested, results } = job;
  const body = html`${facts([
    ["Job id", html`<code>${id}</code>`],
    ["Status", status ?? "in progress"],
    ["File", `${file_type}, ${file_bytes} bytes`],
    ["Uploaded", moment(created_on)],
    ["Human review", human_review_requested ? "requested" : "not requested"],
  ])}
<h2 id="results">Results</h2>
${results === undefined ? html`<p class="nothing">No results yet.</p>` : json("Results", results)}
${
  isFinished(job)
    ? undefined
    : html`<h2 id="simulate">Simulate</h2>
<div class="cards"><section><h3>The job is finished</h3>${await happeningForm(view, "simulateParsingJobFinished", { hidden: { job_id: id } })}</section></div>`
}`;
  return { title: `Parsing job ${id.slice(0, 8)}`, above: { title: "Lab reports", path: "lab-reports/" }, body };
}
