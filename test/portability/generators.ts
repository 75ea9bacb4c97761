// The generators of the matrix: each pinned, with its commands, its projection and the driver that tells the story with its client.

/** One row of the matrix. Commands run in a folder of their own, which has `openapi.json`, `openapi-3.0.json` and what `files` names. */
export interface Generator {
  readonly name: string;
  readonly version: string;
  readonly language: string;
  /** What has to be on the path. */
  readonly needs: readonly string[];
  /** The document it is given, which works best. */
  readonly document: "openapi.json" | "openapi-3.0.json";
  /** The folders in test/portability/ with its configuration and its driver. */
  readonly files: readonly string[];
  /** Installs the generator and what its client imports; the only step with a network. */
  readonly prepare: string;
  readonly generate: string;
  /** Compiles or type-checks the client and the driver. */
  readonly compile: string;
  /** Tells the story: a line of JSON for each step. */
  readonly run: string;
}

/** A generator of TypeScript: installed from npm, checked by TypeScript, and run by Node as it is. */
function typescript(
  name: string,
  version: string,
  folder: string,
  { document = "openapi.json", generate, packages = "" }: Partial<Generator> & { generate: string; packages?: string },
): Generator {
  return {
    ...{ name, version, language: "TypeScript", needs: ["npm"], document },
    files: ["typescript/shared", `typescript/${folder}`],
    prepare: `npm install --no-audit --no-fund --no-save ${name}@${version} ${packages} typescript@5.9.3 @types/node@24.19.2 esbuild@0.28.2`,
    generate,
    compile: "npx --no-install tsc -p .",
    run: "npx --no-install esbuild driver.ts --bundle --platform=node --log-level=error --outfile=driver.cjs && node driver.cjs",
  };
}

/** A generator of Python: installed with what its client imports in an environment of its own, and checked by mypy. */
function python(
  name: string,
  version: string,
  folder: string,
  { packages, ...given }: Partial<Generator> & { generate: string; packages: string },
): Generator {
  const install = `python3 -m venv --clear venv && venv/bin/pip install -q ${packages} mypy==1.18.2`;
  return {
    ...{ name, version, language: "Python", document: "openapi.json", ...given },
    needs: ["python3", ...(given.needs ?? [])],
    files: ["python/shared", `python/${folder}`],
    prepare: [given.prepare, install].filter(Boolean).join(" && "),
    // The types as a caller sees them: what mypy finds in an installed package itself is not reported to its users either
    compile: "venv/bin/python -m compileall -q client && MYPYPATH=client venv/bin/mypy --follow-imports=silent --no-error-summary call.py",
    run: "PYTHONPATH=client venv/bin/python driver.py",
  };
}

/** A generator of Go: checked by vet, and compiled. */
function go(
  name: string,
  version: string,
  folder: string,
  given: Partial<Generator> & { prepare: string; generate: string },
): Generator {
  return {
    ...{ name, version, language: "Go", document: "openapi.json", ...given },
    needs: ["go", ...(given.needs ?? [])],
    files: ["go/shared", `go/${folder}`],
    compile: "rm -f driver && go vet . && go build -o driver .",
    run: "./driver",
  };
}

const openapiGenerator = "7.25.0";
const jar = `openapi-generator-cli-${openapiGenerator}.jar`;
const jarAddress = `https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${openapiGenerator}/${jar}`;
/** One copy for all its languages, beside their folders. */
const fetchJar = `[ -f ../${jar} ] || (curl -sSfo ../${jar}.part ${jarAddress} && mv ../${jar}.part ../${jar})`;
const withoutTests = "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";
/** What openapi-generator needs for a language. */
const fromJar = (language: string) => ({
  document: "openapi-3.0.json" as const,
  needs: ["java", "curl"],
  prepare: fetchJar,
  generate: `rm -rf client && java -jar ../${jar} generate -g ${language} -i openapi-3.0.json -o client -c options.yaml ${withoutTests}`,
});

/** What Redocly's generate-client needs for a language. */
const redocly = {
  version: "2.77.0",
  generator: (language: string) => ({
    needs: ["npm"],
    prepare: "npm install --no-audit --no-fund --no-save --prefix . @redocly/cli@2.77.0",
    generate: `mkdir -p client && npx --no-install redocly generate-client openapi.json --generator ${language} --output client/client.ts`,
  }),
};

const openapiGeneratorJava = fromJar("java");

export const generators: readonly Generator[] = [
  typescript("openapi-typescript", "7.13.0", "openapi-fetch", {
    generate: "npx --no-install openapi-typescript openapi.json --output client/types.ts",
    packages: "openapi-fetch@0.17.0",
  }),
  typescript("@hey-api/openapi-ts", "0.99.0", "hey-api", {
    generate:
      "npx --no-install openapi-ts --input openapi.json --output client --plugins @hey-api/client-fetch @hey-api/sdk @hey-api/typescript",
  }),
  typescript("oazapfts", "7.5.0", "oazapfts", {
    generate: "mkdir -p client && npx --no-install oazapfts openapi.json client/api.ts",
    packages: "@oazapfts/runtime",
  }),
  typescript("orval", "8.38.0", "orval", { generate: "npx --no-install orval --config orval.config.ts" }),
  typescript("swagger-typescript-api", "13.13.0", "swagger-typescript-api", {
    generate: "npx --no-install swagger-typescript-api generate --path openapi.json --output client --name api.ts",
  }),
  typescript("openapi-zod-client", "1.18.3", "openapi-zod-client", {
    generate: "mkdir -p client && npx --no-install openapi-zod-client openapi.json --output client/api.ts --with-alias",
    packages: "@zodios/core@10 axios zod@3",
  }),
  typescript("@redocly/cli", redocly.version, "redocly", {
    generate:
      "mkdir -p client && npx --no-install redocly generate-client openapi.json --output client/client.ts --import-ext ts",
  }),
  python("openapi-python-client", "0.29.1", "openapi-python-client", {
    packages: "openapi-python-client==0.29.1",
    generate:
      "venv/bin/openapi-python-client generate --path openapi.json --config config.yaml --output-path client --overwrite",
  }),
  python("openapi-generator python", openapiGenerator, "openapi-generator", {
    ...fromJar("python"),
    packages: "pydantic==2.14.3 urllib3==2.8.0 python-dateutil==2.9.0.post0 types-python-dateutil",
  }),
  python("@redocly/cli python", redocly.version, "redocly", {
    ...redocly.generator("python"),
    packages: "httpx==0.28.1",
  }),
  go("oapi-codegen", "2.8.2", "oapi-codegen", {
    document: "openapi-3.0.json",
    prepare: "go mod download all && go build -o oapi-codegen github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen",
    generate: "mkdir -p client && ./oapi-codegen --config config.yaml openapi-3.0.json",
  }),
  go("openapi-generator go", openapiGenerator, "openapi-generator", fromJar("go")),
  go("@redocly/cli go", redocly.version, "redocly", redocly.generator("go")),
  {
    ...{ name: "openapi-generator java", version: openapiGenerator, language: "Java", ...openapiGeneratorJava },
    needs: [...openapiGeneratorJava.needs, "javac", "mvn"],
    files: ["java/openapi-generator"],
    prepare: `${fetchJar} && ${openapiGeneratorJava.generate} && mvn -q -f client/pom.xml dependency:copy-dependencies -DoutputDirectory=../lib`,
    compile:
      "rm -rf classes && mkdir classes && javac -nowarn -parameters -cp 'lib/*' -d classes $(find client/src/main -name '*.java') Driver.java",
    run: "java -cp 'classes:lib/*' Driver",
  },
];
