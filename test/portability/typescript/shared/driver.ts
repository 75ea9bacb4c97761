// Tells the story with a generated client: `call.ts` of the generator's folder makes each call by the operation's name.
import { readFileSync } from "node:fs";
import { call } from "./call.ts";
import type { Step } from "./step.ts";

const saved: Record<string, unknown> = {};

/** The part with what was saved in the place of `$name`. */
function withSaved<Part>(part: Part): Part {
  const text = JSON.stringify(part ?? {});
  return JSON.parse(text, (_, value) => (String(value).startsWith("$") ? saved[value.slice(1)] : value));
}

async function tell(): Promise<void> {
  for (const step of JSON.parse(readFileSync("story.json", "utf8")) as Step[]) {
    const { operation, body, form, status = 200, save = {} } = step;
    try {
      const parts = Object.entries(form ?? {}).map(([name, { name: file, type, text }]) => {
        return [name, new File([text], file, { type })] as const;
      });
      const answer = await call({
        operation,
        path: withSaved(step.path ?? {}),
        query: withSaved(step.query ?? {}),
        headers: step.headers ?? {},
        body: form === undefined ? body : Object.fromEntries(parts),
      });
      if (answer.status !== status) throw new Error(`The status is ${answer.status}.`);
      if (typeof answer.data !== "object" || answer.data === null) throw new Error("The answer was not read.");
      for (const [name, field] of Object.entries(save)) saved[name] = Reflect.get(answer.data, field);
      console.log(`ok ${operation}`);
    } catch (error) {
      console.log(`failed ${operation} ${String(error).replaceAll("\n", " ")}`);
    }
  }
}

void tell();
