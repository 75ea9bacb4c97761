// Writes the public surface of entries as text, by API Extractor, so that a change of it shows in review.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CompilerState, Extractor, ExtractorConfig } from "@microsoft/api-extractor";

/**
 * Writes one report for each entry.
 *
 * @param folder An installed package; the reports are written into it.
 * @param entries The name of each report, and the declaration file that it is about.
 * @returns The reports by name.
 */
export async function reportsOf(
  folder: string,
  entries: readonly (readonly [name: string, declarations: string])[],
): Promise<ReadonlyMap<string, string>> {
  const places = entries.map(([, place]) => place);
  const configurations = entries.map(([name, place]) =>
    ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: join(folder, "package.json"),
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: place,
        compiler: {
          overrideTsconfig: {
            // API Extractor has a program checked as a whole, and of declarations another test says that they compile
            compilerOptions: {
              module: "nodenext",
              strict: true,
              lib: ["es2022", "dom"],
              types: [],
              skipLibCheck: true,
            },
            files: places,
          },
        },
        apiReport: {
          enabled: true,
          includeForgottenExports: true,
          reportFileName: name,
          reportFolder: folder,
          reportTempFolder: join(folder, "temporary"),
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        newlineKind: "lf",
      },
    }),
  );
  const [first] = configurations;
  if (first === undefined) throw new Error("There are no entries");
  // One program for all of them
  const compilerState = CompilerState.create(first, { additionalEntryPoints: places });
  const errors: string[] = [];
  for (const configuration of configurations) {
    Extractor.invoke(configuration, {
      compilerState,
      localBuild: true,
      messageCallback(message) {
        // Warnings are in the report; only what keeps it from being written matters here
        if (message.logLevel === "error") errors.push(message.text);
        message.handled = true;
      },
    });
  }
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return new Map(
    await Promise.all(
      entries.map(async ([name]) => [name, await readFile(join(folder, `${name}.api.md`), "utf8")] as const),
    ),
  );
}
