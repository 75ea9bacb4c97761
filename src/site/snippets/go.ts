// A request in Go, with net/http.
import type { CallRequest } from "../assets/try-it/request.ts";
import type { Call } from "./call.ts";

const check = "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n";

/** Writes the call in Go, with net/http: a whole program. */
export function writeGo({ request }: Call): string {
  const { method, url, headers } = request;
  const { imports, prepare, reader } = writeBody(request);
  const all = ["fmt", "io", "log", "net/http", ...imports].sort();
  const sent = headers.map(
    ({ name, value }) => `request.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
  );
  if (reader === "&body") sent.push(`request.Header.Set("content-type", form.FormDataContentType())`);
  return `package main

import (
${all.map((name) => `\t"${name}"\n`).join("")})

func main() {
${indent(prepare)}\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${reader})
${check}${indent(sent)}\tresponse, err := http.DefaultClient.Do(request)
${check}\tdefer response.Body.Close()
\tanswer, err := io.ReadAll(response.Body)
${check}\tif response.StatusCode/100 != 2 {
\t\tlog.Fatal(response.Status, " ", string(answer))
\t}
\tfmt.Println(string(answer))
}`;
}

/** The lines that prepare the body, and what it is then read from. */
function writeBody({ body }: CallRequest): { imports: string[]; prepare: string[]; reader: string } {
  if (body === undefined) return { imports: [], prepare: [], reader: "nil" };
  if (typeof body === "string") {
    // A raw string of Go has no way to hold a backquote
    const quoted = body.includes("`") ? JSON.stringify(body) : `\`${body}\``;
    return { imports: ["strings"], prepare: [`body := strings.NewReader(${quoted})`], reader: "body" };
  }
  const parts = body.flatMap(([name, value]) =>
    typeof value === "string"
      ? [`form.WriteField("${name}", ${JSON.stringify(value)})`]
      : [
          `file, err := os.ReadFile("${value.name}")`,
          "if err != nil {",
          "\tlog.Fatal(err)",
          "}",
          "part, err := form.CreatePart(textproto.MIMEHeader{",
          `\t"Content-Disposition": {\`form-data; name="${name}"; filename="${value.name}"\`},`,
          `\t"Content-Type":        {"${value.type}"},`,
          "})",
          "if err != nil {",
          "\tlog.Fatal(err)",
          "}",
          "part.Write(file)",
        ],
  );
  return {
    imports: ["bytes", "mime/multipart", "net/textproto", "os"],
    prepare: ["var body bytes.Buffer", "form := multipart.NewWriter(&body)", ...parts, "form.Close()"],
    reader: "&body",
  };
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `\t${line}\n`).join("");
}
