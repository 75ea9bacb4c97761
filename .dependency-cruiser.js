// Which folder of src/ may import which: each is a room with one door, arrows point down, and nothing goes round in a circle.

const findings = "src/shared/findings";
const terminal = "src/shared/terminal";
const contract = "src/shared/contract";
const git = "src/shared/git";
const http = "src/shared/http";
const look = "src/shared/look";

/** Each room with the rooms that it imports. */
const rooms = {
  // The client package knows nothing of the rooms below
  "src/client": ["generated"],
  "src/events": ["generated"],
  [findings]: [],
  [terminal]: [findings],
  [contract]: [findings, terminal, "generated/types.ts"],
  [look]: [],
  [git]: [terminal],
  [http]: [contract, terminal],
  // The tools do not know one another: what two of them need moves down
  "src/verify": [contract, findings, http, terminal],
  "src/check-receiver": [contract, findings, http, terminal],
  "src/breaking": [contract, findings, git, terminal],
  // Bound to the contract by type: its handlers do not compile when they answer what is not documented
  "src/sandbox": [contract, terminal, http, findings, look, "src/client", "generated"],
  "src/lint": [contract, findings, terminal],
  "src/generate": [contract, findings, terminal],
  "src/mock": [contract, terminal],
  "src/site": [contract, findings, terminal, "src/generate", look],
  "src/release": [contract, git, terminal, "src/breaking"],
};

/** Each room inside of the sandbox with the rooms there that it imports; the files beside them compose. */
const sandboxRooms = {
  // The databases: it knows nothing of the records
  store: [],
  // Clock, settings, faults, records, due work: it knows nothing of HTTP, of the service's behaviour or of an engine
  world: ["control-client", "store"],
  catalogue: [],
  // The behaviour of a service that chose otherwise where the contract assumes
  assumptions: ["world"],
  // The outbox, deliveries to the endpoints, and their faults
  events: ["assumptions", "store", "world"],
  // The behaviour of the service, by topic
  domain: ["catalogue", "control-client", "events", "world"],
  // The plugins of the server
  server: ["assumptions", "control-client", "domain", "events", "store", "world"],
  // The client of the control plane
  "control-client": [],
  // A face of the control plane
  page: ["catalogue", "control-client", "domain", "events", "server", "store", "world"],
};

/** Packages with a home, so that replacing one touches one place. */
const homes = {
  "openapi-typescript": "src/generate/openapi-typescript.ts",
  "@redocly/openapi-core": "src/generate/bundle.ts",
  chokidar: "src/generate/watch.ts",
  "fast-check": "src/(verify/|breaking/values.ts)",
  "(markdown-it|highlight.js)": "src/site/html/",
  "@remix-run/html-template": "src/shared/look/html.ts",
  minisearch: "src/site/",
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
      from: { path: "^src/[^/]+/", pathNot: anyOf(Object.keys(rooms)) },
      to: {},
    },
    {
      name: "by-its-door",
      comment:
        "A room is imported by its index.ts. What runs in browsers, and what others copy with lint, has doors of its own.",
      severity: "error",
      from: { path: "^src/((?:shared/)?[^/]+)" },
      to: {
        path: "^src/[^/]+/",
        pathNot: [
          "^src/$1/",
          "^src/(shared/)?[^/]+/index[.]ts$",
          `^${look}/browser/index[.]ts$`,
          `^${contract}/(vocabulary|spelled-out)[.]ts$`,
        ],
      },
    },
    {
      name: "only-rooms",
      comment: "A command beside the rooms is imported by its entry only, and imports no test.",
      severity: "error",
      from: { path: "^src/" },
      to: {
        path: ["^src/[^/]+[.]ts$", "^test/"],
        pathNot: ["^src/cli[.]ts$", "^src/start[.]ts$"],
      },
    },
    {
      name: "portable",
      comment:
        "It runs in browsers and on edge runtimes: of packages it imports openapi-fetch only, and nothing of Node.",
      severity: "error",
      from: { path: "^src/(client|events)/" },
      to: { pathNot: ["^(src|generated)/", "openapi-fetch"] },
    },
    ...Object.entries(sandboxRooms).map(([room, others]) => ({
      name: `imports-of-sandbox-${room}`,
      comment: `Inside of the sandbox, ${room}/ imports ${others.join(", ") || "nothing"} only.`,
      severity: "error",
      from: { path: `^src/sandbox/${room}/` },
      to: {
        path: "^src/sandbox/",
        pathNot: anyOf([room, ...others].map((other) => `src/sandbox/${other}`)),
      },
    })),
    {
      name: "world-of-its-own",
      comment: "The world runs on nothing of the outside; of the platform it needs ids.",
      severity: "error",
      from: { path: "^src/sandbox/world/" },
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
