/** `loopguard/claude`: compaction, and ends of turns that stop hooks forbid. */
import { describe, expect, it } from "vitest";
import { type HookInput, type ToolLoopHooks, withLoopGuard } from "../../lib/frameworks/claude.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

function sessionOf(options?: LoopGuardOptions) {
  let hooks = {} as ToolLoopHooks;
  const query = (params: { options?: { hooks: ToolLoopHooks } }) => {
    hooks = params.options?.hooks as ToolLoopHooks;
    return messages({ type: "result", session_id: "s" });
  };
  const asked = withLoopGuard(query, new LoopGuard(options))({});
  let made = 0;
  const fire = (event: keyof ToolLoopHooks, more: Partial<HookInput> = {}) =>
    hooks[event][0]?.hooks[0]?.({ hook_event_name: event, session_id: "s", ...more });
  return {
    asked,
    fire,
    /** One call of a response; whether it was refused. */
    async read(path: string): Promise<boolean> {
      const call = { tool_name: "Read", tool_input: { path }, tool_use_id: `t${++made}` };
      const answer = await fire("PreToolUse", call);
      if (answer?.hookSpecificOutput !== undefined) return true;
      await fire("PostToolUse", { ...call, tool_response: "text" });
      await fire("PostToolBatch", { tool_calls: [{ ...call, tool_response: "text" }] });
      return false;
    },
    stop: (again: boolean, agent_id?: string) =>
      fire(agent_id === undefined ? "Stop" : "SubagentStop", {
        agent_id,
        stop_hook_active: again,
        last_assistant_message: "Done.",
      }),
  };
}

async function* messages(...all: object[]): AsyncGenerator<object> {
  yield* all;
}

describe("the hooks of the Agent SDK", () => {
  it("let the model read again what a compaction took from it, once", async () => {
    const { read, fire } = sessionOf();
    expect([await read("a"), await read("a"), await read("a")]).toEqual([false, false, true]);
    expect(await fire("PreCompact")).toEqual({});
    expect([await read("a"), await read("a")]).toEqual([false, true]);
    await fire("PreCompact");
    expect(await read("a")).toBe(true);
  });

  it("tell the user of an agent that is sent back again and again, then end its turn, and the error is thrown", async () => {
    const { stop, asked } = sessionOf();
    for (let i = 0; i < 3; i++) expect(await stop(i > 0)).toEqual({});
    expect(await stop(true)).toEqual({ systemMessage: expect.stringMatching(/sent back 3 times.*meanwhile\.$/) });
    expect(await stop(true)).toEqual({
      continue: false,
      stopReason: expect.stringMatching(/sent back 4 times.* - aborting to prevent a loop$/),
    });
    await asked.next();
    await expect(asked.next()).rejects.toMatchObject({
      code: "ERR_TOOL_LOOP",
      toolName: "Stop",
      detection: { detector: "stop_loop" },
    });
  });

  it("end with an error that explains itself: what was called, and what came back", async () => {
    const { read, asked, fire } = sessionOf();
    for (let i = 0; i < 8; i++) {
      await read("a");
      await fire("PostToolBatch", { tool_calls: [] });
    }
    await asked.next();
    await expect(asked.next()).rejects.toMatchObject({
      toolName: "Read",
      explanation: expect.stringMatching(/Read/),
      results: expect.arrayContaining(["text"]),
    });
  });

  it("judge a subagent's ends by themselves", async () => {
    const { stop } = sessionOf();
    for (let i = 0; i < 3; i++) {
      expect(await stop(i > 0)).toEqual({});
      expect(await stop(i > 0, "a1")).toEqual({});
    }
    expect(await stop(true, "a1")).toHaveProperty("systemMessage");
    expect(await stop(true, "a1")).toHaveProperty("continue", false);
  });

  it("take no name for a subagent that is no text", async () => {
    const { fire } = sessionOf();
    const call = { tool_name: "Read", tool_input: { path: "a" }, tool_use_id: "t1" };
    for (const agent_type of [null, 7, {}, ""] as unknown as string[])
      expect(await fire("PreToolUse", { ...call, agent_id: "a1", agent_type })).toEqual({});
  });

  it("say nothing in shadow mode", async () => {
    const { stop } = sessionOf({ preset: "observe" });
    for (let i = 0; i < 9; i++) expect(await stop(i > 0)).toEqual({});
  });
});
