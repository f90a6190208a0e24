import { type Expected, SESSIONS } from "./expected-sessions.ts";

export type { Expected } from "./expected-sessions.ts";

/** What each fixture holds. */
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

const SAME = 'bash({"command":"echo the same","description":"says it"})';
const TASK = 'task({"description":"look","prompt":"Look for it.","subagent_type":"general"})';
/** Without the id of the subagent's session. */
const FOUND = '"<task id=\\"ses\\" state=\\"completed\\">\\n<task_result>\\nFound.\\n</task_result>\\n</task>"';

const LIMITS = '"timeout_ms":1000,"max_output_length":4096';
const DIFF = '"diff":"@@\\n+new"';

/** The healthy run of spans without tools: what they have is in the messages of the responses. */
function edited(second: string): string {
  return (
    `| 0:read_file({"path":"a.ts"}) 1:read_file({"path":"b.ts"}) 0="text of a" ${second} ` +
    '| 2:edit_file({"path":"a.ts"}) 2="saved"'
  );
}

const CAT = 'bash({"command":"cat missing"})';
const NO_FILE = '!"cat: missing: No such file or directory\\n\\n\\nCommand exited with code 1"';
const SESSION = "11111111-2222-4333-8444-555555555555";
const traces = (letter: string): string => letter.repeat(32);

/** `JSON.stringify(result.steps)` of the AI SDK's versions, which test/frameworks/ai-sdk-steps.mjs has written. */
const SEARCH = 'search({"q":"opening hours"})';
const steps = (error: string): string =>
  [0, 1, 2, 3].map((i) => `| ${i}:${SEARCH}*${1_020 + 100 * i} ${i}="no results" `).join("") +
  '| 4:read({"path":"a.ts"})*710 5:read({"path":"b.ts"})*710 4={"text":"text of a.ts"} ' +
  `5!"${error}"`;

export const FIXTURES: Record<string, Expected> = {
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
  "openai-responses-tools.jsonl": {
    format: "messages",
    runs: [
      ["resp_1", 1, loop()],
      [
        "resp_2",
        3,
        `| 0:shell({"commands":["ls"],${LIMITS}}) 1:shell({"commands":["cat x"],${LIMITS}}) ` +
          '0=[{"stdout":"a.ts\\n","stderr":"","outcome":{"type":"exit","exit_code":0}}] ' +
          '1![{"stdout":"","stderr":"no x\\n","outcome":{"type":"exit","exit_code":1}}] ' +
          `| 2:apply_patch({"type":"update_file","path":"a.ts",${DIFF}}) 2="saved" ` +
          `| 3:apply_patch({"type":"update_file","path":"b.ts",${DIFF}}) 3!"no such file"`,
      ],
      [
        "resp_3",
        4,
        '| 0:computer({"type":"click","button":"left","x":1,"y":2}) ' +
          '0={"type":"computer_screenshot","image_url":"data:image/png;base64,AAAA"} ' +
          '| 1:local_shell({"type":"exec","command":["ls"],"env":{}}) 1="a.ts\\n" ' +
          'U | 2:computer([{"type":"screenshot"}]) 3:search({}) 3!"server gone"',
      ],
    ],
    broken: 2,
  },
  "langgraph.jsonl": {
    format: "messages",
    runs: [
      ["lg-1", 1, loop({ tokens: 25 })],
      ["lg-2", 3, healthy],
      ["1f1", 4, '| 0:read_file({"path":"a.ts"}) 0!"no such file"'],
      ["langgraph.jsonl:5", 5, ""],
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
  "ai-sdk-steps-5.json": {
    format: "messages",
    runs: [["ai-sdk-steps-5.json", 1, steps("no such file")]],
  },
  "ai-sdk-steps-6.json": {
    format: "messages",
    runs: [["ai-sdk-steps-6.json", 1, steps("no such file")]],
  },
  "ai-sdk-steps-7.json": {
    format: "messages",
    runs: [["ai-sdk-steps-7.json", 1, steps("Error: no such file")]],
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
  // What version 1.5.2 left behind of two turns, and of a way back to the end of the first; the prompt is cut out.
  "pi.jsonl": {
    format: "pi",
    runs: [
      [
        "01a2078a-faea-7022-9d0c-63e0d2a002ad",
        4,
        `| 0:bash({"command":"ls"})*8 1:${CAT}*8 0="a\\n" 1${NO_FILE} ` +
          '| 2:read({"path":"a"})*15 2="the text of a\\n" U | 3:bash({"command":"ls"})*25 3="a\\n"',
      ],
      [
        "01a2078a-faea-7022-9d0c-63e0d2a002ad/f70adba2",
        16,
        [0, 1, 2, 3].map((i) => `| ${i}:${CAT}*15 ${i}${NO_FILE}`).join(" "),
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
  ...SESSIONS,
  // What `opencode export` printed of a session of version 1.18.33, and of its two subagents; the first step made quicker.
  "opencode-live.jsonl": {
    format: "opencode",
    runs: [
      [
        "ses_df867cc5effez4xB8vUTXWTRIK",
        1,
        `| 0:${SAME}*120 0="the same\\n" | 1:${SAME}*60 2:read({"filePath":"/u/project/missing"})*60 1="the same\\n" ` +
          `2!"File not found: /u/project/missing" | 3:${SAME}*120 3="the same\\n" | 4:no_such_tool({})*120 ` +
          "4!\"Model tried to call unavailable tool 'no_such_tool'. Available tools: bash, edit, glob, grep, invalid, read, " +
          `skill, task, todowrite, webfetch, write." | 5:${TASK}*120 5=${FOUND} | 6:${TASK}*120 6=${FOUND} ` +
          `U | 7:${SAME}*120 7="the same\\n"`,
      ],
      ...["ses_df867920cffektiQ18sGQysYpr", "ses_df8678bc7ffetYLIR8WZjVWggp"].map(
        (id, at): Expected["runs"][number] => [
          id,
          at + 2,
          '| 0:bash({"command":"echo below","description":"says it"})*120 0="below\\n"',
        ],
      ),
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
  "jaeger.json": { format: "jaeger", runs: [["conv-1", 1, conversation()]] },
  // Of two conversations at once, each request with the history; one was tried again.
  "exchanges.jsonl": {
    format: "exchanges",
    runs: [
      ["exchanges.jsonl", 1, loop({ call: `search(${QUERY_TEXT})`, tokens: 100 })],
      ["exchanges.jsonl:3", 3, healthyText],
    ],
    broken: 2,
  },
  "exchanges-anthropic.jsonl": {
    format: "exchanges",
    runs: [
      ["exchanges-anthropic.jsonl", 1, loop({ tokens: 100 })],
      ["exchanges-anthropic.jsonl:2", 2, ""],
    ],
    broken: 4,
  },
  "openai-batch.jsonl": {
    format: "exchanges",
    runs: [
      ["stuck-1", 1, loopText],
      ["edit-2", 3, healthyText],
    ],
    broken: 2,
  },
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
  "otel-openinference.jsonl": {
    format: "otel",
    runs: [
      ["oi-session", 2, loop({ tokens: 100 })],
      [traces("b"), 10, edited('1="text of b"')],
    ],
    broken: 3,
  },
  "otel-openllmetry.jsonl": {
    format: "otel",
    runs: [
      ["tl-session", 3, loop({ tokens: 40 })],
      [traces("b"), 10, edited('1!"no such file"')],
    ],
    broken: 2,
  },
  "otel-message-events.jsonl": {
    format: "otel",
    runs: [
      [traces("a"), 7, loop({ tokens: 50 })],
      [traces("b"), 11, edited('1="text of b"')],
    ],
    broken: 2,
  },
  "otel-ai-sdk-client-tools.jsonl": {
    format: "otel",
    runs: [
      ["ai-session", 1, loop({ tokens: 40 })],
      [traces("b"), 7, edited('1!"no such file"')],
    ],
    broken: 3,
  },
  "langfuse.jsonl": { format: "langfuse", runs: langfuse(["tr-1", 3], ["tr-2", 11]), broken: 2 },
  "langfuse-traces.json": { format: "langfuse", runs: langfuse(["lf-session", 1], ["tr-2", 1]) },
  "langsmith.jsonl": {
    format: "langsmith",
    runs: [
      ["thread-7", 2, loop({ tokens: 40 })],
      [
        "ls-2",
        11,
        '| 0:read_file({"input":"{\'path\': \'a.ts\'}"}) 0="text of a" | 1:read_file({"input":"{\'path\': \'b.ts\'}"}) 1!"FileNotFoundError(\'b.ts\')"',
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

function langfuse(first: [string, number], second: [string, number]): [string, number, string][] {
  const story =
    '| 0:read_file({"path":"b.ts"}) 1:read_file({"path":"a.ts"}) 0!"no such file" 1="text of a" ' +
    '| 2:edit_file({"path":"a.ts"}) 2="saved"';
  return [
    [...first, loop({ tokens: 40 })],
    [...second, story],
  ];
}

/** Lines of `calls` and `runs` in which a call has no name. */
export const NAMELESS: Record<string, number> = { "runs.jsonl": 4, "calls.jsonl": 9 };
