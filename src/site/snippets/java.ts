// A request in Java, with the client of the JDK.
import type { CallRequest } from "../assets/try-it/request.ts";
import type { Call } from "./call.ts";

const boundary = "example-boundary";

/** Writes the call in Java 17, with java.net.http: a whole program. */
export function writeJava({ request }: Call): string {
  const { method, url, headers, body } = request;
  const isForm = typeof body === "object";
  const { prepare, publisher } = writeBody(body);
  const all = headers.map(({ name, value }) => [name, value]);
  if (isForm) all.push(["content-type", `multipart/form-data; boundary=${boundary}`]);
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
    if (response.statusCode() / 100 != 2) throw new IllegalStateException(response.statusCode() + " " + response.body());
    System.out.println(response.body());
  }
}`;
}

function writeBody(body: CallRequest["body"]): { prepare: string; publisher: string } {
  if (body === undefined) return { prepare: "", publisher: "HttpRequest.BodyPublishers.noBody()" };
  if (typeof body === "string") {
    return { prepare: `    var body = ${writeBlock(body)};\n`, publisher: publish("ofString", "body") };
  }
  const pieces = body.flatMap(([name, value]) => {
    const start = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
    if (typeof value === "string") return [publishText(`${start}\r\n\r\n${value}\r\n`)];
    return [
      publishText(`${start}; filename="${value.name}"\r\nContent-Type: ${value.type}\r\n\r\n`),
      publish("ofFile", `Path.of("${value.name}")`),
      publishText("\r\n"),
    ];
  });
  const all = [...pieces, publishText(`--${boundary}--\r\n`)].map((one) => `        ${one}`).join(",\n");
  return { prepare: `    var body = HttpRequest.BodyPublishers.concat(\n${all});\n`, publisher: "body" };
}

function publish(method: string, argument: string): string {
  return `HttpRequest.BodyPublishers.${method}(${argument})`;
}

function publishText(text: string): string {
  return publish("ofString", JSON.stringify(text));
}

/** A text block. Escapes of JSON are escaped once more: a text block reads them itself. */
function writeBlock(text: string): string {
  const lines = text.replaceAll("\\", "\\\\").split("\n");
  return `"""\n${lines.map((line) => `        ${line}\n`).join("")}        """`;
}
