/** The members of arguments that say something about a call, as the table of docs/identity.md lists them, for native/src/identity. */
import { read } from "../findings.mjs";
import { header } from "./c-text.mjs";

const [, section] = read("docs/identity.md").split("## Words about a call");
const wordsIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
const plain = (word) => word.replaceAll("_", "").toLowerCase();
const rows = section
  .slice(0, section.indexOf("\n## "))
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| where"))
  .map((line) =>
    line
      .split("|")
      .slice(1, 3)
      .map((cell) => cell.trim()),
  );

/** The bits of groups of calls: of any command, of a shell's, and of the tools that a row has. */
const GROUPS = [
  "any command",
  "a shell's command",
  ...new Set(rows.map(([where]) => where).filter((where) => where.startsWith("`"))),
];
const groupOf = (where) => {
  if (!GROUPS.includes(where)) throw new Error(`docs/identity.md: a group of calls is expected in "${where}"`);
  return 1 << GROUPS.indexOf(where);
};
const masks = {};
for (const [where, members] of rows)
  for (const word of wordsIn(members)) masks[word] = (masks[word] ?? 0) | groupOf(where);

/** The members with each mask, and the tools of each group. */
const keys = new Map(
  Object.values(masks).map((mask) => [mask, Object.keys(masks).filter((word) => masks[word] === mask)]),
);
const list = (words) => `"${words.map(plain).join(" ")}"`;

const lengths = Array.from({ length: 26 }, (_, letter) =>
  Object.keys(masks)
    .filter((word) => word.charCodeAt(0) === 97 + letter)
    .reduce((bits, word) => bits | (1 << word.length) | (1 << plain(word).length), 0),
);

export const ignoredMembers = header(
  "LG_IGNORED_MEMBERS_GEN_H",
  "docs/identity.md",
  `enum { KEY_ROOM = ${Math.max(...Object.keys(masks).map((word) => word.length))} };

static const struct about_keys {
  unsigned beside;
  const char *names;
} KEYS[] = {
${[...keys].map(([mask, words]) => `    {${mask}, ${list(words)}},`).join("\n")}
};

static const struct about_tool {
  unsigned group;
  const char *names;
} TOOLS[] = {
${GROUPS.slice(2)
  .map((where) => `    {${groupOf(where)}, ${list(wordsIn(where))}},`)
  .join("\n")}
};

/* The lengths that names in KEYS have, in snake_case and without, by their first letter. */
static const uint32_t LENGTHS[26] = {${lengths.map((bits) => `0x${bits.toString(16)}`).join(", ")}};
`,
);
