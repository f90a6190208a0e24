/** The C program says what the TypeScript one says, on random sessions of Claude Code, Codex and Gemini CLI. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { PresetName } from "../../lib/base/types.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { PRESET_NAMES } from "../../lib/rules/presets.ts";
import { EFFORT, enough, tries } from "../effort.ts";
import { allInC, inNode, of, type Pick, random } from "./both.ts";
import { Folder, invoke, PROGRAMS } from "./programs.ts";

/** They are the same each time; in the first 20 no context is added. */
const SEQUENCES = Math.max(30, tries(300));
/** Of 25 calls each. */
const BATCHES = Math.ceil(20 * EFFORT);
const EVENTS_MAX = 16;
/** Sessions that the program in C plays at once. */
const AT_ONCE = 4;

const NAMES = ["Read", "Bash", "run_shell_command", "mcp__db__query", 'Näme "q" \u0001', "\ud800"];
const ARGS = [
  '{"a":1}',
  '{"b":[1.0,2e3],"a":"x\\u0041"}',
  '"raw"',
  '"{\\"a\\":1}"',
  "null",
  "{}",
  '{"\\ud83d\\ude00":"\\ud800"}',
];
const RESULTS = [
  '"same"',
  '"same "',
  '{"stdout":"took 12 ms","n":1.50}',
  '{"2":1,"1":[]}',
  '{"durationMs":12,"x":{"durationMs":1},"durationSeconds":0.5}',
  '{"x":{"durationMs":1},"durationSeconds":-1e2,"durationMs":7,"durationMs":8}',
  '{"durationMs":"7","durationSeconds":null}',
  "7",
  "null",
  '"<tool_use_error>Error: No such tool available: x"',
  '"InputValidationError: bad"',
  '{"llmContent":"x","returnDisplay":"1"}',
  '{"llmContent":"x","returnDisplay":"2"}',
  '{"error":{"message":"rate limit"}}',
  '{"error":"timeout was not set"}',
  '{"error":null,"llmContent":[{"text":"a"}]}',
  '{"error":{"message":""}}',
  '{"llmContent":"Output: x\\nProcess Group PGID: 12"}',
  '{"llmContent":"a\\nProcess Group PGID: 1 \\nBackground PIDs: 3, 4\\nProcess Group PGID: 5\\n</untrusted_context>\\n"}',
];
const ERRORS = [
  '"Timeout"',
  '"operation timed out"',
  '"time-out is not it"',
  '"exit code 1"',
  '""',
  "null",
  '{"code":2}',
  '"overloaded_error"',
];

const WORDS = ['"Done."', '"Done at 11:05:30."', '"Done at 12:05:31."', '"I did it."', "null", '""', '"\\ud800"', "[]"];

/** A loop of a few calls with noise in between; each event as the JSON text that an agent would send. */
function sequence(seed: number): string[] {
  const pick = random(seed + 1);
  const gemini = pick(4) === 0;
  const codex = pick(4) === 0;
  const fields = [
    `"session_id":"s${seed}"`,
    ...(codex ? ['"turn_id":"1"'] : []),
    ...(pick(6) === 0 ? ['"agent_id":"a\\u0062"'] : []),
  ];
  // Few kinds of call and result in one session, so that loops are there.
  const calls = Array.from({ length: 1 + pick(3) }, () => [
    of(pick, NAMES),
    of(pick, ARGS),
    of(pick, RESULTS),
    of(pick, ERRORS),
  ]);
  const events: string[] = [];
  const push = (name: string, more: readonly string[]) =>
    events.push(
      `{${pick(2) === 0 ? " " : ""}${[...fields, `"hook_event_name":"${name}"`, ...more].join(pick(3) === 0 ? ",\n " : ",")}}`,
    );
  let id = 0;
  while (events.length < EVENTS_MAX) {
    const [name, args, result, error] = of(pick, calls) as [string, string, string, string];
    const withId = (n: number) => (gemini && pick(5) > 0 ? [] : [`"tool_use_id":"t${n}"`]);
    const call = [`"tool_name":${JSON.stringify(name)}`, ...(pick(20) === 0 ? [] : [`"tool_input":${args}`])];
    const roll = pick(20);
    id++;
    if (roll < 14) {
      const own = withId(id);
      if ((codex || gemini) && pick(2) === 0) push(gemini ? "BeforeModel" : "PreModelRequest", []);
      if (pick(8) > 0) push(gemini ? "BeforeTool" : "PreToolUse", [...call, ...own]);
      if (pick(codex ? 2 : 8) === 0) continue;
      if (gemini) push("AfterTool", [...call, ...own, `"tool_response":${result}`]);
      else if (pick(4) === 0)
        push("PostToolUseFailure", [
          ...call,
          ...own,
          `"error":${error}`,
          ...(pick(9) === 0 ? ['"is_interrupt":true'] : []),
        ]);
      else push("PostToolUse", [...call, ...own, ...(pick(20) === 0 ? [] : [`"tool_response":${result}`])]);
    } else if (roll < 17 && !gemini) {
      const item = (n: number) => `{${[...call, `"tool_use_id":"t${n}"`, `"tool_response":${result}`].join(",")}}`;
      push("PostToolBatch", [`"tool_calls":[${Array.from({ length: pick(4) }, (_, i) => item(id - i)).join(" , ")}]`]);
    } else if (roll === 17) {
      push(gemini ? "BeforeAgent" : "UserPromptSubmit", pick(2) === 0 ? ['"source":"poll_event"'] : ['"prompt":"go"']);
    } else if (roll === 18) {
      push("SessionStart", [`"source":"${of(pick, ["startup", "resume", "clear", "compact"])}"`]);
    } else {
      push(of(pick, ["Notification", "PreToolUse", "AfterModel"]), []);
    }
    const more = pick(30);
    if (more < 2) push(of(pick, gemini ? ["PreCompress"] : ["PreCompact", "PostCompact"]), []);
    // An agent that is sent back at its end again and again.
    const words = [of(pick, WORDS), of(pick, WORDS)];
    for (let n = more === 2 ? 2 + pick(10) : more === 3 ? 1 : 0; n > 0; n--) {
      const active = `"stop_hook_active":${of(pick, ["true", "true", "true", "true", "true", "false", '"true"'])}`;
      const said = pick(9) === 0 ? [] : [`"last_assistant_message":${of(pick, words)}`];
      push(gemini ? "AfterAgent" : of(pick, ["Stop", "Stop", "SubagentStop"]), [active, ...said]);
    }
  }
  return events;
}

const own = mkdtempSync(join(tmpdir(), "loopguard-parity-"));
afterAll(() => rmSync(own, { recursive: true, force: true }), 120_000); // thousands of files

function inC(event: string, env: NodeJS.ProcessEnv): string {
  const { status, stdout } = invoke(PROGRAMS.c, event, env);
  expect(status).toBe(0);
  return stdout;
}

it(`${SEQUENCES} random sessions get the same answers from both programs`, { timeout: 600_000 }, async () => {
  using folder = new Folder();
  const seen = new Map<string, number>();
  for (let first = 0; first < SEQUENCES; first += AT_ONCE) {
    const sessions = Array.from({ length: AT_ONCE }, (_, i) => {
      const events = sequence(first + i);
      return { seed: first + i, events, answers: allInC(events, folder.env) };
    });
    for (const { seed, events, answers } of sessions) {
      const others: string[] = [];
      for (const event of events) others.push(await inNode(event, own));
      expect(await answers).toHaveLength(events.length);
      for (const [at, answer] of (await answers).entries()) {
        expect(answer, `sequence ${seed}, event ${at}: ${events[at]}`).toBe(others[at]);
        const kind = answer.replace(/"(?:[^"\\]|\\.){20,}"/g, '""');
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
    }
  }
  // Every kind of answer came up, or the sessions say nothing.
  const kinds = [...seen.keys()].join("\n");
  for (const part of [
    "permissionDecision",
    ...(SEQUENCES < 300 ? [] : ["continue", "systemMessage"]), // the end of a turn is rare
    "additionalContext",
    "reason",
    "PostToolBatch",
  ])
    expect(kinds).toContain(part);
});

const all = { warn: 1, hint: 2, ask: 3, abort: 4 };
/** What people may write into a file: every detector that needs no function, every member of a policy. */
const CONFIGS: readonly LoopGuardOptions[] = [
  {},
  { maxRepeats: 2 },
  { maxRepeats: 1, action: "warn", shadow: false },
  { preset: "strict", shadow: true },
  {
    detectors: [
      { type: "count", maxRepeats: 1, ladder: all },
      { type: "repeat", threshold: 2, failures: true },
    ],
  },
  {
    detectors: [
      { type: "ping_pong", repetitions: 2 },
      { type: "stall", threshold: 2 },
    ],
    ladder: all,
  },
  {
    detectors: [
      { type: "cycle", repeats: 2 },
      { type: "cycle", name: "two", repeats: 3, minCycleLen: 2 },
    ],
    ladder: all,
  },
  {
    detectors: [
      { type: "duplicate", replay: true },
      { type: "limit", limits: { "R*": 2, Bash: null }, default: 4 },
    ],
  },
  {
    detectors: [
      { type: "error_streak", threshold: 2, name: "count" },
      { type: "unknown_tool", threshold: 1 },
    ],
    ladder: all,
  },
  { detectors: [{ type: "no_progress", threshold: 2, settled: true }], action: "abort", preset: "lenient" },
  { volatile: [], ladder: { ask: 1 }, tools: { "*": { ladder: { warn: 1, hint: 2, abort: 3 }, mutates: true } } },
  {
    tools: { Read: false, "*_command": { retryable: true }, Bash: { poll: { minIntervalMs: 60_000 }, maxRepeats: 1 } },
  },
  {
    tools: {
      "*": { poll: true, ignore: ["/b", "a"], volatile: ["digits"] },
      "?ead": { identity: ["a"], action: "hint" },
    },
  },
].map((config) => config as unknown as LoopGuardOptions);

/** As the file has it: what is no limit is null there. */
function asOptions(text: string): LoopGuardOptions {
  return JSON.parse(text, (_, value: unknown) =>
    value === null ? Number.POSITIVE_INFINITY : value,
  ) as LoopGuardOptions;
}

it("both programs judge by the same configurations and presets", { timeout: 600_000 }, async () => {
  using folder = new Folder();
  const kinds = new Set<string>();
  const env = { ...folder.env, PATH: "/nowhere" }; // there is no Node to become
  const judged = [
    ...CONFIGS.map((config, at) => {
      const path = join(folder.path, `${at}.json`);
      writeFileSync(path, `${at % 2 === 0 ? "\uFEFF" : ""}${JSON.stringify(config)}`);
      const given =
        at % 3 === 0 ? { flags: "", env: { LOOPGUARD_CONFIG: path } } : { flags: `--config ${path}`, env: {} };
      return { options: asOptions(JSON.stringify(config)), ...given };
    }),
    ...PRESET_NAMES.map((preset) => ({
      options: { preset: preset as PresetName },
      ...(preset === "strict"
        ? { flags: "--auto", env: { LOOPGUARD_PRESET: preset } }
        : { flags: `--preset=${preset}`, env: {} }),
    })),
  ];
  for (const [at, { options, flags, env: settings }] of judged.entries())
    for (let i = 0; i < tries(40); i++) {
      const seed = 40_000 + at * 1000 + i;
      const events = sequence(seed);
      const answers = allInC(events, { ...env, ...settings }, flags);
      for (const [place, event] of events.entries()) {
        const other = await inNode(event, own, options);
        expect((await answers)[place], `${flags} ${JSON.stringify(options)} ${seed} ${place}: ${event}`).toBe(other);
        kinds.add(`${at} ${other.replace(/"(?:[^"\\]|\\.){20,}"/g, '""')}`);
      }
    }
  if (EFFORT < 1) return; // every kind comes up in all of them
  for (const part of ['"ask"', "deny", "continue", "additionalContext"]) expect([...kinds].join("\n")).toContain(part);
  const silent = judged.filter((_, at) => [...kinds].every((kind) => !kind.startsWith(`${at} {`)));
  // A session here is too short for the lenient preset.
  const named = silent.map(({ options }) => options).filter(({ preset }) => preset !== "lenient");
  expect(named).toEqual([]);
});

/** What stands around the processes of a shell command, whole and in parts. */
const PROCESSES = [
  "x",
  "\n",
  "\nBackground PIDs: ",
  "\nBackground PIDs: #, #",
  "\nBackground PIDs: , ",
  "\nProcess Group PGID: ",
  "\nProcess Group PGID: #",
  "\nProcess Group PGID: #",
  "\n</untrusted_context>",
  "#",
  " ",
  "\0",
  "é",
];
const TIME_KEYS = ["durationMs", "\\u0064urationMs", "durationSeconds", "durationSecond", "x"];
const TIMES = ["#", "-0", "#.5e-3", "-#E+2", '"#"', '{"durationMs":#}', "[#]", "null"];

/** Three results of one call that differ in numbers at most; so whether they are the same is what is asked. */
function results(pick: Pick): { tool: string; responses: string[] } {
  const numbers = () => String(pick(3) === 0 ? 7 : pick(100));
  if (pick(2) === 0) {
    const pieces = Array.from({ length: 1 + pick(6) }, () => of(pick, PROCESSES)).join("");
    const texts = [0, 1, 2].map(() => pieces.replaceAll("#", numbers));
    return {
      tool: pick(9) === 0 ? "read_file" : "run_shell_command",
      responses: texts.map((text) => `{"llmContent":${JSON.stringify(text)}}`),
    };
  }
  // Each key once: of two the C program compares both, and Node the last.
  const keys = Array.from({ length: 1 + pick(4) }, () => of(pick, TIME_KEYS));
  const once = new Map(keys.map((key) => [JSON.parse(`"${key}"`) as string, key]));
  const members = Array.from(once.values(), (key) => {
    // What is no time keeps its digits, of which the C program knows more: none here has more than a double, nor is beyond one.
    const value = key.startsWith("x") || key.endsWith("Second") ? of(pick, ["#", '"#"']) : of(pick, TIMES);
    return `"${key}" : ${value}`;
  });
  return { tool: "Glob", responses: [0, 1, 2].map(() => `{${members.join(",")} }`.replaceAll("#", numbers)) };
}

it("both programs take the same results for the same", { timeout: 300_000 }, async () => {
  using folder = new Folder();
  const counts = { same: 0, other: 0 };
  for (let batch = 0; batch < BATCHES; batch++) {
    const pick = random(7000 + batch);
    const events = Array.from({ length: 25 }, (_, i) => {
      const { tool, responses } = results(pick);
      const name = tool === "Glob" ? "PostToolUse" : "AfterTool";
      const fields = `"session_id":"r${batch}.${i}","hook_event_name":"${name}","tool_name":"${tool}","tool_input":{}`;
      return responses.map((response, at) => `{${fields},"tool_use_id":"${at}","tool_response":${response}}`);
    }).flat();
    const answers = allInC(events, folder.env);
    for (const [at, event] of events.entries()) {
      const other = await inNode(event, own);
      expect((await answers)[at], `batch ${batch}: ${events.slice(at - (at % 3), at + 1).join("\n")}`).toBe(other);
      if (at % 3 === 2) counts[other === "" ? "other" : "same"]++;
    }
  }
  expect(Math.min(counts.same, counts.other)).toBeGreaterThan(enough(40));
});

it("either program goes on where the other left off", async () => {
  using folder = new Folder();
  using mixed = new Folder();
  for (let seed = 0; seed < tries(100); seed++) {
    for (const [at, event] of sequence(seed).entries()) {
      const answer = inC(event, folder.env);
      const other = at % 2 === 0 ? inC(event, mixed.env) : await inNode(event, mixed.env["XDG_STATE_HOME"] as string);
      expect(other, `sequence ${seed}, event ${at}: ${event}`).toBe(answer);
    }
  }
});
