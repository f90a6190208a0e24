/** Adapters without their frameworks, with values that throw when read: results and errors of tools are never lost. */
import { describe, expect, it } from "vitest";
import { guardTools as guardSdkTools } from "../../lib/frameworks/ai-sdk.ts";
import { type HookInput, toolLoopHooks } from "../../lib/frameworks/claude.ts";
import { toolLoopHooks as mastraHooks, ToolLoopProcessor } from "../../lib/frameworks/mastra.ts";
import { guardClient, guardServer, type McpRequestContext } from "../../lib/frameworks/mcp.ts";
import { guardTools as guardAgentTools } from "../../lib/frameworks/openai-agents.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { repeat } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { hearing, settled } from "../guard/callbacks.ts";
import { HOSTILE_CALLS, HOSTILE_VALUES } from "../guard/hostile.ts";

const heard = hearing();
/** Warns of every call but the first, so that each adapter adds its message to the value. */
const WARNS: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], action: "warn" };
const TIMES = [1, 2, 3];

const rows = (record: Readonly<Record<string, unknown>>) =>
  Object.entries(record).map(([name, value]): [string, () => never] => [name, () => value as never]);
const ending = (promise: Promise<unknown>) =>
  promise.then(
    () => "given",
    () => "thrown",
  );

describe.each(rows(HOSTILE_VALUES))("%s", (_, give) => {
  const value: unknown = give();
  const throws = () => {
    throw value;
  };

  it("AI SDK: as input, output and error", async () => {
    using guard = new LoopGuard(WARNS);
    const run = guard.run("r");
    const tools = guardSdkTools({ gives: { execute: () => value }, throws: { execute: throws } }, run) as never as {
      [name: string]: { execute(input: unknown): unknown; toModelOutput(output: unknown): unknown };
    };
    for (const _ of TIMES) {
      run.beginRound();
      tools["gives"]?.execute(value);
      expect(await ending((async () => tools["throws"]?.execute(value))())).toBe("thrown");
    }
  });

  it("MCP client: as arguments, result and error", async () => {
    const asked: unknown[] = [];
    const client = guardClient(
      {
        callTool: async (params: { name: string; arguments?: unknown }) => {
          asked.push(params.arguments);
          if (params.name === "throws") throws();
          return params.name === "gives" ? value : { content: [value], structuredContent: value };
        },
      },
      WARNS,
    );
    for (const _ of TIMES) {
      for (const name of ["gives", "wraps"]) {
        // A thenable cannot be the value of a promise.
        const isGiven = (await ending((async () => value)())) === "given";
        const end = await ending(client.callTool({ name, arguments: value }));
        expect([name, end]).toEqual([name, name === "gives" && !isGiven ? "thrown" : "given"]);
      }
      expect(await ending(client.callTool({ name: "throws", arguments: value }))).toBe("thrown");
      await ending(client.callTool({ name: "wraps", arguments: value, requestState: "s" } as never));
    }
    expect(asked).toHaveLength(12);
  });

  it("MCP server: as arguments, result and error", async () => {
    const tool = async ({ params }: { params: { name: string } }) =>
      params.name === "throws" ? throws() : { content: [value], structuredContent: value };
    const handlers = new Map<string, (request: never, context: McpRequestContext) => Promise<unknown>>([
      ["tools/call", tool],
    ]);
    const guards: LoopGuardOptions[] = [WARNS, { ...WARNS, action: "abort" }];
    for (const options of guards) {
      guardServer({ setRequestHandler() {}, _requestHandlers: handlers }, options);
      const ask = (name: string) =>
        handlers.get("tools/call")?.({ params: { name, arguments: value } } as never, {}) as Promise<unknown>;
      for (const _ of TIMES) expect(await ending(ask("gives"))).toBe("given");
      expect(await ending(ask("throws"))).toBe("thrown");
    }
  });

  it("Mastra: as input, output and error", async () => {
    const processor = new ToolLoopProcessor(WARNS);
    const state = {};
    const tools = { gives: { execute: () => ({ value, nested: [value] }) }, throws: { execute: throws } };
    for (const [index] of TIMES.entries()) {
      const step = await processor.processInputStep({
        messageList: { updateToolInvocation: () => true },
        state,
        steps: Array(index).fill({ content: [] }),
        tools,
        abort: throws,
      });
      const guarded = step?.tools as Record<string, { execute(input: unknown, context: object): Promise<unknown> }>;
      expect(await ending(guarded["gives"]?.execute(value, {}) as Promise<unknown>)).toBe("given");
      expect(await ending(guarded["throws"]?.execute(value, {}) as Promise<unknown>)).toBe("thrown");
    }
    const hooks = mastraHooks(WARNS);
    for (const _ of TIMES) {
      const context = { toolName: "t", input: value, context: { toolCallId: "1" } };
      hooks.beforeToolCall(context);
      hooks.afterToolCall({ ...context, output: value });
      hooks.afterToolCall({ ...context, error: value });
    }
  });

  it("OpenAI Agents: as an output", async () => {
    const [tool] = guardAgentTools([{ type: "function", name: "t" }], WARNS) as unknown as {
      inputGuardrails: { run(data: object): Promise<unknown> }[];
      outputGuardrails: { run(data: object): Promise<unknown> }[];
    }[];
    const context = {};
    for (const callId of ["1", "2", "3"]) {
      const data = { context, toolCall: { callId, name: "t", arguments: "{}" }, output: value };
      for (const { run } of [...(tool?.inputGuardrails ?? []), ...(tool?.outputGuardrails ?? [])]) await run(data);
    }
  });

  it("Claude: as input and response", async () => {
    const hooks = toolLoopHooks(WARNS);
    const say = (event: keyof typeof hooks, more: object) =>
      hooks[event][0]?.hooks[0]?.({
        hook_event_name: event,
        session_id: "s",
        tool_name: "t",
        tool_use_id: "1",
        tool_input: value,
        ...more,
      } as HookInput);
    for (const _ of TIMES) {
      await say("PreToolUse", {});
      await say("PostToolUse", { tool_response: value });
      await say("PostToolUseFailure", { error: value });
      await say("PostToolBatch", {
        tool_calls: [{ tool_name: "t", tool_use_id: "2", tool_input: value, tool_response: value }],
      });
    }
  });

  it("there are no unhandled rejections", async () => {
    await settled();
    expect(heard.unhandled).toEqual([]);
  });
});

it.each(rows(HOSTILE_CALLS))("MCP client, a call, %s: is passed to the SDK", async (_, give) => {
  const client = guardClient({ callTool: async (_: unknown) => ({ content: [] }) }, WARNS);
  expect(await ending(client.callTool(give()))).toBe("given");
});
