/**
 * What failures of one kind have in common, by regular expressions: what native/src/text/result_words.c does byte by byte. Only
 * for tests, and for texts whose quoted parts are short.
 */
const QUOTED = /(?<![\w\u0080-\u{10ffff}])(["'`]).*?\1(?![\w\u0080-\u{10ffff}])/gsu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: placeholders of what was left out are control characters
const BETWEEN = /[\u0000- "'`()[\]{}<>,;|]+/u;
const AROUND = /^[^\w/\u0080-\u{10ffff}]+|[^\w/\u0080-\u{10ffff}]+$/gu;
const BYTES_MAX = 4096;

/** `undefined`: it is of no kind. */
export function familyOf(failure: string): string | undefined {
  if (Buffer.byteLength(failure) > BYTES_MAX) return undefined;
  let spans = 0;
  const plain = /^\{.*\}$/s.test(failure) ? failure.replace(/(?<!\\)"/g, " ") : failure; // the quotes of JSON are none
  const bare = plain.replace(QUOTED, (span) => (++spans > 3 ? span : " "));
  const pieces = bare.split(BETWEEN);
  const words = pieces.map((piece) => piece.replace(AROUND, "")).filter((it) => /^[a-z\u0080-\u{10ffff}]+$/iu.test(it));
  return words.length < 2 ? undefined : words.join(" ").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
