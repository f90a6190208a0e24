/**
 * The recommended preset and its texts for the hook program in C: native/hook/preset.gen.h, made from what `dist/` says, so
 * that each default and each text has one place, in lib/. `--check` changes nothing and fails when the file is not what lib
 * gives.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MACHINES, NOT_TAKEN } from "../dist/adapters/claude-runs.js";
import { DETECTOR_TYPES, VOLATILE_BITS } from "../dist/core/layout.gen.js";
import { nativeSpec } from "../dist/detector-table.js";
import { detectionText, END_TURN, verdictText } from "../dist/messages.js";
import { readOptions } from "../dist/options.js";
import { TRANSIENT_TEXT, TRANSIENT_TEXT_MAX } from "../dist/outcome-text.js";
import { DEFAULT_LADDER, PRESET_NAMES, presetOf, REPLAY_LADDER, SHORTHAND_LADDER } from "../dist/presets.js";
import { ToolLoopError } from "../dist/tool-loop-error.js";
import { ToolPolicies } from "../dist/tool-policy.js";
import { root } from "./findings.mjs";
import { literalsOf } from "./regex-literals.mjs";

const OUT = "native/hook/preset.gen.h";
const SPEC_FIELDS = {
  threshold: "threshold",
  minCycleLen: "min_cycle_len",
  maxCycleLen: "max_cycle_len",
  windowSize: "window_size",
  transientThreshold: "transient_threshold",
  errorThreshold: "error_threshold",
  ackThreshold: "ack_threshold",
  pollAfterMs: "poll_after_ms",
  maxWaitMs: "max_wait_ms",
  similarity: "similarity",
  canonical: "canonical",
  settled: "settled",
  strongOnly: "strong_only",
  failuresOnly: "failures_only",
};

/** Bytes of a template that stand for what is filled in, as native/hook/texts.c knows them. */
const FILL = {
  tool: "\x01",
  repeats: "\x02",
  threshold: "\x03",
  names: "\x04",
  steps: "\x05",
  finding: "\x06",
  duration: "\x07",
};
/** Numbers that no text has by itself. */
const REPEATS = 770_001;
const THRESHOLD = 770_002;
const STEPS = 97;
const MINUTES = 770_003;

const config = readOptions({ preset: "recommended" });

/** C's string literal of a text, in lines of the width that the code has. */
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
  if (!condition) throw new Error(`native/hook cannot say this: ${what}`);
}

/** What was found, with placeholders: by a pattern of one call, by one of several, and by one that went on too long. */
function templates(type) {
  const text = (names, waitedMs = 0) =>
    detectionText({ type, tool: FILL.tool, repeats: REPEATS, threshold: THRESHOLD, names, waitMs: 0, waitedMs })
      .replaceAll(String(REPEATS), FILL.repeats)
      .replaceAll(String(THRESHOLD), FILL.threshold)
      .replaceAll(`${MINUTES} minutes`, FILL.duration);
  const several = Array.from({ length: STEPS }, () => FILL.tool);
  const list = several.map((name) => `'${name}'`).join(", ");
  const found = text([FILL.tool]);
  const loop = text(several).replaceAll(String(STEPS), FILL.steps).replace(list, FILL.names);
  must(!/77000|97/.test(found + loop), loop);
  must(loop.split(FILL.tool).length <= 2, `a list of names other than 'a', 'b' in ${loop}`);
  const waited = text([FILL.tool], MINUTES * 60_000);
  must(!/77000/.test(waited), waited);
  return { found, ...(loop === found ? {} : { loop }), ...(waited === found ? {} : { waited }) };
}

/** What follows a finding, by what is done about it. */
function after(action, type, last = false, passing = false) {
  const text = verdictText(action, type, FILL.finding, last, passing);
  must(text.startsWith(FILL.finding), text);
  return text.slice(FILL.finding.length);
}

function aborted(type) {
  const text = (message) => new ToolLoopError({ detector: type, toolName: "tool", repeats: 1, message }).message;
  const suffix = text("Found").slice("Found".length);
  must(text("Found.") === `Found${suffix}`, "an abort that keeps the full stop");
  return suffix;
}

function detectorLine(detector) {
  const spec = nativeSpec(detector);
  const fields = Object.entries(SPEC_FIELDS).flatMap(([name, field]) =>
    spec[name] ? [`.${field} = ${spec[name]}`] : [],
  );
  must(detector.type !== "custom" && detector.type !== "similar_query", detector.type);
  must(spec.ladder.some((start) => start > 0) || config.rungs.decide === undefined, "a function for an action");
  return `    {.type = ${cType(detector.type)}, ${[...fields, `.ladder = {${spec.ladder.join(", ")}}`].join(", ")}},`;
}

function cType(type) {
  return `LG_${type.toUpperCase()}`;
}

/** The profile of a tool that no policy names, as the core is told of it. */
function defaultProfile() {
  const told = [];
  new ToolPolicies(config.tools, config.detectors, config.volatile).attach({ addProfile: (it) => told.push(it) });
  const [profile] = told;
  must(told.length === 1 && !profile.exempt && !profile.poll && !profile.mutates && profile.limit === 0, "a policy");
  must(profile.keep.length === 0 && profile.ignore.length === 0, "a projection");
  const hex = (bits) => `0x${bits.toString(16)}`;
  return `{.volatile_classes = ${hex(profile.volatileClasses)}, .failure_classes = ${hex(profile.failureClasses)}}`;
}

/** Of a poll whose policy does not say. */
function pollMaxWaitMs() {
  const told = [];
  const policies = new ToolPolicies(new Map([["job", { poll: true }]]), [], config.volatile);
  policies.attach({ addProfile: (profile) => told.push(profile) });
  return told.at(-1).pollMaxWaitMs;
}

function textLines() {
  const types = DETECTOR_TYPES.filter((type) => config.detectors.some((detector) => detector.type === type));
  return types.map((type) => {
    const { found, loop, waited } = templates(type);
    must(after("hint", type, true).startsWith(after("hint", type)), "a last refusal that begins otherwise");
    const fields = [
      `.found = ${cString(found)}`,
      ...(loop === undefined ? [] : [`.loop = ${cString(loop)}`]),
      ...(waited === undefined ? [] : [`.waited = ${cString(waited)}`]),
      `.advice = ${cString(after("hint", type))}`,
    ];
    return `    [${cType(type)}] = {${fields.join(",\n        ")}},`;
  });
}

/** What is the same for every detector. */
function common(what) {
  const texts = new Set(config.detectors.map(({ type }) => what(type)));
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

/** The literals of an expression that is anchored at the front. */
function beginnings(expression) {
  return literalsOf(expression).map(({ text, wordBefore, wordAfter, notBefore }) => {
    must(!wordBefore && !wordAfter && notBefore.length === 0, text);
    return `    ${cString(text)},`;
  });
}

must(config.message === undefined && !config.shadow, "a message of one's own, or a shadow");
const text = `/* Made by scripts/build-hook-preset.mjs from lib/: the recommended preset. Not to be edited. */
/* clang-format off */
#ifndef HOOK_PRESET_GEN_H
#define HOOK_PRESET_GEN_H

#define HOOK_MAX_ENTRIES ${config.maxEntries}u
#define HOOK_LADDER {${config.rungs.ladder.join(", ")}}
#define HOOK_PROFILE ${defaultProfile()}

static const lg_detector_spec HOOK_DETECTORS[] = {
${config.detectors.map(detectorLine).join("\n")}
};

/* \\001 the tool, \\002 repeats, \\003 threshold, \\004 the names of a pattern, \\005 how many they are,
 * \\007 for how long. */
static const hook_texts HOOK_TEXTS[LG_DETECTOR_TYPES] = {
${textLines().join("\n")}
};
static const char HOOK_WARNING[] =
        ${common((type) => after("warn", type))};
/* The same for a failure that may pass by itself, and the advice of every detector that can see one. */
static const char HOOK_PASSING[] =
        ${common((type) => after("warn", type, false, true))};
static const char HOOK_PASSING_ADVICE[] =
        ${common((type) => after("hint", type, false, true))};
static const char HOOK_LAST_REFUSAL[] =
        ${common((type) => after("hint", type, true).slice(after("hint", type).length))};
static const char HOOK_ABORTED[] = ${common(aborted)};
static const char HOOK_END_TURN[] =
        ${cString(`. ${END_TURN}`)};

/* How an answer of Claude Code begins to a call that no tool could take. */
static const char *const HOOK_NOT_TAKEN[] = {
${beginnings(NOT_TAKEN).join("\n")}
};

/* Who else than a user submits prompts. */
static const char *const HOOK_MACHINES[] = {${[...MACHINES].map(cString).join(", ")}};

#endif
`;

const transient = `/* Made by scripts/build-hook-preset.mjs from lib/outcome-text.ts. Not to be edited. */
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

/** What a configuration in C starts from: the presets as JSON texts, as a user would write them. */
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

for (const [file, made] of [
  ["native/src/presets.gen.h", presets],
  [OUT, text],
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
