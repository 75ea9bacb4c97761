// Spells out what the contract writes once, as the bundle has it. It imports nothing, so that lint can load it alone.

const disjunction = new Intl.ListFormat("en", { type: "disjunction" });

/** The mark of a key: its entry in the register, with what else it could be in words. What it is asked with is for the questionnaire alone. */
export function spellMark(key: string, entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { asked_with: _, ...mark } = entry;
  const others = mark["could_be"];
  return { key, ...mark, ...(Array.isArray(others) ? { could_be: disjunction.format(others) } : {}) };
}

/** A schema with its known values where tools look that pass over the mark: in `examples`, and at the end of the description. */
export function spellKnownValues(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const known = schema["x-extensible-enum"];
  if (!Array.isArray(known) || known.length === 0) return schema;
  const description = typeof schema["description"] === "string" ? schema["description"] : "";
  const names = known.map((value) => `\`${value}\``);
  const sentence = `Known value${known.length === 1 ? "" : "s"}: ${names.join(", ")}.`;
  const described = known.length > 10 ? `${description}\n\n${wrap(sentence)}` : `${description} ${sentence}`;
  const isNamed = names.every((name) => description.includes(name));
  // Right behind the mark
  const fields = Object.entries(schema).flatMap(([name, value]) =>
    name === "x-extensible-enum" && !("examples" in schema)
      ? [
          [name, value],
          ["examples", known],
        ]
      : [[name, value]],
  );
  return { ...Object.fromEntries(fields), ...(isNamed ? {} : { description: described }) };
}

/** A long list in lines of less than 100 characters, as code comments show it. */
function wrap(text: string): string {
  return text.replaceAll(/(.{1,99})(?: |$)/g, "$1\n").trimEnd();
}
