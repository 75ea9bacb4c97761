// The call of an operation that its page shows and tries: to the local sandbox, with the contract's examples.
import type { FieldData, ServerData, TryItData } from "../assets/try-it/data.ts";
import { buildRequest, type CallRequest } from "../assets/try-it/request.ts";
import type { Field } from "../fields.ts";
import { stripMarkdown } from "../inline.ts";
import type { BodyReference, OperationReference, ParameterReference } from "../reference.ts";

/** A call in every form that a page needs. */
export interface Call {
  readonly data: TryItData;
  /** The key that the sandbox takes for it. */
  readonly key: string;
  /** The request that Try it sends unless the form is changed. */
  readonly request: CallRequest;
  /** The JSON body, or the parts of the form; undefined without a body. */
  readonly body: unknown;
}

/** The file that a sample sends in a form. */
const sentFile = "report.pdf";

/** Reads the call: what is required, and a body if it matters. */
export function readCall(operation: Omit<OperationReference, "choices">, sandbox: ServerData): Call {
  const { method, path, parameters, requestBody, credentials } = operation;
  const body = requestBody?.bodies[0];
  const [first] = body?.examples ?? [];
  const filled = requestBody?.required === true || Object.keys(Object(first?.value)).length > 0;
  const multipart = body?.mediaType === "multipart/form-data";
  const credential = credentials[0]?.header ?? "";
  const data: TryItData = {
    method,
    path,
    credential,
    fields: [...parameters.map(readParameter), ...(body !== undefined && multipart ? readParts(body) : [])],
    body:
      requestBody && body && !multipart
        ? {
            mediaType: body.mediaType,
            required: requestBody.required,
            examples: body.examples.map(({ name, summary }) => ({ name, title: summary ?? name })),
            filled,
          }
        : undefined,
    multipart,
  };
  const key = sandbox.keys?.[credential] ?? "";
  return {
    data,
    key,
    request: buildRequest(data, {
      server: sandbox.hosts[credential] ?? "",
      key,
      values: new Map(data.fields.map((field) => [field, readValues(field)])),
      body: filled ? JSON.stringify(first?.value, null, 2) : "",
    }),
    body: filled ? first?.value : undefined,
  };
}

function readValues({ value, list, accept }: FieldData): (string | File)[] {
  if (accept !== undefined) return [new File([], sentFile, { type: accept.split(",")[0] ?? "" })];
  return list ? value.split(",") : [value];
}

/** A parameter as a field. */
function readParameter(parameter: ParameterReference): FieldData {
  return readField(parameter, parameter.in, parameter.required ? [findValue(parameter)].flat().join() : "");
}

/** The parts of a multipart body as fields, with the values of its first example; a file is for the reader to choose. */
function readParts({ fields, encoding, examples }: BodyReference): FieldData[] {
  const example = Object(examples[0]?.value) as Readonly<Record<string, unknown>>;
  return fields.map((part) =>
    part.input.format === "binary"
      ? { ...readField(part, "part", ""), accept: encoding[part.name]?.contentType ?? "" }
      : readField(part, "part", String(example[part.name] ?? "")),
  );
}

function readField(
  { name, required, input, type, limits, known }: Field,
  place: FieldData["in"],
  value: string,
): FieldData {
  return {
    name,
    in: place,
    required,
    value,
    hint: stripMarkdown([place, type, ...limits].join(", ")),
    // Only a query may name a field more than once
    list: input.isList && place === "query",
    offered: input.type === "boolean" ? ["true", "false"] : (known?.values ?? []).map(String),
  };
}

/** The value that a call shows for a parameter: the contract's own. */
export function findValue({ example, default: preset, known }: ParameterReference): unknown {
  return example ?? preset ?? known?.values[0] ?? "example";
}
