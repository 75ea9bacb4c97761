// Texts that are plain input to a person, and that servers change: they trim, fold, decode, escape, cut or convert.

/** Each by what is odd about it. A server may refuse one; one that it takes is to come back as it went. */
export const oddTexts: Readonly<Record<string, string>> = {
  "letters of both cases": "McTavish de la CRUZ",
  "spaces around": "  two before, one after ",
  "spaces in a row": "a  b   c",
  "plus and percent signs": "1+1 = 100%25, %2B",
  slashes: "c/o 3/4 a%2Fb \\n",
  "marks of other languages": `<b>"it's"</b> &amp; {{7}} $1; -- 'OR'`,
  "letters beyond ASCII": "Zoë Łukasz ß ﬁ 東京 👩‍👧",
  "a letter of two characters": "Zoe\u0308",
  "digits with a zero before": "007",
  "a word of JSON": "null",
  "hundreds of characters": `${"0123456789".repeat(30)} to the end`,
};

/** One text with much of what is odd, for a call that can be made only once. */
export const oddText = " Ring 2x at Möller & Sons, 3/4 c/o 'Łucja' + dog (100%25) 👋  東京 ";
