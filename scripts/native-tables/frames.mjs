/**
 * The lines that hosts put above and below the output of a command, for native/src/text/frames.c: how each begins, what
 * follows (`rest` there), and who writes it. SURE: the line alone is a frame; the others only beside such a line, or above
 * "Output:". docs/identity.md says what is left out of them.
 */
import { cString, header } from "./c-text.mjs";

const SURE = true;

const HEADS = [
  ["Chunk ID: ", "TOKEN", SURE, "Codex"],
  ["Wall time: ", "NUMBER", SURE],
  ["Exit code: ", "ZERO"],
  ["Process exited with code ", "ZERO"],
  ["Process running with session ID ", "STAYS"],
  ["Original token count: ", "NUMBER"],
  ["Total output lines: ", "NUMBER"],
  ["Output:", "NOTHING"],
  ["Out[", "COUNTED", SURE, "IPython, Jupyter"],
];

const TAILS = [
  ["Process Group PGID: ", "NUMBER", SURE, "Gemini CLI, Qwen Code"],
  ["Background PIDs: ", "NUMBER"],
  ["Background PIDs: (none)", "NOTHING"],
  ["Signal: (none)", "NOTHING"],
  ["Exit Code: ", "STAYS"],
  ["Error: (none)", "NOTHING"],
  ["</untrusted_context>", "NOTHING"],
  ["<shellId: ", "COUNTED", SURE, "Copilot CLI"],
  ["agentId: ", "CLOCK", SURE, "Claude Code: a sub-agent, a look at a shell in the background"],
  ["<usage>", "CLOCK", SURE],
  ["total_tokens: ", "NUMBER", SURE],
  ["tool_uses: ", "NUMBER", SURE],
  ["duration_ms: ", "CLOCK", SURE],
  ["<timestamp>", "CLOCK", SURE],
  ["Command completed in ", "CLOCK", SURE, "Cursor"],
  ["tokens used: ", "NUMBER", !SURE, "Codex"],
  ["[The command completed with exit code ", "STAYS", SURE, "OpenHands"],
  ["[Current working directory: ", "STAYS", SURE],
  ["[Python interpreter: ", "STAYS", SURE],
  ["[Command finished with exit code ", "STAYS", SURE],
  ["ENVIRONMENT REMINDER: You have ", "LEFT", SURE],
  ["You have ", "LEFT", SURE, "hosts of their own, which count turns down"],
  ["(Open file: ", "STAYS", SURE, "SWE-agent"],
  ["(Current directory: ", "STAYS", SURE],
  ["bash-$", "STAYS", SURE],
];
/** What a run has left, where it is no game's. */
const LEFT = ["turns", "steps", "iterations", "tool calls"].flatMap((unit) => [`${unit} left`, `${unit} remaining`]);
/** With which bytes they end. */
const TAIL_LASTS = "0123456789)>].$";

/** Blocks of lines at the end, with what closes them. */
const BLOCKS = [
  ["<environment_details>", "</environment_details>", "Cline, Roo Code"],
  ["<system-reminder>", "</system-reminder>", "Claude Code"],
  ["<system_warning>Token usage: ", "</system_warning>", "Claude's count of tokens, after each result"],
  ["<task_metadata>", "</task_metadata>", "opencode"],
  ["###PS1JSON###", "###PS1END###", "OpenHands"],
  ["<!--", "-->", "pages"],
  ["<!--", "--></body></html>"],
  ["<!--", "-->\n</body>\n</html>"],
];

const note = (who) => (who === undefined ? "" : ` /* ${who} */`);
const table = (name, lines) =>
  `static const frame ${name}[] = {\n${lines
    .map(
      ([begin, rest, sure = false, who]) => `    {${cString(begin)}, ${begin.length}, ${rest}, ${sure}},${note(who)}\n`,
    )
    .join("")}};\n`;
const firsts = [...new Set(TAILS.map(([begin]) => begin[0]))].join("");

export const frames = header(
  "LG_FRAMES_GEN_H",
  "frames.mjs",
  `${table("HEADS", HEADS)}${table("TAILS", TAILS)}
/* With which bytes the lines of TAILS begin and end. */
static const char TAIL_FIRSTS[] = ${cString(firsts)}, TAIL_LASTS[] = ${cString(TAIL_LASTS)};

/* What follows the number of LEFT. */
static const char *const LEFT_OF[] = {${LEFT.map(cString).join(", ")}};

static const block BLOCKS[] = {
${BLOCKS.map(([open, close, who]) => `    {${cString(open)}, ${cString(close)}},${note(who)}`).join("\n")}
};
`,
);
