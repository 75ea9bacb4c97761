// Lab reports are uploaded, parsed, and reviewed where somebody asked for it.
import fc from "fast-check";
import { chosen, command } from "../command.ts";
import { bodyOf } from "../world.ts";

export const uploadReport = fc.boolean().map((review) =>
  command("uploadReport", { review }, async (model, real) => {
    const form = new FormData();
    form.set("file", new File(["%PDF-1.4"], "report.pdf", { type: "application/pdf" }));
    form.set("request_human_review", String(review));
    const { id } = bodyOf(await real.api("POST", "/lab_report/v1/parser/job", form), 200);
    model.addJob(String(id), review);
  }),
);

export const finishJob = fc
  .record({ number: fc.nat(9), status: fc.constantFrom("completed", "failed", "pending_review") })
  .map((wanted) =>
    command(
      "finishJob",
      wanted,
      async (model, real, { number, status }) => {
        const job = chosen(model.jobs, number);
        if (job === undefined) return;
        const isOver = job.status === "completed" || job.status === "failed" || job.status === status;
        bodyOf(await real.simulate("parsingJobFinished", { job_id: job.id, status }), isOver ? 409 : 200);
        if (!isOver) model.moveJob(job, status);
      },
      (model) => model.jobs.length > 0,
    ),
  );
