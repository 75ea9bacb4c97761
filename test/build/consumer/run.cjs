// A consumer in CommonJS: `require` takes the ES modules of the package.
const { createClient } = require("wearable-health-api");
const { parseEvent } = require("wearable-health-api/events");

console.log(typeof createClient, typeof parseEvent);
