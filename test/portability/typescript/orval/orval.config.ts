// The options of orval: functions over fetch.
import { defineConfig } from "orval";

export default defineConfig({
  api: {
    input: "openapi.json",
    output: { target: "client/api.ts", client: "fetch", headers: true, baseUrl: "" },
  },
});
