/** What the programs and the core look for in texts, and what the hook adds to them. */

import { MACHINES, NOT_TAKEN } from "../../out/base/agent-results.js";
import {
  NUMBER_WORDS,
  TRANSIENT_CODES,
  TRANSIENT_NUMBERS,
  TRANSIENT_TEXT,
  TRANSIENT_TEXT_MAX,
} from "../../out/base/failures.js";
import {
  DETECTION_START,
  END_TURN,
  OUR_ENDS,
  REFUSAL_STARTS,
  REFUSALS,
  REFUSED_FROM_THE_START,
  TURN_ENDED,
  WARNING,
  WARNINGS,
} from "../../out/rules/messages.js";
import { literalsOf } from "../regex-literals.mjs";
import { arrays, cList, cString, header, plainLiterals } from "./c-text.mjs";
import {
  BEGINNINGS,
  DONE_KEYS,
  KEYED_STATES,
  LASTING,
  NOT_BEFORE,
  NOT_YET_PHRASES,
  NOT_YET_STATES,
  SHARE_LEADS,
  SHARE_WORDS,
  STATE_KEYS,
  STATE_LEADS,
  STEADY_COLUMNS,
  TASK_KEYS,
  YET_THINGS,
  YET_WORDS,
} from "./not-yet.mjs";

export const hookWords = header(
  "HOOK_WORDS_GEN_H",
  "lib/rules and lib/base",
  `static const char HOOK_TURN_ENDED[] =
        ${cString(TURN_ENDED)};
static const char HOOK_END_TURN[] =
        ${cString(`. ${END_TURN}`)};

/* How an answer of Claude Code begins to a call that no tool could take. */
${arrays("HOOK_NOT_TAKEN", plainLiterals(NOT_TAKEN))}

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
/* The first words of REFUSALS, for a quick look: few other texts contain them. */
${arrays("FIRST_WORDS", REFUSAL_STARTS)}
/* What the texts of detectors begin with, and the first characters of these. */
${arrays("STARTS", plainLiterals(DETECTION_START))}
static const char FIRST_CHARS[] = ${cString([...new Set(plainLiterals(DETECTION_START).map(([char]) => char))].join(""))};
`,
);

export const scanWords = header(
  "SCAN_WORDS_GEN_H",
  "lib/",
  `/* Codes of failures that may pass by themselves. */
${arrays("SCAN_TRANSIENT_CODES", TRANSIENT_CODES)}
`,
);

/** What the core looks for in texts of results, and what each says. */
const PASSING = [
  ...literalsOf(TRANSIENT_TEXT).map((literal) => ({ ...literal, says: "FAILURE" })),
  ...TRANSIENT_NUMBERS.map((text) => whole(text, "NUMBER")),
  ...inBothCases(NOT_YET_PHRASES).map((text) => ({
    ...whole(text, "NOT_YET"),
    wordBefore: false,
    notBefore: NOT_BEFORE,
  })),
  ...inBothCases(NOT_YET_STATES).map((text) => whole(text, "STATE")),
  ...Object.keys(KEYED_STATES).map((text) => ({ ...whole(text, "KEYED"), wordAfter: !text.endsWith("_") })),
  ...inBothCases(BEGINNINGS).map((text) => whole(text, "BEGINNING")),
  ...Object.keys(DONE_KEYS).map((text) => ({ ...whole(text, "UNDONE"), wordBefore: false, wordAfter: false })),
  { ...whole("ing", "GOING_ON"), wordBefore: false },
  { ...whole(" of ", "PART"), wordBefore: false, wordAfter: false },
  whole("yet", "YET"),
  whole("eta", "ARRIVAL"),
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

function literalLine({ text, wordBefore, wordAfter, notBefore, says }) {
  const flags = [wordBefore && ".word_before = true", wordAfter && ".word_after = true"].filter(Boolean);
  const not = notBefore.length === 0 ? [] : [`.not_before = ${notBeforeName(notBefore)}`];
  return `    {${[`.text = ${cString(text)}`, `.says = LG_SAYS_${says}`, ...flags, ...not].join(", ")}},`;
}

/** Literals with a bit in common follow each other and begin alike, so that few other bytes have it. */
PASSING.sort((a, b) => Buffer.compare(Buffer.from(a.text), Buffer.from(b.text)));
const bitOf = (i) => Math.floor((i * 64) / PASSING.length);
const STARTS = Array.from({ length: 65 }, (_, bit) => PASSING.findIndex((_, i) => bitOf(i) >= bit)).map((start) =>
  start < 0 ? PASSING.length : start,
);

/** For the place-th byte of a literal: the bits of those that have this byte there. */
function masks(place) {
  const rows = Array.from({ length: 256 }, () => 0n);
  PASSING.forEach(({ text }, i) => {
    const byte = Buffer.from(text)[place];
    const upper = byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte;
    const either = byte === undefined ? [...rows.keys()] : [byte, upper];
    for (const one of either) rows[one] |= 1n << BigInt(bitOf(i));
  });
  const used = rows.flatMap((bits, byte) => (bits === 0n ? [] : [`[${byte}] = UINT64_C(0x${bits.toString(16)})`]));
  return `    {${used.join(",\n     ")}},`;
}

const LITERALS = PASSING.map(literalLine).join("\n");

if (PASSING.some(({ text }) => text.length < 3)) throw new Error("masks are of literals of 3 bytes");

export const transient = header(
  "LG_TRANSIENT_GEN_H",
  "lib/base/failures.ts and not-yet.mjs",
  `/* Looked for in that many UTF-16 units of a text, in any case. */
#define LG_TRANSIENT_MAX ${TRANSIENT_TEXT_MAX}u
${NOT_BEFORE_LISTS.map((list, i) => `static const char *const NOT_BEFORE_${i}[] = {${list}};`).join("\n")}
static const lg_literal LG_PASSING[] = {
${LITERALS}
};
/* The first literal of each bit. */
static const uint16_t LG_PASSING_FROM[65] = {${STARTS.join(", ")}};
/* The bits of the literals that have this byte as their first, second, third and fourth one, or end before. */
static const uint64_t LG_PASSING_BYTES[4][256] = {
${[0, 1, 2, 3].map(masks).join("\n")}
};
/* A number of a failure counts behind one of these words. */
static const char *const LG_NUMBER_WORDS[] = {
${cList(NUMBER_WORDS)}
};
`,
);

export const notYet = header(
  "LG_NOT_YET_GEN_H",
  "not-yet.mjs",
  `static const char *const LG_STATE_KEYS[] = {
${cList(STATE_KEYS)}
};
static const char *const LG_STATE_LEADS[] = {
${cList(STATE_LEADS)}
};
static const char *const LG_SHARE_WORDS[] = {
${cList(SHARE_WORDS)}
};
static const char *const LG_SHARE_LEADS[] = {
${cList(SHARE_LEADS)}
};
static const char *const LG_STEADY_COLUMNS[] = {
${cList(STEADY_COLUMNS)}
};
static const char *const LG_LASTING[] = {
${cList(LASTING)}
};
static const char *const LG_TASK_KEYS[] = {
${cList(TASK_KEYS)}
};
static const char *const LG_YET_WORDS[] = {
${cList(YET_WORDS)}
};
static const char *const LG_YET_THINGS[] = {
${cList(YET_THINGS)}
};
`,
);
