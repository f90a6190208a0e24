/** What both programs say of a detection: native/programs/messages.gen.h. */
import { DETECTOR_TYPES } from "../../out/core/layout.gen.js";
import { loopRecord } from "../../out/rules/table.js";
import { ToolLoopError } from "../../out/rules/tool-loop-error.js";
import { verdictText, warnedText } from "../../out/rules/verdict-texts.js";
import { cString, cType, header, must } from "./c-text.mjs";

/** The placeholder bytes of a template; C gets their names as an enum. */
const FILL = {
  tool: "\x01",
  repeats: "\x02",
  threshold: "\x03",
  names: "\x04",
  steps: "\x05",
  wait: "\x06",
  duration: "\x07",
  list: "\x08",
  span: "\x0e",
};
/** Numbers and words that occur in no text, to be replaced by placeholders. */
const REPEATS = 770_001;
const THRESHOLD = 770_002;
const SPAN = 770_005;
const STEPS = 97;
const MINUTES = 770_003;
const SECONDS = 770_004;
const TOOL = "name-of-a-tool";
const FINDING = "what-was-found";

/** The hook leaves guards with budgets to Node: their texts have numbers of their own. */
const TYPES = DETECTOR_TYPES.filter((type) => type !== "budget");

/**
 * The description of a detection, with placeholders: of one call, of several calls, of a poll that lasted too long, and
 * of a poll that came too soon.
 */
function templates(type) {
  const text = (names, { waitedMs = 0, waitMs = 0, span = 0, differing = 0 } = {}) => {
    const { length: cycleLength } = names;
    const quoted = names.map((name) => `'${name}'`).join(", ");
    return loopRecord(type)
      .text({
        type,
        tool: TOOL,
        repeats: REPEATS,
        threshold: THRESHOLD,
        names,
        cycleLength,
        differing,
        waitMs,
        waitedMs,
        span,
      })
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
    waited: text([TOOL], { waitedMs: MINUTES * 60_000 }),
    wait: text([TOOL], { waitMs: SECONDS * 1000 }),
    spread: text([TOOL], { span: 1 }),
    alike: text([TOOL], { differing: 1 }),
  };
  must(!/77000|97/.test(Object.values(forms).join()), forms);
  return [["found", found], ...Object.entries(forms).filter(([, form]) => form !== found)];
}

/**
 * The description in a warning with a result: of a result and of a failure, each with strong and with weak evidence, in each
 * response; and the same in some of the last responses.
 */
function warnedTemplates(type) {
  const forms = [REPEATS, SPAN].flatMap((span) =>
    [false, true].flatMap((failed) =>
      [true, false].map((strong) =>
        warnedText(type, TOOL, { repeats: REPEATS, span, failed, strong })
          ?.replaceAll(TOOL, FILL.tool)
          .replaceAll(String(REPEATS), FILL.repeats)
          .replaceAll(String(SPAN), FILL.span),
      ),
    ),
  );
  return forms[0] === undefined ? undefined : `{${forms.map(cString).join(",\n        ")}}`;
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

function textLines() {
  return TYPES.map((type) => {
    must(after("hint", type, true).startsWith(after("hint", type)), "a last refusal that begins otherwise");
    const texts = [...templates(type)];
    if (after("hint", type) !== "") texts.push(["advice", after("hint", type)]);
    if (loopRecord(type).warning !== undefined) texts.push(["warning", after("warn", type)]);
    const { instead } = loopRecord(type);
    if (instead !== undefined) texts.push(["instead", ` ${instead}`]);
    const fields = texts.map(([name, text]) => `.${name} = ${cString(text)}`);
    const warned = warnedTemplates(type);
    if (warned !== undefined) fields.push(`.warned = ${warned}`);
    return `    [${cType(type)}] = {${fields.join(",\n        ")}},`;
  });
}

/** The texts that are the same for every detector. */
function common(what, types = TYPES) {
  const texts = new Set(types.map(what));
  must(texts.size === 1, [...texts].join(" | "));
  return cString([...texts][0]);
}

const advised = TYPES.filter((type) => after("hint", type) !== "");

export const messages = header(
  "PROGRAM_MESSAGES_GEN_H",
  "lib/rules",
  `/* Placeholders in the texts: \`names\` are those of a pattern, \`steps\` how many calls it has, \`list\` the names as Python lists
 * them; \`wait\` is how long to wait, \`duration\` for how long there was waiting, \`span\` for how
 * many responses. */
enum { ${Object.entries(FILL)
    .map(([name, byte]) => `FILL_${name.toUpperCase()} = ${byte.charCodeAt(0)}`)
    .join(", ")} };
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
`,
);
