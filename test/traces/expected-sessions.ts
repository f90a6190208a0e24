/** What is read from the sessions of qwen-code, Copilot CLI, Kimi Code and droid. */
export interface Expected {
  /** Ids, the lines where they begin, and stories, in the order in which the runs begin. */
  runs: [id: string, line: number, story: string][];
  /** The line that is broken on purpose. */
  broken?: number;
  format: string;
}

/** The text of the hook's refusal in sessions of qwen-code, Copilot CLI, Kimi Code and droid. */
const NOT_RUN =
  "Tool gave the same result 2 times, and nothing new has happened since. " +
  "This call was not run: it would give the same result. Do something else.";

/** Three equal calls with one result, and one that was refused. */
const stuck = (call: string, result: string, refusal: string, tokens = "*110"): string =>
  [0, 1, 2, 3].map((i) => `| ${i}:${call}${tokens} ${i}${i < 3 ? `="${result}"` : `!"${refusal}"`}`).join(" ");

/** What qwen-code shows of a shell command's output. */
const qwenOutput = (text: string, code = 0): string =>
  `Command: echo ${text}${code > 0 ? `; exit ${code}` : ""}\\nDirectory: (root)\\nOutput: ${text}\\nError: (none)` +
  `\\nExit Code: ${code}\\nSignal: (none)\\nProcess Group PGID: (none)`;

const DROID_SHELL = (command: string): string =>
  `Execute({"command":"${command}","summary":"s","riskLevelReason":"r","riskLevel":"low"})`;

export const SESSIONS: Readonly<Record<string, Expected>> = {
  // Cut from what version 0.24.4 left behind of a session in which a hook refused, of its continuation, and of a sub-agent.
  "qwen-code-live.jsonl": {
    format: "qwen-code",
    runs: [
      [
        "qwen-1",
        1,
        `${stuck('run_shell_command({"command":"echo same","is_background":false})', qwenOutput("same"), NOT_RUN)} ` +
          '| 4:run_shell_command({"command":"echo x; exit 3","is_background":false})*55 ' +
          '5:read_file({"file_path":"/nonexistent/missing.txt"})*55 ' +
          `4!"${qwenOutput("x", 3)}" 5!"File not found: /nonexistent/missing.txt" ` +
          'U | 6:glob({"pattern":"*.md"})*110 6="Found 1 file(s) matching \\"*.md\\" in the workspace directory, ' +
          'sorted by modification time (newest first):\\n---\\n/project/notes.md" ' +
          '| 7:agent({"description":"look","prompt":"LOOK-AROUND","subagent_type":"general-purpose"})*110 ' +
          '7="Background agent launched successfully.\\ntask_id: general-pur ..."',
      ],
      [
        "qwen-1/general-purpose-call_1_0__qwen_dup_2",
        26,
        `| 0:run_shell_command({"command":"echo inner","is_background":false})*110 0="${qwenOutput("inner")}"`,
      ],
    ],
    broken: 31,
  },
  // The same of version 1.0.102.
  "copilot-live.jsonl": {
    format: "copilot",
    runs: [
      [
        "copilot-1",
        4,
        `${stuck(
          'bash({"command":"echo same","description":"d","mode":"sync"})',
          "same\\n<shellId:  completed with exit code 0>",
          `Denied by preToolUse hook: ${NOT_RUN}`,
        )} | 4:bash({"command":"echo x; exit 3","description":"d","mode":"sync"})*55 5:view({"path":"./missing.txt"})*55 ` +
          '5!"Path does not exist" 4!"x\\n<shellId:  completed with exit code 3>" U | 6:glob({"pattern":"*.md"})*110 6="./notes.md" ' +
          '| 7:task({"description":"look","name":"look","prompt":"LOOK-AROUND","agent_type":"general-purpose",' +
          '"mode":"sync"})*110 7="Looked."',
      ],
      [
        "copilot-1/4a93ac2c-5307-4496-b714-148e22ec87aa",
        58,
        '| 0:bash({"command":"echo inner","description":"d","mode":"sync"})*110 0="inner\\n<shellId:  completed with exit code 0>"',
      ],
    ],
    broken: 78,
  },
  // The same of version 2.1.0; the sub-agent's file follows its session's.
  "kimi-code-live.jsonl": {
    format: "kimi-code",
    runs: [
      [
        "main",
        2,
        `${stuck('Bash({"command":"echo same"})', "same\\n", "Tool gave the same result 2 times, and nothing new has happe ...")} ` +
          '| 4:Bash({"command":"echo x; exit 3"})*55 5:Read({"path":"/nonexistent/missing.txt"})*55 ' +
          '4!"x\\nCommand failed with exit code: 3." 5!"\\"/nonexistent/missing.txt\\" does not exist." ' +
          'U | 6:Read({"path":"notes.md"})*110 6="1\\tnotes" ' +
          '| 7:Agent({"description":"look","prompt":"LOOK-AROUND","subagent_type":"coder"})*110 7="agent_id: agent-0"',
      ],
      ["agent-0", 95, '| 0:Bash({"command":"echo inner"})*110 0="inner\\n"'],
    ],
    broken: 121,
  },
  // The same of version 0.225.2, without a continuation and a sub-agent.
  "droid-live.jsonl": {
    format: "droid",
    runs: [
      [
        "droid-1",
        2,
        `${stuck(DROID_SHELL("echo same"), "same\\n\\n\\n[Process exited with code 0]", `Error: ${NOT_RUN}`, "")} ` +
          `| 4:${DROID_SHELL("echo x; exit 3")} 5:Read({"file_path":"/nonexistent/missing.txt"}) ` +
          '4!"Error: Command failed (exit code: 3)\\nx\\n\\n\\n[Process exited with code 3]" ' +
          `5!"Error: Error reading file: ENOENT: no such file or directory, access '/nonexistent/missing.txt'"`,
      ],
    ],
    broken: 20,
  },
};
