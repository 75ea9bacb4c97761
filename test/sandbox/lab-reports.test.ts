// An upload whose boundary is found in the names of its fields is read as a form.
import { expect, test } from "vitest";
import { runner } from "./cast.ts";
import { sandbox, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const jobs = "/lab_report/v1/parser/job";

test.each(["x", '"e"'])("a boundary of one letter, %s, which a field has, is taken", async (boundary) => {
  const line = `--${boundary.replaceAll('"', "")}`;
  const file = `${line}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: application/pdf\r\n\r\n%PDF x`;
  const user = `${line}\r\ncontent-disposition: form-data; name="user_id"\r\n\r\n${runner}`;
  const answer = await sandbox.fetch(`http://sandbox${jobs}`, {
    method: "POST",
    headers: { "x-service-api-key": world.apiKey, "content-type": `multipart/form-data; boundary=${boundary}` },
    body: `${file}\r\n${user}\r\n${line}--\r\n`,
  });
  expect(answer.status).toBe(200);
  const [{ sent: form } = {}] = await world.calls.list();
  expect(form).toEqual({ user_id: runner, file: { type: "application/pdf", bytes: 6 } });
});
