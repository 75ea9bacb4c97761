// An upload is read as a form whatever its boundary is, also where a field or the file has that text.
import { MIMEType } from "node:util";
import { expect, test } from "vitest";
import { runner } from "./cast.ts";
import { sandbox, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const jobs = "/lab_report/v1/parser/job";

test.each([
  "boundary=x",
  'boundary="e"',
  "boundary=xyz; charset=utf-8",
  'boundary="a b"',
  "Boundary=the-boundary-of-a-form",
])("a form with %s is taken, though a field and the file have that text", async (parameter) => {
  const type = `multipart/form-data; ${parameter}`;
  const boundary = new MIMEType(type).params.get("boundary");
  const part = (head: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const note = `a${boundary}c --${boundary}\r\n${boundary}`;
  const file = part('name="file"; filename="a"\r\ncontent-type: application/pdf', `%PDF ${note}`);
  const answer = await sandbox.fetch(`http://sandbox${jobs}`, {
    method: "POST",
    headers: { "x-service-api-key": world.apiKey, "content-type": type },
    body: `${file}${part('name="user_id"', runner)}${part('name="note"', note)}--${boundary}--\r\n`,
  });
  const [{ sent: form } = {}] = await world.calls.list();
  const described = { type: "application/pdf", bytes: `%PDF ${note}`.length };
  expect([answer.status, form]).toEqual([200, { user_id: runner, note, file: described }]);
});
