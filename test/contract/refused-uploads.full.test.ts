// 500 refused uploads of each kind get their documented status.
import { afterAll, expect, test } from "vitest";
import { answersOf } from "./refused-uploads.ts";
import { refusingServers } from "./refusing-servers.ts";

const { uploads, small, large, close } = await refusingServers();
afterAll(close);

test.each(uploads.filter(({ bytes }) => bytes === small || bytes === large))(
  "500 uploads of $bytes bytes to $what: all $status",
  { timeout: 600_000 },
  async (upload) => {
    expect(await answersOf(upload, 500)).toEqual({ [upload.status]: 500 });
  },
);
