// The samples of an operation's page: its call as curl, and in the languages that the guides show.
import { writeCurl } from "../assets/try-it/curl.ts";
import type { Block, Language } from "../page.ts";
import { hasStream, type OperationReference } from "../reference.ts";
import { type Call, readCall } from "./call.ts";
import { writeGo } from "./go.ts";
import { writeJava } from "./java.ts";
import { writePython } from "./python.ts";
import { writeTypescript } from "./typescript.ts";

/** Writes the call of an operation as curl, in TypeScript, and for a call of the service in other languages. */
export function writeSamples(operation: OperationReference): (Block & { readonly kind: "code" })[] {
  const call = readCall(operation);
  const isStream = hasStream(operation);
  const curl = writeCurl(call.request);
  const sample = (label: string, language: Language, text: string) =>
    ({ kind: "code", label, language, text, snippet: label.toLowerCase() }) as const;
  const others: readonly [string, Language, (call: Call) => string][] = [
    ["Python", "python", writePython],
    ["Go", "go", writeGo],
    ["Java", "java", writeJava],
  ];
  return [
    // Without -N, curl shows a stream only when it ends
    sample("curl", "sh", isStream ? curl.replace("curl", "curl -N") : curl),
    sample("TypeScript", "ts", writeTypescript(operation, call, isStream)),
    ...others.filter(() => !call.isControl).map(([label, language, write]) => sample(label, language, write(call))),
  ];
}
