/**
 * In the place of `@agentium/core`: as much of it as the samples of docs/coming-from-agentium.md use, written after its public
 * behaviour. What matters to them: the executor rethrows its own class of error and no other, an `Agent` makes its executor
 * itself, and what a hook throws ends the run.
 */
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";

export class ToolLoopError extends Error {
  constructor(toolName, repeats) {
    super(`${toolName}, ${repeats} times`);
    this.name = "ToolLoopError";
    Object.assign(this, { toolName, repeats });
  }
}

export class ToolExecutor {
  #tools;

  constructor(tools) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  getToolDefinitions() {
    return [...this.#tools.values()].map(({ name, description }) => ({ name, description, parameters: {} }));
  }

  async executeAll(calls, ctx) {
    const settled = await Promise.allSettled(
      calls.map(async (call) => this.#tools.get(call.name).execute(call.arguments, ctx)),
    );
    return settled.map(({ value, reason }, index) => {
      const named = { toolCallId: calls[index].id, toolName: calls[index].name };
      if (reason === undefined) return { ...named, result: value };
      if (reason instanceof ToolLoopError) throw reason;
      return { ...named, result: `Error: ${reason.message}`, error: reason.message };
    });
  }
}

export class LLMLoop {
  constructor(provider, executor, { maxToolRoundtrips, loopHooks = {} }) {
    Object.assign(this, { provider, executor, maxToolRoundtrips, loopHooks });
  }

  async run(messages, ctx) {
    const { beforeLLMCall, beforeToolExec, afterToolExec } = this.loopHooks;
    const history = [...messages];
    for (let round = 0; round <= this.maxToolRoundtrips; round++) {
      await beforeLLMCall?.(history, round);
      const { message } = await this.provider.generate(history);
      history.push(message);
      if (message.toolCalls === undefined) return { text: message.content };
      const calls = [];
      for (const call of message.toolCalls) {
        const answer = await beforeToolExec?.(call.name, call.arguments);
        if (answer?.skip) history.push({ role: "tool", content: answer.result, toolCallId: call.id });
        else calls.push(call);
      }
      for (const { toolName, toolCallId, result } of await this.executor.executeAll(calls, ctx))
        history.push({ role: "tool", content: (await afterToolExec?.(toolName, result)) ?? result, toolCallId });
    }
    return { text: "" };
  }
}

export class Agent {
  constructor(config) {
    this.config = config;
  }

  run(input) {
    const { model, tools, loopHooks, maxToolRoundtrips = 10 } = this.config;
    const loop = new LLMLoop(model, new ToolExecutor(tools), { maxToolRoundtrips, loopHooks });
    const ctx = new RunContext({ sessionId: "s", eventBus: new EventBus() });
    return loop.run([{ role: "user", content: input }], ctx);
  }
}

export class RunContext {
  constructor(options) {
    Object.assign(this, { runId: randomUUID(), sessionState: {} }, options);
  }
}

export class EventBus extends EventEmitter {}
