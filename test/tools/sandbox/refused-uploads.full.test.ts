// Many refused uploads of each kind get their documented status: 300 of 200 KB, 50 of 11 MB, which take as long.
import { afterAll, expect, test } from "vitest";
import { answersOf } from "./refused-uploads.ts";
import { refusingServers } from "./refusing-servers.ts";

const { uploads, small, large, close } = await refusingServers();
afterAll(close);

test.each(uploads.filter(({ bytes }) => bytes === small || bytes === large))(
  "uploads of $bytes bytes to $what: all $status",
  async (upload) => {
    const count = upload.bytes === small ? 300 : 50;
    expect(await answersOf(upload, count)).toEqual({ [upload.status]: count });
  },
);
