import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readTraceFile, TRACE_FORMATS } from "../../lib/traces/read-trace.ts";
import { fixture, Recorder } from "./recorder.ts";

const QUERY = '{"q":"café opening hours"}';
const QUERY_TEXT = '{"q": "café opening hours"}'; // as a model sent it

/** The loop of every fixture: the same call four times, with the same result. */
function loop({ call = `search(${QUERY})`, tokens = 0, result = '="no results"' } = {}): string {
  const billed = tokens === 0 ? "" : `*${tokens}`;
  return [0, 1, 2, 3].map((i) => `| ${i}:${call}${billed}${result === "" ? "" : ` ${i}${result}`}`).join(" ");
}
const loopText = loop({ call: `search(${QUERY_TEXT})` });

/** The healthy run of most: two calls at once, a user's word, one call. */
const healthy =
  '| 0:read_file({"path":"a.ts"}) 1:read_file({"path":"b.ts"}) 0="text of a" 1="text of b" ' +
  'U | 2:edit_file({"path":"a.ts","text":"new"}) 2="saved"';
const healthyText =
  '| 0:read_file({"path": "a.ts"}) 1:read_file({"path": "b.ts"}) 0="text of a" 1="text of b" ' +
  'U | 2:edit_file({"path": "a.ts", "text": "new"}) 2="saved"';

const APPEND = 'Bash({"command":"echo x >> out.txt; echo same"})';
const REFUSAL =
  "Tool 'Bash' was called with identical arguments and returned the same result 4 times. " +
  "This call was not run: its result is known. If you are waiting for a change, make one blocking wait; otherwise take a " +
  "different approach, or finish the response.";
const REFUSED = `!"PreToolUse:Bash hook error: ${REFUSAL}"`;

/** What Gemini CLI shows of a shell command's output, but for its process. */
const shellOutput = (text: string): string => `<untrusted_context>\\nOutput: ${text}\\n</untrusted_context>`;
const GREP = 'run_shell_command({"command":"grep -r hours ."})';
const nothing = shellOutput("(empty)\\nExit Code: 1");
const GREP_REFUSED = `!"Tool execution blocked: ${REFUSAL.replace("Bash", "run_shell_command")}"`;

interface Expected {
  /** Ids, the lines where they begin, and stories, in the order in which the runs begin. */
  runs: [id: string, line: number, story: string][];
  /** The line that is broken on purpose. */
  broken?: number;
  format: string;
}

const SESSION = "11111111-2222-4333-8444-555555555555";
const traces = (letter: string): string => letter.repeat(32);

const FIXTURES: Record<string, Expected> = {
  "openai-chat.jsonl": {
    format: "messages",
    runs: [
      ["openai-chat.jsonl", 1, loopText],
      ["openai-chat.jsonl:3", 3, healthyText],
    ],
    broken: 2,
  },
  "openai-chat-lists.jsonl": {
    format: "messages",
    runs: [
      ["openai-chat-lists.jsonl", 1, loopText],
      ["openai-chat-lists.jsonl:3", 3, healthyText],
    ],
    broken: 2,
  },
  "openai-chat-list.json": { format: "messages", runs: [["openai-chat-list.json", 2, loopText]] },
  "openai-chat-conversations.json": {
    format: "messages",
    runs: [
      ["chat-1", 2, loopText],
      ["chat-2", 95, healthyText],
    ],
  },
  "openai-chat-messages.jsonl": {
    format: "messages",
    runs: [["openai-chat-messages.jsonl", 1, loopText]],
    broken: 4,
  },
  "openai-responses.jsonl": {
    format: "messages",
    runs: [
      ["resp_1", 1, loopText],
      ["resp_2", 3, healthyText.replace(' 2="saved"', "*100")],
    ],
    broken: 2,
  },
  "anthropic.jsonl": {
    format: "messages",
    runs: [
      ["anthropic.jsonl", 1, loop({ tokens: 100 })],
      ["anthropic.jsonl:3", 3, healthy.replace('1="text of b"', '1!"no such file"')],
    ],
    broken: 2,
  },
  "ai-sdk-model.jsonl": {
    format: "messages",
    runs: [
      ["ai-sdk-model.jsonl", 1, loop()],
      ["ai-sdk-model.jsonl:3", 3, healthy],
    ],
    broken: 2,
  },
  "ai-sdk-ui.json": {
    format: "messages",
    runs: [
      ["chat-1", 2, loop()],
      ["chat-2", 71, healthy],
    ],
  },
  "langchain.jsonl": {
    format: "messages",
    runs: [
      ["t1", 1, loop({ tokens: 25 })],
      ["t2", 3, healthy.replace('2="saved"', '2!"saved"')],
    ],
    broken: 2,
  },
  "gemini.jsonl": {
    format: "messages",
    runs: [
      ["gemini.jsonl", 1, loop({ result: '={"result":"no results"}' })],
      ["gemini.jsonl:3", 3, healthy.replaceAll(/="([^"]*)"/g, '={"result":"$1"}')],
    ],
    broken: 2,
  },
  "claude-code.jsonl": {
    format: "claude-code",
    runs: [
      [
        SESSION,
        3,
        `${loop({ tokens: 100 })} U | 4:Task({"prompt":"Find it."})*100 4="It is in hours.ts." ` +
          '| 5:Read({"file_path":"/project/a.ts"})*50 6:Read({"file_path":"/project/b.ts"})*50 ' +
          '5="text of a" 6!"File does not exist."',
      ],
      [`${SESSION}/uuid-19`, 22, '| 0:Grep({"pattern":"hours"})*100 0="hours.ts"'],
      [`${SESSION}/a1b2`, 30, '| 0:Bash({"command":"ls"})'],
      ["99999999-2222-4333-8444-555555555555", 31, '| 0:Bash({"command":"npm test"})*100'],
    ],
    broken: 7,
  },
  // Cut from what version 2.1.330 left behind of a session in which the hook warned, and refused.
  "claude-code-live.jsonl": {
    format: "claude-code",
    runs: [
      [
        "11111111-3333-4333-8444-555555555555",
        3,
        [0, 1, 2, 3].map((i) => `| ${i}:${APPEND}*15 ${i}${i < 3 ? '="same"' : REFUSED} `).join("") +
          `U | 4:${APPEND}*15 4="same"`,
      ],
    ],
    broken: 21,
  },
  "claude-stream.jsonl": {
    format: "claude-code",
    runs: [
      ["s-1", 2, `${loop()} U | 4:search(${QUERY}) 4="no results"`],
      ["s-1/t9", 11, '| 0:Bash({"command":"ls"})'],
    ],
    broken: 4,
  },
  "codex.jsonl": {
    format: "codex",
    runs: [
      [
        "0199-codex",
        1,
        `${loop({ call: 'shell({"command": ["grep", "-r", "hours"]})', tokens: 100, result: '!"no match\\n"' })} ` +
          'U | 4:exec_command({"cmd":"ls"})*30 5:apply_patch({"input":"*** Begin Patch\\n*** End Patch"})*30 ' +
          '4="a.ts\\n" 5="Success. Updated the following files:\\nM a.ts\\n" ' +
          '| 6:local_shell({"type":"exec","command":["ls"]}) 6!"not allowed"',
      ],
    ],
    broken: 8,
  },
  // Cut from what version 0.169.0 left behind of a session in which the hook warned, and refused.
  "codex-live.jsonl": {
    format: "codex",
    runs: [
      [
        SESSION,
        1,
        '| 0:mcp__t__ok({})*15 0="fine" ' +
          [1, 2, 3].map((i) => `| ${i}:exec_command({"cmd":"echo same"})*15 ${i}="same\\n" `).join("") +
          `| 4:exec_command({"cmd":"echo same"})*15 4!"Command blocked by PreToolUse hook: ${REFUSAL}. Command: echo same"`,
      ],
    ],
  },
  "gemini-cli-session.json": {
    format: "gemini-cli",
    runs: [
      [
        "gem-1",
        1,
        `${loop({ tokens: 50 })} U | 4:read_file({"path":"a.ts"})*27 5:read_file({"path":"b.ts"})*27 ` +
          '6:run_shell_command({"command":"rm b.ts"})*27 4="text of a" 5!"not found"',
      ],
    ],
  },
  "gemini-cli-log.jsonl": {
    format: "gemini-cli",
    runs: [
      [
        "gem-2",
        1,
        `${loop({ tokens: 50 })} U | 4:read_file({"path":"a.ts"})*27 5:read_file({"path":"b.ts"})*27 ` +
          '6:run_shell_command({"command":"rm b.ts"})*27 4="text of a" 5!"not found"',
      ],
    ],
    broken: 5,
  },
  // Cut from what version 0.61.0 left behind of a session in which the hook warned, and refused.
  "gemini-cli-live.jsonl": {
    format: "gemini-cli",
    runs: [
      [
        "gem-4",
        1,
        [0, 1, 2, 3].map((i) => `| ${i}:${GREP}*110 ${i}${i < 3 ? `="${nothing}"` : GREP_REFUSED} `).join("") +
          '| 4:read_file({"file_path":"notes.txt"})*55 5:run_shell_command({"command":"echo done"})*55 ' +
          `4="one\\ntwo\\n" 5="${shellOutput("done")}"`,
      ],
    ],
  },
  "gemini-cli-telemetry.log": {
    format: "gemini-cli",
    runs: [
      [
        "gem-3",
        1,
        `${loop({ call: `search(${QUERY_TEXT})`, tokens: 50, result: "" })} ` +
          'U | 4:read_file({"path":"b.ts"})*35 5:run_shell_command({"not recorded":"296"})*35 4!"not found"',
      ],
    ],
  },
  "otel.jsonl": { format: "otel", runs: [["conv-1", 1, conversation()]], broken: 2 },
  "otel.json": { format: "otel", runs: [["conv-1", 1, conversation()]] },
  "otel-ai-sdk.jsonl": {
    format: "otel",
    runs: [
      [traces("a"), 2, loop({ call: `search(${QUERY_TEXT})`, tokens: 40, result: '="\\"no results\\""' })],
      [traces("b"), 10, '| 0:read_file({"not recorded":"n1"}) | 1:read_file({"not recorded":"n2"})'],
    ],
    broken: 3,
  },
  "otel-sdk.jsonl": {
    format: "otel",
    runs: [
      ["sess-9", 1, loopText],
      [`0x${traces("b")}`, 6, '| 0:read_file({"path":"b.ts"}) 0!"FileNotFoundError: b.ts"'],
    ],
    broken: 3,
  },
  "langfuse.jsonl": { format: "langfuse", runs: langfuse(traceIds(["tr-1", 3], ["tr-2", 11])), broken: 2 },
  "langfuse-traces.json": { format: "langfuse", runs: langfuse(traceIds(["lf-session", 1], ["tr-2", 1])) },
  "langsmith.jsonl": {
    format: "langsmith",
    runs: [
      ["thread-7", 2, loop({ tokens: 40 })],
      [
        "ls-2",
        11,
        "| 0:read_file({'path': 'a.ts'}) 0=\"text of a\" | 1:read_file({'path': 'b.ts'}) 1!\"FileNotFoundError('b.ts')\"",
      ],
    ],
    broken: 4,
  },
  "langsmith-tree.json": { format: "langsmith", runs: [["tree-1", 1, loop({ tokens: 40 })]] },
  "runs.jsonl": {
    format: "runs",
    runs: [
      ["run-1", 1, loop()],
      [
        "run-2",
        3,
        '| 0:read_file({"path":"a.ts"}) 1:read_file({"path":"b.ts"}) 0="text of a" 1="text of b" ' +
          'U | 2:edit_file({"path":"a.ts"}) 2!"read-only file" ' +
          `| 3:fetch({"cut":"${"gv".repeat(20)}"}) 3="cut text ${"gq".repeat(20)}"`,
      ],
      ["runs.jsonl:4", 4, '| 0:a({}) | 1:b({"x": 1}) 1!"boom"'],
    ],
    broken: 2,
  },
  "runs.json": {
    format: "runs",
    runs: [
      ["run-1", 2, loop()],
      ["run-2", 35, '| 0:read_file({"path":"a.ts"}) 0="text of a" | 1:read_file({"path":"b.ts"}) 1="text of b"'],
    ],
  },
  "calls.jsonl": {
    format: "calls",
    runs: [
      ["a", 1, loop({ tokens: 25 })],
      [
        "b",
        3,
        '| 0:read_file({"path":"a.ts"}) 1:read_file({"path":"b.ts"}) 0="text of a" 1="text of b" ' +
          'U | 2:edit_file({"path":"a.ts"}) 2!"read-only file"',
      ],
    ],
    broken: 2,
  },
  "calls.json": { format: "calls", runs: [["calls.json", 2, loop()]] },
};

/** Two traces of one conversation: the second is the answer to another word of the user, and has no responses. */
function conversation(): string {
  return (
    `${loop({ call: `search(${QUERY_TEXT})`, tokens: 100 })} ` +
    'U | 4:read_file({"path":"b.ts"}) 5:read_file({"path":"a.ts"}) 4="text of b" 5="text of a" ' +
    '| 6:edit_file({"path":"a.ts","n":[1,2.5,true]}) 6!"read-only file"'
  );
}

function traceIds(...ids: [string, number][]): [string, number][] {
  return ids;
}

function langfuse([first, second]: [string, number][]): [string, number, string][] {
  const story =
    '| 0:read_file({"path":"b.ts"}) 1:read_file({"path":"a.ts"}) 0!"no such file" 1="text of a" ' +
    '| 2:edit_file({"path":"a.ts"}) 2="saved"';
  return [
    [...(first as [string, number]), loop({ tokens: 40 })],
    [...(second as [string, number]), story],
  ];
}

/** Lines of `calls` and `runs` in which a call has no name. */
const NAMELESS: Record<string, number> = { "runs.jsonl": 4, "calls.jsonl": 9 };

describe("a file in each format", () => {
  it("there is one for each format, and an expectation for each file", () => {
    expect(readdirSync(fixture("")).sort()).toEqual([...Object.keys(FIXTURES), "compressed"].sort());
    expect(new Set(Object.values(FIXTURES).map(({ format }) => format))).toEqual(
      new Set(TRACE_FORMATS.map(({ name }) => name)),
    );
  });

  it.each(Object.entries(FIXTURES))("%s", async (name, { runs, broken, format }) => {
    for (const given of ["auto", format]) {
      const recorder = new Recorder();
      await readTraceFile(fixture(name), { ...recorder, format: given });
      expect(recorder.runs.map(({ id, line, story }) => [id, line, story])).toEqual(runs);
      const nameless = NAMELESS[name];
      expect(recorder.faults).toEqual([
        ...(broken === undefined ? [] : [{ line: broken, reason: expect.stringMatching(/^not JSON: Unterminated/) }]),
        ...(nameless === undefined ? [] : [{ line: nameless, reason: "a call without a name" }]),
      ]);
    }
  });
});

describe("times", () => {
  const start = Date.UTC(2026, 2, 1, 10);

  it.each([
    ["claude-code.jsonl", 1_000, 3_000],
    ["codex.jsonl", 1_000, 7_000],
    ["gemini-cli-session.json", 0, 3_000],
    ["otel.jsonl", 0, 500],
    ["otel-sdk.jsonl", 0, 0],
    ["langfuse.jsonl", 0, 1_000],
    ["langsmith.jsonl", 0, 1_000],
    ["calls.jsonl", 0, 0],
  ])("of %s", async (name, begin, call) => {
    const recorder = new Recorder();
    await readTraceFile(fixture(name), recorder);
    expect([recorder.runs[0]?.startedAt, recorder.times[0]]).toEqual([start + begin, start + call]);
  });
});

it("every format is in the documentation", () => {
  const page = readFileSync(new URL("../../docs/cli/formats.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| .* \| .* \|$/gm)].map(([, name]) => name);
  expect(new Set(rows)).toEqual(new Set(TRACE_FORMATS.map(({ name }) => name)));
});
