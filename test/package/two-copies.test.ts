/**
 * Two copies of the package in one process, as when a dependency has one of its own: that of `lib/` and that of `dist/`. What
 * one of them made, the other takes.
 */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { guardExecutor } from "../../lib/executor.ts";
import { guardTools } from "../../lib/frameworks/ai-sdk.ts";
import { toolLoopHooks } from "../../lib/frameworks/claude.ts";
import { guardClient } from "../../lib/frameworks/mcp.ts";
import * as ours from "../../lib/index.ts";

type Package = typeof ours;
const DIST = new URL("../../dist/node/index.cjs", import.meta.url).href;

let theirs: Package;
let guard: ours.LoopGuard;
beforeAll(async () => {
  theirs = await import(/* @vite-ignore */ DIST);
  expect(theirs.LoopGuard).not.toBe(ours.LoopGuard);
});

/** A guard of the other copy, which refuses the second of equal calls in words of its own. */
function foreignGuard(options: ours.LoopGuardOptions = {}): ours.LoopGuard {
  guard = new theirs.LoopGuard({ maxRepeats: 1, action: "hint", message: "from the other copy", ...options });
  return guard;
}
afterEach(() => guard.close());

const REFUSED = "from the other copy";
const call = (id: string) => ({ id, name: "read", arguments: { path: "a" } });

describe("a guard of another copy is used by", () => {
  it("ToolExecutor, with the policies of its tools", async () => {
    const tool = (name: string, loopDetection: false | undefined) => ({
      ...{ name, description: "", parameters: { safeParse: (data: unknown) => ({ success: true, data }) } },
      ...(loopDetection === undefined ? {} : { loopDetection }),
      execute: async () => "text",
    });
    const loopDetection = foreignGuard();
    const executor = new ours.ToolExecutor([tool("read", undefined), tool("exempt", false)], { loopDetection });
    expect(executor.loopGuard).toBe(guard);
    const ctx = new ours.RunContext({ sessionId: "s" });
    const results = await executor.executeAll(
      [call("1"), call("2")].map((one) => ({ ...one, name: "exempt" })),
      ctx,
    );
    expect(results.map(({ result }) => result)).toEqual(["text", "text"]);
    for (const expected of ["text", REFUSED])
      expect((await executor.executeAll([call(expected)], ctx))[0]?.result).toBe(expected);
  });

  it("guardFunction, and so is a run of it", () => {
    for (const judge of [foreignGuard(), guard.run("one"), guard.run("two")]) {
      const read = ours.guardFunction("read", (path: string) => `text of ${path}`, judge);
      expect([read("a"), read("a")]).toEqual(["text of a", REFUSED]);
    }
    expect(() => ours.guardFunction("read", () => "", guard.run("three"), { run: () => "key" })).toThrow(
      "a run is given",
    );
  });

  it("guardExecutor", async () => {
    const executor = { executeAll: async (calls: { id: string }[]) => calls.map(({ id }) => ({ result: id })) };
    const guarded = guardExecutor(executor, foreignGuard());
    expect(await guarded.executeAll([call("1")])).toEqual([{ result: "1" }]);
    expect(await guarded.executeAll([call("2")])).toMatchObject([{ result: REFUSED }]);
  });

  it("checkMessages", () => {
    const messages = ["1", "2"].flatMap((id) => [
      { role: "assistant", tool_calls: [{ id, function: { name: "read", arguments: "{}" } }] },
      ...(id === "1" ? [{ role: "tool", tool_call_id: id, content: "text" }] : []),
    ]);
    expect(ours.checkMessages(messages, foreignGuard())).toMatchObject({ action: "hint", message: REFUSED });
    expect(guard.stats().calls).toBe(0);
  });

  it("the MCP client's adapter", async () => {
    const server = { callTool: async (_: { name: string }) => ({ content: [{ type: "text", text: "text" }] }) };
    const client = guardClient(server, foreignGuard());
    for (const text of ["text", REFUSED])
      expect(await client.callTool({ name: "read" })).toMatchObject({ content: [{ type: "text", text }] });
  });

  it("Claude's hooks", async () => {
    const { PreToolUse } = toolLoopHooks(foreignGuard());
    const answer = (id: string) =>
      PreToolUse?.[0]?.hooks[0]?.({
        ...{ hook_event_name: "PreToolUse", session_id: "s" },
        ...{ tool_name: "Read", tool_input: {}, tool_use_id: id },
      });
    expect(await answer("1")).toEqual({});
    expect(await answer("2")).toMatchObject({ hookSpecificOutput: { permissionDecisionReason: REFUSED } });
  });

  it("the AI SDK's tools", () => {
    const { read } = guardTools({ read: { execute: (_: object) => "text" } }, foreignGuard().run("r"));
    expect([read.execute({}), read.execute({})]).toEqual(["text", expect.anything()]);
    expect(guard.stats().refused).toBe(1);
  });
});

describe("an error of another copy", () => {
  it("is a ToolLoopError", () => {
    foreignGuard({ action: "abort" });
    guard.before(call("1"));
    guard.beginRound();
    const verdict = guard.before(call("2"));
    const error = new theirs.ToolLoopError(verdict.detection as ours.LoopDetection);
    expect(ours.ToolLoopError.isInstance(error)).toBe(true);
    expect(ours.findToolLoopError(new Error("wrapped", { cause: error }))).toBe(error);
  });
});
