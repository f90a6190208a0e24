/** Characters that the scan in C treats as JavaScript does: ranges of code points, found by asking it. */
import { plainText } from "../../out/cli/terminal.js";
import { header } from "./c-text.mjs";

function ranges(name, holds) {
  const found = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (!holds(String.fromCodePoint(code))) continue;
    if (found.at(-1)?.[1] === code - 1) found.at(-1)[1] = code;
    else found.push([code, code]);
  }
  const hex = (code) => `0x${code.toString(16).toUpperCase()}`;
  return `static const uint32_t ${name}[][2] = {\n${found.map((ends) => `    {${ends.map(hex).join(", ")}},`).join("\n")}\n};`;
}

export const characters = header(
  "SCAN_CHARACTERS_GEN_H",
  "lib/cli/terminal.ts",
  `/* What trim() takes away. */
${ranges("SPACES", (one) => one.trim() === "")}
/* What a terminal must not see, or would not show: control and format characters, and white space of all kinds. */
${ranges("NOT_SHOWN", (one) => plainText(`a${one}b`) === "a b")}
`,
);
