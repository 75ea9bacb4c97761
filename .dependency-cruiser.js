// Which folder of src/ may import which: each is a room with one door, arrows point down, and nothing goes round in a circle.

const findings = "src/tools/findings";
const terminal = "src/tools/terminal";
const contract = "src/tools/contract";
const events = "src/tools/events";
const git = "src/tools/git";
const http = "src/tools/http";
const look = "src/tools/look";

/** What each room imports of ours, besides its own files. */
const rooms = {
  // What consumers import knows nothing of the rooms below
  "src/package/client": ["generated"],
  "src/package/events": ["generated"],
  [findings]: [],
  [terminal]: [findings],
  [contract]: [findings, terminal, "generated/types.ts"],
  [look]: [],
  [events]: [contract],
  [git]: [terminal],
  [http]: [terminal],
  // The tools do not know one another: what two of them need moves down
  "src/tools/verify": [contract, findings, http, terminal],
  "src/tools/check-receiver": [contract, events, findings, http, terminal],
  "src/tools/breaking": [contract, findings, git, terminal],
  // Bound to the contract by type: its handlers do not compile when they answer what is not documented
  "src/tools/sandbox": [
    contract,
    terminal,
    events,
    http,
    findings,
    look,
    "src/tools/control-client",
    "src/package/client",
    "generated",
  ],
  "src/tools/control-client": ["generated/control-types.ts", "generated/events.ts", "src/package/client"],
  "src/pipeline/bundle": [contract, findings, terminal],
  "src/pipeline/lint": [contract, findings, terminal],
  "src/pipeline/generate": [contract, findings, terminal],
  "src/pipeline/mock": [terminal],
  "src/pipeline/site": [contract, findings, terminal, "src/pipeline/bundle", look, "src/pipeline/generate"],
  "src/pipeline/release": [contract, git, terminal, "src/tools/breaking"],
  "src/pipeline/learn": [contract, findings, terminal, "src/tools/verify"],
};

/** What the rooms inside of the sandbox import of each other; the files beside them compose. */
const sandboxRooms = {
  // What a database is asked; it knows nothing of what is kept in it
  store: [],
  // Clock, settings, faults, records, outbox, due work: it knows nothing of HTTP, of the service's behaviour or of an engine
  world: ["store"],
  catalogue: [],
  // What a service does that chose otherwise where the contract assumes
  assumptions: ["world"],
  // What leaves for the endpoints, and what is done to it
  events: ["assumptions", "store", "world"],
  // What the service does, by topic
  domain: ["catalogue", "events", "world"],
  // The plugins of the server
  server: ["assumptions", "domain", "events", "page", "store", "world"],
  // A face of the control plane
  page: ["catalogue", "domain", "events", "server", "store", "world"],
};

/** Packages with a home, so that replacing one touches one place. */
const homes = {
  "openapi-typescript": "src/pipeline/generate/openapi-typescript.ts",
  "@redocly/openapi-core": "src/pipeline/bundle/bundle.ts",
  chokidar: "src/pipeline/bundle/watch.ts",
  "fast-check": "src/tools/(verify/|breaking/candidates.ts)",
  "(markdown-it|highlight.js)": "src/pipeline/site/parts/",
  "@remix-run/html-template": "src/tools/look/html.ts",
  pg: "src/tools/sandbox/store/",
  minisearch: "src/pipeline/site/",
};

/** An entry in JavaScript asks for Node 24 before it loads what it runs. */
const asksForNode24 = "^src/require-node-24[.]js$";

/** A pattern of any of these folders or files. */
const anyOf = (paths) => (paths.length === 0 ? [] : [`^(${paths.join("|")})(/|$)`]);

export default {
  forbidden: [
    {
      name: "no-circle",
      comment: "Also of types; what is imported on demand may know who asks for it.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } },
    },
    ...Object.entries(rooms).map(([room, others]) => ({
      name: `imports-of-${room.split("/").slice(1).join("-")}`,
      comment: `${room}/ imports ${others.join(", ") || "nothing of ours"} only: see .dependency-cruiser.js.`,
      severity: "error",
      from: { path: `^${room}/` },
      to: { path: "^(src|test|generated|openapi)/", pathNot: [`^${room}/`, asksForNode24, ...anyOf(others)] },
    })),
    {
      name: "known-room",
      comment: "Add the room to the table in .dependency-cruiser.js.",
      severity: "error",
      from: { path: "^src/[^/]+/[^/]+/", pathNot: anyOf(Object.keys(rooms)) },
      to: {},
    },
    {
      name: "by-its-door",
      comment: "A room is imported by its index.ts. What runs in browsers has a door of its own.",
      severity: "error",
      from: { path: "^src/([^/]+/[^/]+)" },
      to: {
        path: "^src/[^/]+/[^/]+/",
        pathNot: ["^src/$1/", "^src/[^/]+/[^/]+/index[.]ts$", `^${look}/browser/index[.]ts$`],
      },
    },
    {
      name: "what-ships",
      comment: "What ships imports nothing of the pipeline.",
      severity: "error",
      from: { path: "^src/(package|tools)/" },
      to: { path: "^src/pipeline/" },
    },
    {
      name: "only-rooms",
      comment: "A command beside the rooms is imported by its entry only, and imports no test.",
      severity: "error",
      from: { path: "^src/" },
      to: {
        path: ["^src/[^/]+/[^/]+[.]ts$", "^test/"],
        pathNot: ["^src/tools/cli[.]ts$", "^src/pipeline/start[.]ts$"],
      },
    },
    {
      name: "portable",
      comment:
        "It runs in browsers and on edge runtimes: of packages it imports openapi-fetch only, and nothing of Node.",
      severity: "error",
      from: { path: "^src/package/[^/]+/" },
      to: { pathNot: ["^(src|generated)/", "openapi-fetch"] },
    },
    ...Object.entries(sandboxRooms).map(([room, others]) => ({
      name: `imports-of-sandbox-${room}`,
      comment: `Inside of the sandbox, ${room}/ imports ${others.join(", ") || "nothing"} only.`,
      severity: "error",
      from: { path: `^src/tools/sandbox/${room}/` },
      to: {
        path: "^src/tools/sandbox/",
        pathNot: anyOf([room, ...others].map((other) => `src/tools/sandbox/${other}`)),
      },
    })),
    {
      name: "world-of-its-own",
      comment: "The world runs on nothing of the outside; of the platform it needs ids.",
      severity: "error",
      from: { path: "^src/tools/sandbox/world/" },
      to: { pathNot: ["^(src|generated)/", "^(node:)?crypto$"] },
    },
    ...Object.entries(homes).map(([name, home]) => ({
      name: `home-of-${name.replace(/\W+/g, "-")}`,
      comment: `Only ${home} imports it.`,
      severity: "error",
      from: { path: "^src/", pathNot: `^${home}` },
      to: { path: `node_modules/${name}/` },
    })),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Types are arrows, too
    tsPreCompilationDeps: true,
    detectJSDocImports: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "types", "default"] },
  },
};
