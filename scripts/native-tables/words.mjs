/** What the programs and the core look for in texts, and what the hook adds to them. */

import { MACHINES, NOT_TAKEN } from "../../out/base/agent-results.js";
import {
  NUMBER_WORDS,
  TRANSIENT_CODES,
  TRANSIENT_NUMBERS,
  TRANSIENT_TEXT,
  TRANSIENT_TEXT_MAX,
} from "../../out/base/failures.js";
import { NO_EVENT } from "../../out/cli/hook/register.js";
import {
  DETECTION_START,
  END_TURN,
  OUR_ENDS,
  REFUSALS,
  REFUSED_FROM_THE_START,
  TURN_ENDED,
  WARNING,
  WARNINGS,
} from "../../out/rules/verdict-texts.js";
import { COLUMN_FIELDS } from "../../out/traces/columns.js";
import { literalsOf } from "../regex-literals.mjs";
import { cList, constants, cString, header, plainLiterals } from "./c-text.mjs";
import {
  DENIALS,
  LASTING,
  NOT_BEFORE,
  NOT_BEFORE_OF,
  NOUNS,
  OVER,
  OWN_WORK,
  SHARE_COLUMNS,
  SHARE_LEADS,
  SHARE_WORDS,
  SHARE_WORKS,
  STATE_KEYS,
  STATE_LEADS,
  STATUS_KEYS,
  TASK_KEYS,
  TIMED_COLUMNS,
  WORKS,
  YET_THINGS,
  YET_WORDS,
} from "./not-yet-context.mjs";
import { BEGINNINGS, DOING_KEYS, DONE_KEYS, KEYED_STATES, NOT_YET_PHRASES, NOT_YET_STATES } from "./not-yet-words.mjs";

export const hookWords = header(
  "HOOK_WORDS_GEN_H",
  "lib/rules and lib/base",
  `static const char HOOK_TURN_ENDED[] =
        ${cString(TURN_ENDED)};
static const char HOOK_END_TURN[] =
        ${cString(`. ${END_TURN}`)};
static const char HOOK_NO_EVENT[] = ${cString(NO_EVENT)};

/* How an answer of Claude Code begins to a call that no tool could take. */
${constants("HOOK_NOT_TAKEN", plainLiterals(NOT_TAKEN))}

/* Who else than a user submits prompts. */
static const char *const HOOK_MACHINES[] = {${[...MACHINES].map(cString).join(", ")}};
`,
);

export const ownWords = header(
  "PROGRAM_OWN_WORDS_GEN_H",
  "lib/",
  `/* What a guard's warnings end in; the first is that of most detectors. */
static const char *const WARNINGS[] = {
${cList([WARNING, ...WARNINGS])}
};
/* What is in a guard's refusals, and what other refusals begin with. */
static const char *const REFUSALS[] = {
${cList(REFUSALS)}
};
static const char *const REFUSAL_STARTS[] = {
${cList(REFUSED_FROM_THE_START)}
};
/* What may follow a refusal, in this order. */
static const char *const OUR_ENDS[] = {
${cList(OUR_ENDS)}
};
/* What the texts of detectors begin with, and the first characters of these. */
${constants("STARTS", plainLiterals(DETECTION_START))}
static const char FIRST_CHARS[] = ${cString([...new Set(plainLiterals(DETECTION_START).map(([char]) => char))].join(""))};
`,
);

export const scanWords = header(
  "SCAN_WORDS_GEN_H",
  "lib/",
  `/* Codes of failures that may pass by themselves. */
${constants("SCAN_TRANSIENT_CODES", TRANSIENT_CODES)}
`,
);

export const scanFields = header(
  "SCAN_FIELDS_GEN_H",
  "lib/traces/columns.ts",
  `typedef enum scan_field {
${COLUMN_FIELDS.map((field) => `  SCAN_${field.toUpperCase()},\n`).join("")}  SCAN_FIELDS /* how many there are */
} scan_field;

#define SCAN_FIELD_LIST ${COLUMN_FIELDS.map(cString).join(", ")}
#define SCAN_FIELD_NAMES ${cString(COLUMN_FIELDS.join(", "))}
`,
);

/** States that the core finds by their "ing". */
const WORKING = Object.keys(NOT_YET_STATES).filter((word) => /^[a-z]+ing$/.test(word) && !NOUNS.includes(word));

/** Phrases that end in one word for "amid", by what stands before it: the core finds them by that word. */
const AMID = /^(.+?) ?(?:中|중)$/u;
const PHRASES = Object.fromEntries(Object.entries(NOT_YET_PHRASES).filter(([text]) => !AMID.test(text)));
const BEFORE_AMID = new Set(Object.keys(NOT_YET_PHRASES).flatMap((text) => AMID.exec(text)?.[1] ?? []));

/** What the core looks for in texts of results, and what each says. */
const PASSING = [
  ...literalsOf(TRANSIENT_TEXT).map((literal) => ({ ...literal, says: "FAILURE" })),
  ...TRANSIENT_NUMBERS.map((text) => whole(text, "NUMBER")),
  ...["中", "중"].map((text) => ({ ...whole(text, "AMID"), wordBefore: false, notBefore: NOT_BEFORE })),
  ...inBothCases(PHRASES).map((text) => ({
    ...whole(text.replace("…", ""), "NOT_YET"),
    wordBefore: false,
    wordAfter: !text.endsWith("…"),
    notBefore: NOT_BEFORE,
  })),
  ...inBothCases(NOT_YET_STATES)
    .filter((text) => !WORKING.includes(text))
    .map((text) => ({
      ...whole(text, "STATE"),
      wordBefore: false,
      notBefore: NOT_BEFORE_OF[text.split(" ")[0]] ?? [],
    })),
  ...Object.keys(KEYED_STATES).map((text) => ({
    ...whole(text.replace("…", ""), "KEYED"),
    wordBefore: !/^[_…]/u.test(text),
    wordAfter: !text.endsWith("_"),
    notBefore: NOT_BEFORE_OF[text.replace("…", "")] ?? [],
  })),
  ...inBothCases(BEGINNINGS).map((text) => ({
    ...whole(text, "BEGINNING"),
    wordAfter: /\w$/.test(text),
    notBefore: NOT_BEFORE_OF[text] ?? [],
  })),
  ...Object.keys(DONE_KEYS).map((text) => ({ ...whole(text, "UNDONE"), wordBefore: false, wordAfter: false })),
  ...Object.keys(DOING_KEYS).map((text) => ({ ...whole(text, "DOING"), wordBefore: false })),
  { ...whole("ing", "GOING_ON"), wordBefore: false, wordAfter: false },
  { ...whole(" of ", "PART"), wordBefore: false, wordAfter: false },
  whole("yet", "YET"),
  ...["being", "wird"].map((text) => ({ ...whole(text, "BEING"), wordAfter: false })),
  ...["eta", "queue position", "queue_position"].map((text) => whole(text, "ARRIVAL")),
  ...["progress", "percent_complete", "percentcomplete"].map((text) => ({
    ...whole(text, "PROGRESS"),
    wordAfter: false,
    notBefore: ["token", "_token"], // of MCP, which numbers requests
  })),
];

/** The core compares without case in ASCII only. */
function inBothCases(words) {
  return Object.keys(words).flatMap((text) => {
    const upper = text[0].toUpperCase();
    return text.charCodeAt(0) < 0x80 || upper === text[0] ? [text] : [text, upper + text.slice(1)];
  });
}

function whole(text, says) {
  return { text, wordBefore: true, wordAfter: true, notBefore: [], says };
}

/** The lists of texts that must not follow, each once. */
const NOT_BEFORE_LISTS = [];

function notBeforeName(texts) {
  const list = `${texts.map(cString).join(", ")}, NULL`;
  if (!NOT_BEFORE_LISTS.includes(list)) NOT_BEFORE_LISTS.push(list);
  return `NOT_BEFORE_${NOT_BEFORE_LISTS.indexOf(list)}`;
}

function literalLine({ text, wordBefore, wordAfter, notBefore, says }, i) {
  const flags = [wordBefore && ".word_before", wordAfter && ".word_after", isLast(i) && ".last"]
    .filter(Boolean)
    .map((flag) => `${flag} = true`);
  const not = notBefore.length === 0 ? [] : [`.not_before = ${notBeforeName(notBefore)}`];
  return `    {${[`.text = ${cString(text)}`, `.says = LG_SAYS_${says}`, ...flags, ...not].join(", ")}},`;
}

/** Where a text is looked for, by its first three bytes: their case in ASCII does not count, which the bit 0x20 is. */
const PLACES = 4096;
function placeOf({ text }) {
  const [first, second, third] = Buffer.from(text);
  return Math.imul((first << 16) | (second << 8) | third | 0x202020, 0x3779b100) >>> 20;
}
PASSING.sort((a, b) => placeOf(a) - placeOf(b));
const isLast = (i) => PASSING[i + 1] === undefined || placeOf(PASSING[i + 1]) !== placeOf(PASSING[i]);
const AT = Array.from({ length: PLACES }, (_, place) => PASSING.findIndex((one) => placeOf(one) === place) + 1);

const LITERALS = PASSING.map(literalLine).join("\n");

if (PASSING.some(({ text }) => Buffer.byteLength(text) < 3)) throw new Error("literals are found by 3 bytes");

export const passingWords = header(
  "LG_PASSING_WORDS_GEN_H",
  "lib/base/failures.ts and not-yet-words.mjs",
  `/* Looked for in that many UTF-16 units of a text, in any case. */
#define LG_TRANSIENT_MAX ${TRANSIENT_TEXT_MAX}u
${NOT_BEFORE_LISTS.map((list, i) => `static const char *const NOT_BEFORE_${i}[] = {${list}};`).join("\n")}
static const lg_literal LG_PASSING[] = {
${LITERALS}
};
/* The number, from 1, of the first literal of each place. LG_PASSING_PLACE is that of three bytes, the last one lowest
 * and each with the bit of small letters; what is above them does not count. */
#define LG_PASSING_PLACE(bytes) ((bytes) * 0x3779b100u >> 20)
static const uint16_t LG_PASSING_AT[${PLACES}] = {${AT.join(", ")}};
/* A number of a failure counts behind one of these words. */
static const char *const LG_NUMBER_WORDS[] = {
${cList(NUMBER_WORDS)}
};
`,
);

export const notYetContext = header(
  "LG_NOT_YET_CONTEXT_GEN_H",
  "not-yet-context.mjs",
  `static const char *const LG_STATE_KEYS[] = {
${cList(STATE_KEYS)}
};
#define LG_STATUS_KEYS ${STATUS_KEYS.length} /* of them, where keyed states stand */
static const char LG_BEFORE_AMID[] = ${cString([...BEFORE_AMID].join(" "))};
static const char LG_STATE_LEADS[] = ${cString(STATE_LEADS.join(" "))};
static const char LG_SHARE_WORDS[] = ${cString(SHARE_WORDS.join(" "))};
static const char LG_SHARE_LEADS[] = ${cString(SHARE_LEADS.join(" "))};
static const char LG_SHARE_WORKS[] = ${cString(SHARE_WORKS.join(" "))};
static const char LG_SHARE_COLUMNS[] = ${cString(SHARE_COLUMNS.join(" "))};
static const char LG_TIMED_COLUMNS[] = ${cString(TIMED_COLUMNS.join(" "))};
static const char LG_WORKS[] = ${cString([...WORKS, ...WORKING].join(" "))};
${constants("LG_OVER", OVER)}
static const char LG_DENIALS[] = ${cString(DENIALS.join(" "))};
static const char LG_OWN_WORK[] = ${cString(OWN_WORK.join(" "))};
static const char LG_LASTING[] = ${cString(LASTING.join(" "))};
static const char LG_TASK_KEYS[] = ${cString(TASK_KEYS.join(" "))};
static const char LG_YET_WORDS[] = ${cString(YET_WORDS.join(" "))};
static const char LG_YET_THINGS[] = ${cString(YET_THINGS.join(" "))};
`,
);
