// A request in Go, with net/http.
import type { OperationReference } from "../reference.ts";
import { requestOf, type SnippetRequest, sentFile } from "./request.ts";

/** The call in Go, with net/http: a whole program. */
export function goOf(operation: OperationReference): string {
  const request = requestOf(operation);
  const { method, url, headers } = request;
  const { imports, prepare, reader, contentType } = bodyIn(request);
  const all = ["fmt", "io", "log", "net/http", ...imports].sort();
  const sent = [
    ...headers.map(([name, value]) => `request.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    ...(contentType === undefined ? [] : [`request.Header.Set("content-type", ${contentType})`]),
  ];
  return `package main

import (
${all.map((name) => `\t"${name}"\n`).join("")})

func main() {
${indented(prepare)}\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${reader})
${check}${indented(sent)}\tresponse, err := http.DefaultClient.Do(request)
${check}\tdefer response.Body.Close()
\tanswer, err := io.ReadAll(response.Body)
${check}\tif response.StatusCode != http.StatusOK {
\t\tlog.Fatal(response.Status, " ", string(answer))
\t}
\tfmt.Println(string(answer))
}`;
}

const check = "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n";

interface Body {
  readonly imports: readonly string[];
  /** Lines before the request is made. */
  readonly prepare: readonly string[];
  /** What the body is read from. */
  readonly reader: string;
  readonly contentType: string | undefined;
}

function bodyIn({ json, form }: SnippetRequest): Body {
  if (json !== undefined) {
    const text = JSON.stringify(json, null, 2);
    // A raw string of Go has no way to hold a backquote
    const quoted = text.includes("`") ? JSON.stringify(text) : `\`${text}\``;
    return {
      imports: ["strings"],
      prepare: [`body := strings.NewReader(${quoted})`],
      reader: "body",
      contentType: '"application/json"',
    };
  }
  if (form.length === 0) return { imports: [], prepare: [], reader: "nil", contentType: undefined };
  const parts = form.flatMap(({ name, text, type }) =>
    type === undefined
      ? [`form.WriteField("${name}", ${JSON.stringify(text)})`]
      : [
          `file, err := os.ReadFile("${sentFile}")`,
          "if err != nil {",
          "\tlog.Fatal(err)",
          "}",
          "part, err := form.CreatePart(textproto.MIMEHeader{",
          `\t"Content-Disposition": {\`form-data; name="${name}"; filename="${sentFile}"\`},`,
          `\t"Content-Type":        {"${type}"},`,
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
    contentType: "form.FormDataContentType()",
  };
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `\t${line}\n`).join("");
}
