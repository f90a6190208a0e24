/** What each byte of a text may be, which the core looks up for every byte that it reads: by rules, of which tables are made. */
import { header } from "./c-text.mjs";

/** LG_BYTE_<name> of spans.h, what it is, and the bytes. */
const KINDS = [
  ["DIGIT", "", /[0-9]/],
  ["HEX", "a to f, A to F", /[A-Fa-f]/],
  ["WORD", "ASCII letters, digits, _, and what begins a two-byte letter (U+00C0 to U+07FF)", /[0-9A-Z_a-z\xc3-\xdf]/],
  ["SPACE", "space, \\t, \\n, \\v, \\f, \\r", /[\t-\r ]/],
  [
    "PLACEHOLDER",
    "the placeholders of spans, and the byte that escapes these",
    "\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x10",
  ],
  ["ESCAPE", "the first byte of a terminal sequence: ESC, and the backslash of its JSON form", "\x1b\\"],
  ["ROOT", "/ and : (of C:), which may begin a path", /[/:]/],
  ["PATH", "the bytes of a path", /[#%+\-./0-9=@A-Z_a-z~\x80-\xff]/],
  ["UNIT", "the first byte of a unit of time: s, m, h, u, n, and the micro signs", /[SMHUNsmhun\xc2\xce\xe3\xe6\xe7]/],
  ["GAP", "the bytes between a word and its number", /[\t "#(:=[]/],
  ["BRACE", "{", /{/],
  ["QUOTE", "\" and '", /["']/],
  ["ID", "what makes the digits beside it parts of an id: hexadecimal letters, -, and the x of 0x", /[-A-Fa-fXx]/],
  ["DATE", "what stands behind the first number of a date or a clock: - / : T", /[-/:T]/],
  [
    "DAY",
    'behind "3 ": the first of a month or a clock, or of the meter of curl',
    /[- ./0-9:ADFGJKMNOPSTadfgjkmnopst]/,
  ],
  ["NAME", "of the name before a value: ASCII letters, digits, _ and -", /[-0-9A-Z_a-z]/],
];

const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
const table = (value) =>
  Array.from(
    { length: 16 },
    (_, row) =>
      `  ${BYTES.slice(16 * row, 16 * row + 16)
        .map(value)
        .join(", ")},`,
  ).join("\n");
const kindsOf = (byte) =>
  KINDS.reduce(
    (bits, [, , rule], bit) =>
      bits | ((typeof rule === "string" ? rule.includes(byte) : rule.test(byte)) ? 1 << bit : 0),
    0,
  );

export const byteKinds = header(
  "LG_BYTE_KINDS_GEN_H",
  "bytes.mjs",
  `enum {
${KINDS.map(([name, what], bit) => `  LG_BYTE_${name} = ${1 << bit},${what === "" ? "" : ` /* ${what} */`}`).join("\n")}
};

#define LG_BYTE_KINDS \\
${table((byte) => `0x${kindsOf(byte).toString(16).padStart(4, "0")}`).replaceAll("\n", " \\\n")}
`,
);

/** Bytes from 0x80 to 0xE1 are parts of letters up to U+1FFF; from U+2000 to U+2FFF (0xE2) are punctuation and symbols. */
const wordKind = (byte) => {
  if (/[A-Z_a-z\x80-\xe1]/.test(byte)) return 1;
  if (/[0-9]/.test(byte)) return 2;
  return byte > "\xe2" ? 3 : 0;
};

export const wordBytes = header(
  "LG_WORD_BYTES_GEN_H",
  "bytes.mjs",
  `/* What a character is, by its first byte. */
static const uint8_t KINDS[256] = {
${table(wordKind)}
};
`,
);
