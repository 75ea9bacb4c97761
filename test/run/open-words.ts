// The words of `leaves_open`, in the order of openapi/README.md.
import type { OpenWord } from "../../src/shared/contract/index.ts";

/** Each word, so that the compiler says when one is missing here or there. */
const words: Readonly<Record<OpenWord, true>> = {
  status: true,
  body: true,
  path: true,
  presence: true,
  place: true,
  name: true,
  fields: true,
  type: true,
  format: true,
  values: true,
  refusal: true,
  count: true,
  encoding: true,
  meaning: true,
  stability: true,
};

export const openWords = Object.keys(words);
