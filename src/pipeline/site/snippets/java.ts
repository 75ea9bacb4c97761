// A request in Java, with the client of the JDK.
import type { OperationReference } from "../reference.ts";
import { requestOf, type SnippetRequest, sentFile } from "./request.ts";

/** The call in Java 17, with java.net.http: a whole program. */
export function javaOf(operation: OperationReference): string {
  const request = requestOf(operation);
  const { method, url, headers, form, json } = request;
  const { prepare, publisher } = bodyIn(request);
  const isForm = form.length > 0;
  const all = [
    ...headers,
    ...(json === undefined ? [] : [["content-type", "application/json"] as const]),
    ...(isForm ? [["content-type", "multipart/form-data; boundary=example-boundary"] as const] : []),
  ];
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
${isForm ? "import java.nio.file.Path;\n" : ""}
public class Example {
  public static void main(String[] args) throws Exception {
${prepare}    var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))
${all.map(([name, value]) => `        .header(${JSON.stringify(name)}, ${JSON.stringify(value)})\n`).join("")}        .method("${method}", ${publisher})
        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) throw new IllegalStateException(response.statusCode() + " " + response.body());
    System.out.println(response.body());
  }
}`;
}

function bodyIn({ json, form }: SnippetRequest): { prepare: string; publisher: string } {
  if (json !== undefined)
    return {
      prepare: `    var body = ${block(JSON.stringify(json, null, 2))};\n`,
      publisher: "HttpRequest.BodyPublishers.ofString(body)",
    };
  if (form.length === 0) return { prepare: "", publisher: "HttpRequest.BodyPublishers.noBody()" };
  const pieces = form.map(({ name, text, type }) => {
    const disposition = `--example-boundary\r\nContent-Disposition: form-data; name="${name}"`;
    if (type === undefined) return [ofString(`${disposition}\r\n\r\n${text}\r\n`)];
    return [
      ofString(`${disposition}; filename="${sentFile}"\r\nContent-Type: ${type}\r\n\r\n`),
      `HttpRequest.BodyPublishers.ofFile(Path.of("${sentFile}"))`,
      ofString("\r\n"),
    ];
  });
  const all = [...pieces.flat(), ofString("--example-boundary--\r\n")];
  return {
    prepare: `    var body = HttpRequest.BodyPublishers.concat(\n${all.map((one) => `        ${one}`).join(",\n")});\n`,
    publisher: "body",
  };
}

function ofString(text: string): string {
  return `HttpRequest.BodyPublishers.ofString(${JSON.stringify(text)})`;
}

/** A text block. Escapes of JSON are escaped once more: a text block reads them itself. */
function block(text: string): string {
  const lines = text.replaceAll("\\", "\\\\").split("\n");
  return `"""\n${lines.map((line) => `        ${line}\n`).join("")}        """`;
}
