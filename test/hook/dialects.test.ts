/**
 * A stuck agent of each kind, played to both programs. The events are those that the agents' documentation gives (Cursor,
 * Kiro, VS Code), or that the agents themselves have sent (the others), with other values.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Dialect } from "../../lib/cli/hook/dialects.gen.ts";
import { EACH_PROGRAM, Folder, invoke } from "./programs.ts";

type Event = Readonly<Record<string, unknown>>;

/** What an agent sends about its `n`th call. */
interface Agent {
  before(n: number): Event;
  after(n: number): Event;
  readonly prompt: Event;
  /** What the agent reads of a refusal, `continue: false` among it. */
  refusal(text: unknown, ends: boolean): unknown;
  /** How a warning about a call that ran is told. */
  warning(text: unknown): unknown;
  /** Whether the hook can end the turn. */
  readonly ends?: true;
}

const CALL = { tool_name: "read", tool_input: { path: "/p/a.ts" } };
const specific = (name: string, members: object) => ({ hookSpecificOutput: { hookEventName: name, ...members } });
const denied = (reason: unknown) => ({ permissionDecision: "deny", permissionDecisionReason: reason });
const stop = (ends: boolean, reason: unknown) => (ends ? { continue: false, stopReason: reason } : {});
const after = (text: unknown) => specific("PostToolUse", { additionalContext: text });

const copilot = (name: string) => ({
  hook_event_name: name,
  session_id: "4853862d",
  timestamp: "2026-11-23T08:22:59.469Z",
  cwd: "/p",
});
const cursor = (name: string) => ({
  conversation_id: "c1",
  generation_id: "g1",
  model: "m",
  hook_event_name: name,
  cursor_version: "1.7.2",
  workspace_roots: ["/p"],
  user_email: null,
  transcript_path: null,
});
const droid = (name: string) => ({
  session_id: "cdc0e0dd",
  transcript_path: "/h/s.jsonl",
  cwd: "/p",
  permission_mode: "auto-high",
  hook_event_name: name,
});
const kimi = (name: string) => ({
  hook_event_name: name,
  session_id: "session_220f",
  cwd: "/p",
  client_type: "kimi_code_cli",
});
const kiro = (name: string) => ({ hook_event_name: name, cwd: "/p", session_id: "abc123-def456-789" });
const qwen = (name: string) => ({
  session_id: "da1213a3",
  cwd: "/p",
  hook_event_name: name,
  timestamp: "2026-11-23T08:14:06.345Z",
  permission_mode: "yolo",
  prompt_id: "da1213a3########0",
});
const vscode = (name: string) => ({
  timestamp: "2026-02-09T10:30:00.000Z",
  cwd: "/p",
  sessionId: "session-identifier",
  hookEventName: name,
  transcript_path: "/h/t.json",
});

const AGENTS: Readonly<Partial<Record<Dialect, Agent>>> = {
  copilot: {
    before: () => ({ ...copilot("PreToolUse"), ...CALL }),
    after: (n) => ({
      ...copilot("PostToolUse"),
      ...CALL,
      tool_result: {
        result_type: "success",
        text_result_for_llm: `same\n<shellId: ${n} completed with exit code 0>`,
      },
    }),
    prompt: { ...copilot("UserPromptSubmit"), prompt: "go" },
    refusal: denied,
    warning: (text) => ({ additionalContext: text }),
  },
  cursor: {
    before: (n) => ({ ...cursor("preToolUse"), ...CALL, tool_use_id: `t${n}`, cwd: "/p", agent_message: "Reading" }),
    after: (n) => ({
      ...cursor("postToolUse"),
      ...CALL,
      tool_output: '{"exitCode":0,"stdout":"same"}',
      tool_use_id: `t${n}`,
      duration: 5432 + n,
    }),
    prompt: { ...cursor("beforeSubmitPrompt"), prompt: "go", attachments: [] },
    refusal: (text) => ({ permission: "deny", user_message: text, agent_message: text }),
    warning: (text) => ({ additional_context: text }),
  },
  droid: {
    before: () => ({ ...droid("PreToolUse"), ...CALL }),
    after: () => ({ ...droid("PostToolUse"), ...CALL, tool_response: "same" }),
    prompt: { ...droid("UserPromptSubmit"), prompt: "go", has_images: false },
    refusal: (text, ends) => ({ ...stop(ends, text), ...specific("PreToolUse", denied(text)) }),
    warning: after,
    ends: true,
  },
  kimi: {
    before: (n) => ({ ...kimi("PreToolUse"), ...CALL, tool_call_id: `call_${n}_0` }),
    after: (n) => ({ ...kimi("PostToolUse"), ...CALL, tool_call_id: `call_${n}_0`, tool_output: "same" }),
    prompt: { ...kimi("UserPromptSubmit"), prompt: [{ type: "text", text: "go" }], is_steer: false },
    refusal: (text) => specific("PreToolUse", denied(text)),
    warning: () => undefined,
  },
  kiro: {
    before: () => ({ ...kiro("PreToolUse"), ...CALL }),
    after: () => ({ ...kiro("postToolUse"), ...CALL, tool_response: { success: true, result: ["same"] } }),
    prompt: { ...kiro("userPromptSubmit"), prompt: "go" },
    refusal: (text) => ({ exit: 2, stderr: text }),
    warning: (text) => text,
  },
  qwen: {
    before: (n) => ({ ...qwen("PreToolUse"), ...CALL, tool_use_id: `toolu_${n}`, tool_call_id: `call_${n}_0` }),
    after: (n) => ({
      ...qwen("PostToolUse"),
      ...CALL,
      tool_response: { llmContent: "same", returnDisplay: `${n}` },
      tool_use_id: `toolu_${n}`,
      tool_call_id: `call_${n}_0`,
      duration_ms: 70 + n,
    }),
    prompt: { ...qwen("UserPromptSubmit"), prompt: "go", submitted_prompt: "go" },
    refusal: (text) => specific("PreToolUse", denied(text)),
    warning: after,
  },
  vscode: {
    before: (n) => ({ ...vscode("PreToolUse"), ...CALL, tool_use_id: `tool-${n}` }),
    after: (n) => ({ ...vscode("PostToolUse"), ...CALL, tool_use_id: `tool-${n}`, tool_response: "same" }),
    prompt: { ...vscode("UserPromptSubmit"), prompt: "go" },
    refusal: (text, ends) => ({ ...stop(ends, text), ...specific("PreToolUse", denied(text)) }),
    warning: after,
    ends: true,
  },
};

const NO_NEWS = expect.stringMatching(
  /^Tool 'read' was called again with the same arguments; it gave the same result 2 times, .* was not run/,
);
const ABORTED = expect.stringMatching(/aborting to prevent a loop(?:\. End your turn now: .*)?$/);
const OVER = expect.stringMatching(/^No further call of this turn is run: .* End your turn now/);

describe.each(EACH_PROGRAM)("%s", (_program, program) => {
  /** What the agent makes of the program's answer: `undefined` for none. */
  function asked(folder: Folder, event: Event, ...options: string[]): unknown {
    const { status, stdout, stderr } = invoke(program, JSON.stringify(event), folder.env, ...options);
    if (status === 2) return { exit: 2, stderr };
    expect([status, stderr]).toEqual([0, ""]);
    if (!stdout.startsWith("{")) return stdout === "" ? undefined : stdout;
    return JSON.parse(stdout) as unknown;
  }

  describe.each(Object.entries(AGENTS))("%s", (dialect, agent) => {
    const option = `--${dialect}`;

    it("a call without news is refused, then the turn ends, and a prompt begins another", () => {
      using folder = new Folder();
      const tell = (event: Event) => asked(folder, event, option);
      expect(tell(agent.prompt)).toBeUndefined();
      for (let n = 0; n < 2; n++) {
        expect(tell(agent.before(n))).toBeUndefined();
        expect(tell(agent.after(n))).toBeUndefined();
      }
      for (let n = 2; n < 6; n++) expect(tell(agent.before(n))).toEqual(agent.refusal(NO_NEWS, false));
      expect(tell(agent.before(6))).toEqual(agent.refusal(ABORTED, true));
      const other = { ...agent.before(7), tool_input: { path: "/p/b.ts" } };
      expect(tell(other)).toEqual(agent.ends ? undefined : agent.refusal(OVER, false));
      expect(tell(agent.prompt)).toBeUndefined();
      expect(tell(agent.before(8))).toBeUndefined();
    });

    it("a warning about a call comes where the model reads it", () => {
      using folder = new Folder();
      const path = `${folder.path}/warn.json`;
      const settings = spawnSync("sh", [
        "-c",
        `echo '{"maxRepeats":2,"action":"warn","volatile":["frames"]}' > ${path}`,
      ]);
      expect(settings.status).toBe(0);
      const answers: unknown[] = [];
      for (let n = 0; n < 3; n++)
        for (const event of [agent.before(n), agent.after(n)])
          answers.push(asked(folder, event, option, "--config", path));
      const warned = expect.stringContaining("called 3 times");
      expect(answers.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
      expect(answers.slice(4)).toEqual([undefined, agent.warning(warned)]);
    });
  });

  it.each(["qwen", "copilot", "vscode"] as const)("%s: a call that a person let run is no strike", (dialect) => {
    using folder = new Folder();
    const { before, after } = AGENTS[dialect] as Agent;
    const path = `${folder.path}/ask.json`;
    writeFileSync(path, '{"ladder":{"ask":1,"abort":3},"volatile":["frames"]}');
    const tell = (event: Event) => asked(folder, event, `--${dialect}`, "--config", path);
    for (let n = 0; n < 2; n++) for (const event of [before(n), after(n)]) expect(tell(event)).toBeUndefined();
    for (let n = 2; n < 8; n++) {
      expect(JSON.stringify(tell(before(n)))).toContain('"permissionDecision":"ask"');
      expect(JSON.stringify(tell(after(n)))).toContain("returned the same result");
    }
    if (dialect !== "qwen") return; // of the others a call without an end has failed, which is news
    for (let n = 8; n < 10; n++) expect(JSON.stringify(tell(before(n)))).toContain('"permissionDecision":"ask"');
    expect(JSON.stringify(tell(before(10)))).toContain("aborting to prevent a loop");
  });

  it.each([
    ["VS Code reads the settings of Claude Code and Copilot CLI, and says by a member who it is", "--claude"],
    ["VS Code reads the settings of Claude Code and Copilot CLI, and says by a member who it is", "--copilot"],
    ["VS Code is known without an option", "--auto"],
  ])("%s: %s", (_what, option) => {
    using folder = new Folder();
    const { before, after, refusal } = AGENTS.vscode as Agent;
    for (let n = 0; n < 2; n++) for (const event of [before(n), after(n)]) asked(folder, event, option);
    expect(asked(folder, before(2), "--vscode")).toEqual(refusal(NO_NEWS, false));
  });

  it("the end of a refused call that Kimi Code tells of is no new call", () => {
    using folder = new Folder();
    const { before, after, refusal } = AGENTS.kimi as Agent;
    const tell = (event: Event) => asked(folder, event, "--kimi");
    const refused = (n: number) => {
      const error = {
        code: "internal",
        message: "Tool 'read' was called again with the same arguments; it gave the same result",
        retryable: false,
      };
      tell({ ...kimi("PostToolUseFailure"), ...CALL, tool_call_id: `call_${n}_0`, error });
    };
    for (let n = 0; n < 2; n++) for (const event of [before(n), after(n)]) tell(event);
    for (let n = 2; n < 6; n++) {
      expect(tell(before(n))).toEqual(refusal(NO_NEWS, false));
      refused(n);
    }
    for (let n = 6; n < 9; n++) {
      expect(tell(before(n))).toEqual(refusal(n === 6 ? ABORTED : OVER, false));
      refused(n);
    }
  });

  it("nor where it is told late: Kimi Code does not wait for that hook", () => {
    using folder = new Folder();
    const { before, after, refusal } = AGENTS.kimi as Agent;
    const tell = (event: Event) => asked(folder, event, "--kimi");
    for (let n = 0; n < 2; n++) for (const event of [before(n), after(n)]) tell(event);
    let reason = "";
    for (let n = 2; n < 7; n++) {
      const answer = tell(before(n));
      expect(answer).toEqual(refusal(n === 6 ? ABORTED : NO_NEWS, false));
      const error = { code: "internal", message: reason, retryable: false };
      if (n > 2) tell({ ...kimi("PostToolUseFailure"), ...CALL, tool_call_id: `call_${n - 1}_0`, error });
      reason = (answer as { hookSpecificOutput: { permissionDecisionReason: string } }).hookSpecificOutput
        .permissionDecisionReason;
    }
  });

  it("Qwen Code's prompt without text is a request of the turn, and ends it after an abort", () => {
    using folder = new Folder();
    const { before, after, refusal } = AGENTS.qwen as Agent;
    const tell = (event: Event) => asked(folder, event, "--qwen");
    const request = { ...qwen("UserPromptSubmit"), prompt: "" };
    for (let n = 0; n < 2; n++) {
      for (const event of [before(n), after(n)]) tell(event);
      expect(tell(request)).toBeUndefined();
    }
    for (let n = 2; n < 7; n++) {
      expect(tell(before(n))).toEqual(refusal(n < 6 ? NO_NEWS : ABORTED, false));
      expect(tell(request)).toEqual(
        n < 6 ? undefined : stop(true, expect.stringMatching(/^No further call of this turn/)),
      );
    }
  });

  it("a failure is told with the error's message, and a warning about it where the agent has a place", () => {
    const failures: [Dialect, (n: number) => Event, unknown][] = [
      [
        "kimi",
        (n) => ({ ...kimi("PostToolUseFailure"), tool_call_id: `c${n}`, error: { message: "no file" } }),
        undefined,
      ],
      [
        "cursor",
        (n) => ({ ...cursor("postToolUseFailure"), tool_use_id: `c${n}`, error_message: "no file" }),
        undefined,
      ],
      ["copilot", () => ({ ...copilot("PostToolUseFailure"), error: "no file" }), "additionalContext"],
      [
        "qwen",
        (n) => ({ ...qwen("PostToolUseFailure"), tool_call_id: `c${n}`, error: "no file" }),
        "hookSpecificOutput",
      ],
    ];
    for (const [dialect, event, member] of failures) {
      using folder = new Folder();
      const tell = (n: number) =>
        asked(folder, { ...event(n), tool_name: "read", tool_input: { path: `${n}` } }, `--${dialect}`);
      for (let n = 0; n < 3; n++) expect(tell(n)).toBeUndefined();
      const answer = tell(3) as Record<string, unknown> | undefined;
      expect(answer && Object.keys(answer)).toEqual(member && [member]);
      if (answer) expect(JSON.stringify(answer)).toContain("failed 4 times in a row with the same kind of error");
    }
  });

  it.each([
    [
      "an event without session, as Kiro CLI 2 sends it",
      "--kiro",
      { hook_event_name: "preToolUse", cwd: "/p", ...CALL },
    ],
    ["an event of another agent", "--cursor", { ...droid("PreToolUse"), ...CALL }],
    ["an event that is not looked at", "--copilot", copilot("Stop")],
    ["a call whose tool has no name", "--kimi", { ...kimi("PreToolUse"), tool_name: 7 }],
  ])("says nothing to %s", (_what, option, event) => {
    using folder = new Folder();
    expect(asked(folder, event, option)).toBeUndefined();
  });
});

it("both tables are made from native/hook/dialects.json", () => {
  const script = fileURLToPath(new URL("../../scripts/build-hook-dialects.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  const files = ["native/hook/dialects.gen.h", "lib/cli/hook/dialects.gen.ts"];
  expect([status, stdout, stderr]).toEqual([0, files.map((file) => `${file}: ok\n`).join(""), ""]);
});
