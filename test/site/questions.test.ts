// The questionnaire covers the register, and is short enough to be answered.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { writeQuestions } from "../../src/site/questions.ts";

const register = parse(readFileSync(join(projectDirectory, "openapi/assumptions.yaml"), "utf8"));

test("asks at most 90 questions in 2,200 words", () => {
  const text = writeQuestions(register);
  expect(text.match(/^1\. /gm)?.length).toBeLessThanOrEqual(90);
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(2200);
});

test("begins with what decides, and asks with an entry what belongs to it, each answer once", () => {
  const entry = { because: "nothing is stated", leaves_open: ["status"] };
  const text = writeQuestions({
    Users: {
      success: { ...entry, chose: "Success is 200", could_be: ["201"] },
      created: { ...entry, asked_with: "success", chose: "Created is 200", could_be: ["201", "202"] },
      id: { ...entry, weight: "decides", chose: "The id is `id`", could_be: ["`user_id`"] },
    },
  });
  expect(text.replaceAll("\u00a0", " ")).toBe(
    "## What decides how a consumer codes\n\n1. The id is `id`. ☐ yes ☐ `user_id`\n\n## Users\n\n1. Success is 200. ☐ yes ☐ 201 ☐ 202",
  );
});
