/** What the generators of C headers share: texts as C literals, and the frame of a header. */
import { literalsOf } from "../regex-literals.mjs";

/** A header's text; `from`: what of lib/ it is made from. */
export function header(guard, from, content) {
  return `/* Made by scripts/build-native-tables.mjs from ${from}. Not to be edited. */
/* clang-format off */
#ifndef ${guard}
#define ${guard}

${content}
#endif
`;
}

/** What C relies on without a check of its own. */
export function must(condition, what) {
  if (!condition) throw new Error(`the programs in C cannot say this: ${what}`);
}

/** A text as a C string literal, in lines of the code's width. */
export function cString(text) {
  const bytes = [...Buffer.from(text, "utf8")];
  const char = (byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
  };
  const lines = [""];
  for (const byte of bytes) {
    if (lines.at(-1).length > 90) lines.push("");
    lines[lines.length - 1] += char(byte);
  }
  return lines.map((line) => `"${line}"`).join("\n        ");
}

/** A name in C. */
export const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A type of detectors in C. */
export const cType = (type) => `LG_${type.toUpperCase()}`;

/** A list of C strings. */
export const cList = (texts) => [...new Set(texts)].map((words) => `    ${cString(words)},`).join("\n");

/** A constant of C that is a list of texts. */
export const constants = (name, texts) => `static const char *const ${name}[] = {\n${cList(texts)}\n};`;

/** The literals of an expression that says nothing of what is around them, but that they are at the front. */
export function plainLiterals(expression) {
  return literalsOf(expression).map(({ text, wordBefore, wordAfter, notBefore }) => {
    must(!wordBefore && !wordAfter && notBefore.length === 0, text);
    return text;
  });
}
