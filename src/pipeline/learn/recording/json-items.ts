// Cuts the items out of one list of a large JSON text while it is read: only one item is held at a time.

/** An item as it is written; undefined when it is longer than the limit. */
export type JsonItem = Buffer | undefined;

const quote = 0x22;
const backslash = 0x5c;
const [openList, closeList, openMap, closeMap] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Cuts out the objects of a list that stands at a path of two names, such as `log` and `entries`.
 *
 * @returns The items, and at the end whether the text was complete.
 */
export async function* jsonItems(
  chunks: AsyncIterable<Buffer>,
  [outer, inner]: readonly [outer: string, inner: string],
  limit: number,
): AsyncGenerator<JsonItem, boolean> {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let name: number[] = [];
  let lastName = "";
  let isInOuter = false;
  let isInList = false;
  let item: Buffer[] = [];
  let length = 0;
  let wasBegun = false;
  for await (const chunk of chunks) {
    let start = depth > 3 && isInList ? 0 : -1;
    const keep = (end: number) => {
      length += end - start;
      if (length <= limit) item.push(chunk.subarray(start, end));
      else item = [];
    };
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) {
          isInString = false;
          if (depth <= 2) lastName = Buffer.from(name).toString();
        } else if (depth <= 2 && name.length < 20) name.push(byte);
      } else if (byte === quote) {
        isInString = true;
        if (depth <= 2) name = [];
      } else if (byte === openMap || byte === openList) {
        depth += 1;
        wasBegun = true;
        if (depth === 2) isInOuter = byte === openMap && lastName === outer;
        if (depth === 3) isInList = byte === openList && isInOuter && lastName === inner;
        if (depth === 4 && isInList) start = at;
      } else if (byte === closeMap || byte === closeList) {
        depth -= 1;
        if (depth === 3 && isInList) {
          keep(at + 1);
          yield length > limit ? undefined : Buffer.concat(item);
          start = -1;
          item = [];
          length = 0;
        } else if (depth === 2) isInList = false;
        else if (depth === 1) isInOuter = false;
      }
    }
    if (start !== -1) keep(chunk.length);
  }
  return wasBegun && depth === 0;
}
