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
  /** Installs what only the matrix needs, such as a type checker. A page does not show it. */
  readonly prepareMatrix?: string;
  /** Variables that put packages of Debian in the place of those of a registry that may be out of reach. A page does not show them. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly generate: string;
  /** Compiles or type-checks the client and the driver. */
  readonly compile: string;
  /** Compiles or type-checks a client alone: that of the sandbox's control plane. */
  readonly compileClient: string;
  /** Makes calls to the sandbox's control plane with that client. */
  readonly callControl?: string;
  /** Tells the story: a line for each step. */
  readonly run: string;
  /** Runs the example that the page of the language shows. */
  readonly example?: string;
  /** What a caller has to know, such as why something fails. */
  readonly note?: string;
  /** Why its client is not compiled here: the toolchain that cannot be had. */
  readonly untried?: string;
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
    compileClient: "npx --no-install tsc -p tsconfig.client.json",
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
  const install = `python3 -m venv --clear venv && venv/bin/pip install -q ${packages}`;
  return {
    ...{ name, version, language: "Python", document: "openapi.json", ...given },
    needs: ["python3", ...(given.needs ?? [])],
    files: ["python/shared", `python/${folder}`],
    prepare: [given.prepare, install].filter(Boolean).join(" && "),
    prepareMatrix: "venv/bin/pip install -q mypy==1.18.2",
    // The types as a caller sees them: what mypy finds in an installed package itself is not reported to its users either
    compile:
      "venv/bin/python -m compileall -q client && MYPYPATH=client venv/bin/mypy --follow-imports=silent --no-error-summary call.py",
    compileClient: "venv/bin/python -m compileall -q client",
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
    files: ["go/shared", `go/${folder}`, ...(given.files ?? [])],
    compile: "rm -f driver && go vet . && go build -o driver .",
    compileClient: "go vet ./client",
    run: "./driver",
  };
}

const javac =
  "rm -rf classes && mkdir classes && javac -nowarn -parameters -cp 'lib/*' -d classes $(find client -name '*.java')";

/** A generator for the Java virtual machine. */
function java(
  name: string,
  version: string,
  folder: string,
  given: Partial<Generator> & { prepare: string; generate: string },
): Generator {
  return {
    ...{ name, version, language: "Java", document: "openapi.json" },
    files: ["java/shared", `java/${folder}`],
    compile: `${javac} Driver.java Call.java`,
    compileClient: javac,
    run: "java -cp 'classes:lib/*' Driver",
    ...given,
    needs: ["java", "javac", "mvn", ...(given.needs ?? [])],
  };
}

const kotlinc = `rm -rf classes && java -cp 'lib/*' org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -java-parameters -nowarn -cp "$(echo lib/*.jar | tr ' ' ':')" -d classes client/src/main`;

/** A generator of Rust: compiled by Cargo with what `prepare` has fetched. */
function rust(
  name: string,
  version: string,
  folder: string,
  given: Partial<Generator> & { prepare: string; generate: string },
): Generator {
  return {
    ...{ name, version, language: "Rust", document: "openapi-3.0.json", ...given },
    needs: ["cargo", ...(given.needs ?? [])],
    files: ["rust/shared", `rust/${folder}`],
    // What the generated package imports is known once it is there
    prepare: `${given.prepare} && ${given.generate} && cargo fetch -q`,
    compile: "cargo build -q --offline",
    compileClient: "cargo check -q --offline -p wearable_client",
    run: "target/debug/driver",
  };
}

/** Fetches what a file of Maven names. */
const dependenciesOf = (pom: string) => `mvn -q -f ${pom} dependency:copy-dependencies -DoutputDirectory=$PWD/lib`;

/** Takes packages of Debian apart in the folder, without installing them. */
const fromDebian = (packages: string) =>
  `mkdir -p debian && cd debian && apt-get download -q ${packages} && for one in *.deb; do dpkg -x $one .; done`;

/** Compiles a client of C#. */
const mcs =
  "debian/usr/bin/mono-sgen debian/usr/lib/mono/4.5/mcs.exe -langversion:latest -lib:debian/usr/lib/mono/4.5,debian/usr/lib/cli/Newtonsoft.Json-5.0 -r:System.Net.Http -r:System.Web -r:System.ComponentModel.DataAnnotations -r:System.Runtime.Serialization -r:Newtonsoft.Json -recurse:'client/src/*.cs' debian-instead/Packages.cs";

const openapiGenerator = "7.25.0";
const jar = `openapi-generator-cli-${openapiGenerator}.jar`;
const jarAddress = `https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${openapiGenerator}/${jar}`;
/** One copy for all its languages, beside their folders. */
const fetchJar = `test -f ../${jar} || curl -sSf --remove-on-error -o ../${jar} ${jarAddress}`;
const withoutTests = "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";
/** What openapi-generator needs for a language. */
const fromJar = (language: string) => ({
  document: "openapi-3.0.json" as const,
  needs: ["java", "curl"],
  prepare: fetchJar,
  generate: `rm -rf client && java -jar ../${jar} generate -g ${language} -i openapi-3.0.json -o client -c options.yaml ${withoutTests}`,
});

/** The steps of a generator whose client is not compiled. */
const notCompiled = { compile: "false", compileClient: "false", run: "false" };

/** What Redocly's generate-client needs for a language. */
const redocly = {
  version: "2.77.0",
  generator: (language: string) => ({
    needs: ["npm"],
    prepare: "npm install --no-audit --no-fund --no-save --prefix . @redocly/cli@2.77.0",
    generate: `mkdir -p client && npx --no-install redocly generate-client openapi.json --generator ${language} --output client/client.ts`,
  }),
};

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
  typescript("@kubb/cli", "4.39.3", "kubb", {
    generate: "npx --no-install kubb generate --config kubb.config.ts",
    packages: "@kubb/core@4.39.3 @kubb/plugin-oas@4.39.3 @kubb/plugin-ts@4.39.3 @kubb/plugin-client@4.39.3",
    note: "It sends JSON without a content type: name it in `headers`.",
  }),
  python("openapi-python-client", "0.29.1", "openapi-python-client", {
    packages: "openapi-python-client==0.29.1 standardwebhooks==1.0.1",
    example: "PYTHONPATH=client venv/bin/python example.py",
    callControl: "PYTHONPATH=client venv/bin/python control.py",
    generate:
      "venv/bin/openapi-python-client generate --path openapi.json --config config.yaml --output-path client --overwrite",
    note: "It writes a boolean part of a form as `True` or `False`, which is no boolean of the contract: the sandbox refuses `request_human_review` from it.",
  }),
  python("openapi-generator python", openapiGenerator, "openapi-generator", {
    ...fromJar("python"),
    note: "It calls `listOrganizationTeams` at `{management_url}`, whatever the address of the client: the driver takes that address away.",
    packages: "pydantic==2.14.3 urllib3==2.8.0 python-dateutil==2.9.0.post0 types-python-dateutil",
  }),
  python("@redocly/cli python", redocly.version, "redocly", {
    ...redocly.generator("python"),
    note: "Its types say that a file is a `str`; an opened file works.",
    packages: "httpx==0.28.1",
  }),
  python("datamodel-code-generator", "0.86.0", "datamodel-code-generator", {
    packages: "datamodel-code-generator==0.86.0 pydantic==2.14.3 httpx==0.28.1",
    generate:
      "mkdir -p client && venv/bin/datamodel-codegen --input openapi.json --input-file-type openapi --openapi-scopes schemas --output-model-type pydantic_v2.BaseModel --disable-timestamp --output client/models.py",
    note: "It makes models only: the driver makes the calls with httpx, and reads the answers with the models.",
  }),
  go("oapi-codegen", "2.8.2", "oapi-codegen", {
    files: ["go/events"],
    document: "openapi-3.0.json",
    prepare:
      "go mod init example && go get -tool github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 && go get github.com/oapi-codegen/runtime@v1.8.0 github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1",
    generate: "mkdir -p client && go tool oapi-codegen --config config.yaml openapi-3.0.json",
    example: "go run ./example",
    callControl: "go run ./control",
  }),
  go("openapi-generator go", openapiGenerator, "openapi-generator", {
    ...fromJar("go"),
    files: ["go/events"],
    note: "It sends a file as `application/octet-stream`, which the service refuses.",
  }),
  go("@redocly/cli go", redocly.version, "redocly", {
    ...redocly.generator("go"),
    files: ["go/events"],
    note: "It sends a file as a text without a name and a content type, which the service refuses.",
  }),
  go("ogen", "1.24.0", "ogen", {
    document: "openapi-3.0.json",
    prepare: "go mod download all && go build -o ogen github.com/ogen-go/ogen/cmd/ogen",
    generate: "./ogen --package client --target client --clean openapi-3.0.json",
    note: "It crashes on a form that may have further parts (`additionalProperties: true`): the upload. Without that operation and with `ignore_not_implemented`, it makes a client that lacks the six lists of summaries, whose `source` is an `anyOf`. It refuses `anyOf` in OpenAPI 3.1.",
  }),
  java("openapi-generator java", openapiGenerator, "openapi-generator", {
    ...fromJar("java"),
    prepare: `${fetchJar} && ${fromJar("java").generate} && ${dependenciesOf("client/pom.xml")}`,
    example:
      "javac -nowarn -cp 'lib/*' -sourcepath client/src/main/java -d classes Example.java && java -cp 'classes:lib/*' Example",
  }),
  java("openapi-generator kotlin", openapiGenerator, "openapi-generator-kotlin", {
    ...fromJar("kotlin"),
    language: "Kotlin",
    note: "It sends a part of a form that is not set: set each.",
    prepare: `${fetchJar} && ${dependenciesOf("pom.xml")}`,
    // The compiler is in lib, too
    compileClient: kotlinc,
    compile: `${kotlinc} && javac -nowarn -cp 'classes:lib/*' -d classes Driver.java Call.java`,
  }),
  java("@redocly/cli java", redocly.version, "redocly", {
    ...redocly.generator("java"),
    note: "It sends a file as a text without a name and a content type, and no `Idempotency-Key` of a call.",
    prepare: `${redocly.generator("java").prepare} && ${dependenciesOf("pom.xml")}`,
  }),
  {
    ...{ name: "openapi-generator php", version: openapiGenerator, language: "PHP", ...fromJar("php") },
    needs: [...fromJar("php").needs, "php", "composer", "apt-get", "dpkg"],
    files: ["php/shared", "php/openapi-generator"],
    prepare: `${fetchJar} && composer install -q`,
    prepareMatrix: `${fromDebian("php-guzzlehttp-guzzle php-guzzlehttp-psr7 php-guzzlehttp-promises php-psr-http-message php-psr-http-client php-psr-http-factory php-getallheaders php-symfony-deprecation-contracts")} && cp ../debian-instead/php.ini .`,
    environment: { COMPOSER_HOME: "debian-instead", PHP_INI_SCAN_DIR: ":debian" },
    compile: "find client/lib -name '*.php' | xargs -n 1 php -l > /dev/null",
    compileClient: "find client/lib -name '*.php' | xargs -n 1 php -l > /dev/null",
    run: "php driver.php",
    example: "php example.php",
  },
  {
    ...{ name: "@redocly/cli php", version: redocly.version, language: "PHP", document: "openapi.json" },
    ...redocly.generator("php"),
    needs: ["npm", "php"],
    files: ["php/shared", "php/redocly"],
    note: "It sends an object without fields as `[]`, and a file as a text without a name and a content type; the service refuses both.",
    compile: "php -l client/client.php",
    compileClient: "php -l client/client.php",
    run: "php driver.php",
  },
  {
    ...{ name: "openapi-generator ruby", version: openapiGenerator, language: "Ruby", ...fromJar("ruby") },
    needs: [...fromJar("ruby").needs, "ruby", "apt-get", "dpkg"],
    files: ["ruby/openapi-generator"],
    note: "It takes the content type of a file from the gem mime-types: require that gem.",
    prepare: fetchJar,
    prepareMatrix: `${fromDebian("ruby-typhoeus ruby-ethon ruby-ffi ruby-mime-types ruby-mime-types-data")} && cd .. && mkdir gems && cp -r debian/usr/share/rubygems-integration/all/. debian/usr/lib/*/rubygems-integration/*/. gems`,
    environment: { GEM_PATH: "gems", RUBY_MIME_TYPES_DATA: "debian/usr/share/ruby-mime-types-data/data" },
    compile: "find client/lib -name '*.rb' | xargs -n 1 ruby -c > /dev/null",
    compileClient: "find client/lib -name '*.rb' | xargs -n 1 ruby -c > /dev/null",
    run: "ruby -I client/lib driver.rb",
    example: "ruby -I client/lib example.rb",
  },
  rust("openapi-generator rust", openapiGenerator, "openapi-generator", {
    ...fromJar("rust"),
    note: "Set `supportAsync` to false: its asynchronous client sends a file without a content type, which the service refuses.",
    example: "cargo run -q --bin example",
  }),
  rust("progenitor", "0.15.1", "progenitor", {
    needs: ["node"],
    prepare: "cargo install -q --locked --debug --root . cargo-progenitor@0.15.1",
    generate:
      "rm -rf client && node project.mjs && bin/cargo-progenitor progenitor -i openapi-progenitor.json -o client -n wearable_client -v 0.1.0 --include-client true",
    note: "It refuses a body with a file, and errors of one operation with different schemas: `project.mjs` takes away the upload, and describes each error as `ErrorBody`.",
  }),
  {
    ...{ name: "kiota", version: "1.35.0", language: "C#", needs: ["kiota"], document: "openapi.json", files: [] },
    note: "Its package on npm has no generator: it fetches one from GitHub at its first use, which could not be reached.",
    ...{ prepare: "true", generate: "kiota generate -l CSharp -d openapi.json -o client", untried: "no .NET SDK here" },
    ...notCompiled,
  },
  {
    ...{ name: "openapi-generator csharp", version: openapiGenerator, language: "C#", ...fromJar("csharp") },
    needs: [...fromJar("csharp").needs, "apt-get", "dpkg"],
    files: ["csharp/openapi-generator"],
    note: "It calls `listOrganizationTeams` at `{management_url}`, whatever the address of the client: empty `OperationServers`. It was compiled and run by Mono 6.8 instead of .NET, with Newtonsoft.Json 6 and without Polly, which Debian lacks.",
    prepareMatrix: fromDebian(
      `mono-mcs mono-runtime-sgen mono-runtime-common libmono-corlib4.5-dll libmono-security4.0-cil ${["", "-core", "-componentmodel-dataannotations", "-configuration", "-data", "-net-http", "-numerics", "-runtime-serialization", "-web", "-xml", "-xml-linq"].map((part) => `libmono-system${part}4.0-cil`).join(" ")} libmono-system-servicemodel-internals0.0-cil libmono-smdiagnostics0.0-cil libnewtonsoft-json5.0-cil`,
    ),
    environment: {
      MONO_PATH: "debian/usr/lib/mono/4.5:debian/usr/lib/cli/Newtonsoft.Json-5.0",
      ...{ MONO_CFG_DIR: "debian/etc", LD_LIBRARY_PATH: "debian/usr/lib" },
    },
    compile: `${mcs} -out:driver.exe Driver.cs`,
    compileClient: `${mcs} -out:client.dll -target:library`,
    run: "debian/usr/bin/mono-sgen driver.exe",
  },
  {
    ...{ name: "openapi-generator swift6", version: openapiGenerator, language: "Swift", ...fromJar("swift6") },
    ...{ files: ["swift/openapi-generator"], untried: "no Swift toolchain here", ...notCompiled },
  },
];
