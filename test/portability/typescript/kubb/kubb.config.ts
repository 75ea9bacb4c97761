// The options of kubb: types, and a function for each operation that returns the status beside the data.
import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

export default defineConfig({
  input: { path: "./openapi.json" },
  output: { path: "./client", clean: true, format: false, extension: { ".ts": ".ts" } },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: "fetch", dataReturnType: "full" })],
});
