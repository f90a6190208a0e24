/**
 * Makes the C headers with values of lib/ (from `dist/`), so that each default and each text is written in one place: the
 * presets, the words of both programs, and the texts and codes of transient failures. `--check` writes nothing and fails when a
 * file is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readOptions } from "../dist/config/options.js";
import { DEFAULT_LADDER, PRESET_NAMES, presetOf, REPLAY_LADDER, SHORTHAND_LADDER } from "../dist/config/presets.js";
import { ToolPolicies } from "../dist/config/tool-policy.js";
import { DETECTOR_TYPES, VOLATILE_BITS } from "../dist/core/layout.gen.js";
import { loopRecord } from "../dist/detectors/table.js";
import {
  DETECTION_START,
  detectionText,
  END_TURN,
  REFUSALS,
  REFUSED_FROM_THE_START,
  TURN_ENDED,
  verdictText,
  WARNING,
  WARNINGS,
} from "../dist/report/messages.js";
import { ToolLoopError } from "../dist/report/tool-loop-error.js";
import { MACHINES, NOT_TAKEN } from "../dist/text/claude-results.js";
import { TRANSIENT_CODES, TRANSIENT_TEXT, TRANSIENT_TEXT_MAX } from "../dist/text/outcome-text.js";
import { root } from "./findings.mjs";
import { literalsOf } from "./regex-literals.mjs";

/** The placeholder bytes of a template, the same as in native/programs/messages.c. */
const FILL = {
  tool: "\x01",
  repeats: "\x02",
  threshold: "\x03",
  names: "\x04",
  steps: "\x05",
  wait: "\x06",
  duration: "\x07",
  list: "\x08",
};
/** Numbers and words that occur in no text, to be replaced by placeholders. */
const REPEATS = 770_001;
const THRESHOLD = 770_002;
const STEPS = 97;
const MINUTES = 770_003;
const SECONDS = 770_004;
const TOOL = "name-of-a-tool";
const FINDING = "what-was-found";

/** The hook leaves guards with budgets to Node: their texts have numbers of their own. */
const TYPES = DETECTOR_TYPES.filter((type) => type !== "budget");

const config = readOptions({});

/** A text as a C string literal, in lines of the code's width. */
function cString(text) {
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

function must(condition, what) {
  if (!condition) throw new Error(`native/programs cannot say this: ${what}`);
}

/**
 * The description of a detection, with placeholders: of one call, of several calls, of a poll that lasted too long, and
 * of a poll that came too soon.
 */
function templates(type) {
  const text = (names, waitedMs = 0, waitMs = 0) => {
    const quoted = names.map((name) => `'${name}'`).join(", ");
    return detectionText({ type, tool: TOOL, repeats: REPEATS, threshold: THRESHOLD, names, waitMs, waitedMs })
      .replace(`[${quoted}]`, FILL.list)
      .replace(names.length === 1 ? "\0" : quoted, FILL.names)
      .replaceAll(TOOL, FILL.tool)
      .replaceAll(String(REPEATS), FILL.repeats)
      .replaceAll(String(THRESHOLD), FILL.threshold)
      .replaceAll(`${MINUTES} minutes`, FILL.duration)
      .replaceAll(`${SECONDS} s`, FILL.wait);
  };
  const found = text([TOOL]);
  const forms = {
    loop: text(Array.from({ length: STEPS }, () => TOOL)).replaceAll(String(STEPS), FILL.steps),
    waited: text([TOOL], MINUTES * 60_000),
    wait: text([TOOL], 0, SECONDS * 1000),
  };
  must(!/77000|97/.test(Object.values(forms).join()), forms);
  return [["found", found], ...Object.entries(forms).filter(([, form]) => form !== found)];
}

/** The text after the description, by verdict. */
function after(action, type, last = false, passing = false) {
  const text = verdictText(action, type, FINDING, last, passing);
  must(text.startsWith(FINDING), text);
  return text.slice(FINDING.length);
}

/** The text of an abort by a detector with the name `count`. */
function abortedCount() {
  return new ToolLoopError({ detector: "count", toolName: TOOL, repeats: REPEATS, message: "" }).message
    .replace(TOOL, FILL.tool)
    .replace(String(REPEATS), FILL.repeats);
}

function aborted(type) {
  const text = (message) => new ToolLoopError({ detector: type, toolName: "tool", repeats: 1, message }).message;
  const suffix = text("Found").slice("Found".length);
  must(text("Found.") === `Found${suffix}`, "an abort that keeps the full stop");
  return suffix;
}

function cType(type) {
  return `LG_${type.toUpperCase()}`;
}

/** For a poll whose policy does not set it. */
function pollMaxWaitMs() {
  const told = [];
  const policies = new ToolPolicies(new Map([["job", { poll: true }]]), [], config.volatile);
  policies.attach({ addProfile: (profile) => told.push(profile) });
  return told.at(-1).poll.maxWaitMs;
}

function textLines() {
  return TYPES.map((type) => {
    must(after("hint", type, true).startsWith(after("hint", type)), "a last refusal that begins otherwise");
    const texts = [...templates(type)];
    if (after("hint", type) !== "") texts.push(["advice", after("hint", type)]);
    if (loopRecord(type).warning !== undefined) texts.push(["warning", after("warn", type)]);
    const fields = texts.map(([name, text]) => `.${name} = ${cString(text)}`);
    return `    [${cType(type)}] = {${fields.join(",\n        ")}},`;
  });
}

/** What the scan must know of each type. */
const TRAITS = {
  ofOneCall: "of_one_call",
  digestsSteps: "digests_steps",
  judgesNews: "judges_news",
  byTime: "by_time",
};

function traitLines() {
  return DETECTOR_TYPES.flatMap((type) => {
    const record = loopRecord(type);
    const fields = Object.keys(TRAITS).filter((key) => record[key]);
    if (fields.length === 0) return [];
    return `    [${cType(type)}] = {${fields.map((key) => `.${TRAITS[key]} = true`).join(", ")}},`;
  });
}

/** The texts that are the same for every detector. */
function common(what, types = TYPES) {
  const texts = new Set(types.map(what));
  must(texts.size === 1, [...texts].join(" | "));
  return cString([...texts][0]);
}

function literalLines(expression) {
  return literalsOf(expression).map(({ text, wordBefore, wordAfter, notBefore }) => {
    const flags = [wordBefore && ".word_before = true", wordAfter && ".word_after = true"].filter(Boolean);
    const not = notBefore.length === 0 ? [] : [`.not_before = {${notBefore.map(cString).join(", ")}}`];
    return `    {${[`.text = ${cString(text)}`, ...flags, ...not].join(", ")}},`;
  });
}

/** The literals of an expression that says nothing of what is around them, but that they are at the front. */
function plainLiterals(expression) {
  return literalsOf(expression).map(({ text, wordBefore, wordAfter, notBefore }) => {
    must(!wordBefore && !wordAfter && notBefore.length === 0, text);
    return text;
  });
}

/** A list of C strings. */
const cList = (texts) => [...new Set(texts)].map((words) => `    ${cString(words)},`).join("\n");

/** A table of short ASCII texts of about one length: without pointers, which would take more room and be relocated. */
function arrays(name, texts) {
  const size = Math.max(...[...texts].map((words) => words.length)) + 1;
  return `static const char ${name}[][${size}] = {\n${cList(texts)}\n};`;
}

const advised = TYPES.filter((type) => after("hint", type) !== "");
const messages = `/* Made by scripts/build-hook-preset.mjs from lib/report/messages.ts and lib/detectors. Not to be edited. */
/* clang-format off */
#ifndef PROGRAM_MESSAGES_GEN_H
#define PROGRAM_MESSAGES_GEN_H

/* \\001 the tool, \\002 repeats, \\003 threshold, \\004 the names of a pattern, \\005 how many they are,
 * \\006 how long to wait, \\007 for how long, \\010 the names as Python lists them. */
static const program_forms FORMS[LG_DETECTOR_TYPES] = {
${textLines().join("\n")}
};
static const char WARNING[] =
        ${common(
          (type) => after("warn", type),
          DETECTOR_TYPES.filter((type) => loopRecord(type).warning === undefined),
        )};
/* The same for a failure that may pass by itself, and the advice of every detector that gives any. */
static const char PASSING[] =
        ${common((type) => after("warn", type, false, true))};
static const char PASSING_ADVICE[] =
        ${common((type) => after("hint", type, false, true), advised)};
static const char LAST_REFUSAL[] =
        ${common((type) => after("hint", type, true).slice(after("hint", type).length))};
static const char ABORTED[] = ${common(
  aborted,
  TYPES.filter((type) => type !== "count"),
)};
/* The whole text, of a detector with the name "count". */
static const char COUNT_ABORTED[] =
        ${cString(abortedCount())};

#endif
`;

const hookWords = `/* Made by scripts/build-hook-preset.mjs from lib/report and lib/text. Not to be edited. */
/* clang-format off */
#ifndef HOOK_WORDS_GEN_H
#define HOOK_WORDS_GEN_H

static const char HOOK_TURN_ENDED[] =
        ${cString(TURN_ENDED)};
static const char HOOK_END_TURN[] =
        ${cString(`. ${END_TURN}`)};

/* How an answer of Claude Code begins to a call that no tool could take. */
${arrays("HOOK_NOT_TAKEN", plainLiterals(NOT_TAKEN))}

/* Who else than a user submits prompts. */
static const char *const HOOK_MACHINES[] = {${[...MACHINES].map(cString).join(", ")}};

#endif
`;

const traits = `/* Made by scripts/build-hook-preset.mjs from lib/detectors. Not to be edited. */
/* clang-format off */
#ifndef SCAN_TRAITS_GEN_H
#define SCAN_TRAITS_GEN_H

static const scan_traits SCAN_TRAITS[LG_DETECTOR_TYPES] = {
${traitLines().join("\n")}
};

#endif
`;

const transient = `/* Made by scripts/build-hook-preset.mjs from lib/text/outcome-text.ts. Not to be edited. */
/* clang-format off */
#ifndef LG_TRANSIENT_GEN_H
#define LG_TRANSIENT_GEN_H

/* Looked for in that many UTF-16 units of a text, in any case. */
#define LG_TRANSIENT_MAX ${TRANSIENT_TEXT_MAX}u
static const lg_literal LG_TRANSIENT[] = {
${literalLines(TRANSIENT_TEXT).join("\n")}
};

#endif
`;

/** The presets as JSON texts, as a user would write them: the base of configurations in C. */
function presetLines() {
  return PRESET_NAMES.map((name) => `    {${cString(name)}, ${cString(JSON.stringify(presetOf(name)))}},`);
}

function volatileNames() {
  Object.values(VOLATILE_BITS).forEach(
    (bit, index) => void must(bit === 1 << index, "a class without a bit of its own"),
  );
  return Object.keys(VOLATILE_BITS).map(cString).join(", ");
}

const ladder = (rungs) =>
  `{.${Object.entries(rungs)
    .map(([rung, start]) => `${rung} = ${start}`)
    .join(", .")}}`;

const presets = `/* Made by scripts/build-hook-preset.mjs from lib/. Not to be edited. */
/* clang-format off */
#ifndef LG_PRESETS_GEN_H
#define LG_PRESETS_GEN_H

/* Of guards that are not told how many entries they may have. */
#define LG_MAX_ENTRIES ${config.maxEntries}u
/* Of guards with detectors and without a ladder, of those with maxRepeats, and of duplicate with replay. */
#define LG_DEFAULT_LADDER ${ladder(DEFAULT_LADDER)}
#define LG_SHORTHAND_LADDER ${ladder(SHORTHAND_LADDER)}
#define LG_REPLAY_LADDER ${ladder(REPLAY_LADDER)}
/* Of polls that do not say for how long they may give one result. */
#define LG_POLL_MAX_WAIT_MS ${pollMaxWaitMs()}.0

/* What is not told goes by this one. */
#define LG_PRESET_DEFAULT "recommended"
static const struct {
  const char *name, *json;
} LG_PRESETS[] = {
${presetLines().join("\n")}
};

/* The classes of volatile spans, by bit. */
static const char *const LG_VOLATILE_NAMES[] = {${volatileNames()}};

#endif
`;

const scanWords = `/* Made by scripts/build-hook-preset.mjs from lib/. Not to be edited. */
/* clang-format off */
#ifndef SCAN_WORDS_GEN_H
#define SCAN_WORDS_GEN_H

/* What a guard's warnings end in; the first is that of most detectors. */
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

#endif
`;

for (const [file, made] of [
  ["native/hook/words.gen.h", hookWords],
  ["native/programs/messages.gen.h", messages],
  ["native/scan/traits.gen.h", traits],
  ["native/scan/words.gen.h", scanWords],
  ["native/src/presets.gen.h", presets],
  ["native/src/transient.gen.h", transient],
]) {
  const path = join(root, file);
  if (process.argv.includes("--check")) {
    const same = readFileSync(path, "utf8") === made;
    console.log(`${file}: ${same ? "ok" : "is not what lib/ gives; run node scripts/build-hook-preset.mjs"}`);
    if (!same) process.exitCode = 1;
  } else {
    writeFileSync(path, made);
    console.log(`wrote ${file}`);
  }
}
