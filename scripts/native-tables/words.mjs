/** What the programs and the core look for in texts, and what the hook adds to them. */
import {
  DETECTION_START,
  END_TURN,
  REFUSALS,
  REFUSED_FROM_THE_START,
  TURN_ENDED,
  WARNING,
  WARNINGS,
} from "../../out/report/messages.js";
import { MACHINES, NOT_TAKEN } from "../../out/text/claude-results.js";
import { TRANSIENT_CODES, TRANSIENT_TEXT, TRANSIENT_TEXT_MAX } from "../../out/text/outcome-text.js";
import { literalsOf } from "../regex-literals.mjs";
import { arrays, cList, cString, header, plainLiterals } from "./c-text.mjs";

function literalLines(expression) {
  return literalsOf(expression).map(({ text, wordBefore, wordAfter, notBefore }) => {
    const flags = [wordBefore && ".word_before = true", wordAfter && ".word_after = true"].filter(Boolean);
    const not = notBefore.length === 0 ? [] : [`.not_before = {${notBefore.map(cString).join(", ")}}`];
    return `    {${[`.text = ${cString(text)}`, ...flags, ...not].join(", ")}},`;
  });
}

export const hookWords = header(
  "HOOK_WORDS_GEN_H",
  "lib/report and lib/text",
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

export const scanWords = header(
  "SCAN_WORDS_GEN_H",
  "lib/",
  `/* What a guard's warnings end in; the first is that of most detectors. */
static const char *const SCAN_WARNINGS[] = {
${cList([WARNING, ...WARNINGS])}
};
/* What is in a guard's refusals, and what other refusals begin with. */
static const char *const SCAN_REFUSALS[] = {
${cList(REFUSALS)}
};
static const char *const SCAN_REFUSAL_STARTS[] = {
${cList(REFUSED_FROM_THE_START)}
};
/* The first words of SCAN_REFUSALS, for a quick look: few other texts contain them. */
${arrays(
  "SCAN_FIRST_WORDS",
  REFUSALS.map((words) => words.split(" ", 3).join(" ")),
)}
/* What the texts of detectors begin with, and the first characters of these. */
${arrays("SCAN_STARTS", plainLiterals(DETECTION_START))}
static const char SCAN_FIRST_CHARS[] = ${cString([...new Set(plainLiterals(DETECTION_START).map(([char]) => char))].join(""))};
/* Codes of failures that may pass by themselves. */
${arrays("SCAN_TRANSIENT_CODES", TRANSIENT_CODES)}
`,
);

export const transient = header(
  "LG_TRANSIENT_GEN_H",
  "lib/text/outcome-text.ts",
  `/* Looked for in that many UTF-16 units of a text, in any case. */
#define LG_TRANSIENT_MAX ${TRANSIENT_TEXT_MAX}u
static const lg_literal LG_TRANSIENT[] = {
${literalLines(TRANSIENT_TEXT).join("\n")}
};
`,
);
