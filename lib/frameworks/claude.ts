/**
 * For `@anthropic-ai/claude-agent-sdk`: `query()` with a guard. Imports nothing of it.
 *
 * `warn`: the message goes to the model with the tool's result, as additional context. `hint`: the call is denied, with
 * the message as the reason. `ask`: the user decides, as for any permission. `abort`: the call is denied and the turn
 * ends.
 */
import type { OnAbort } from "../adapter/call-run.ts";
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { withMethods } from "../adapter/watched-model.ts";
import type { Awaitable } from "../base/property.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import { ClaudeRuns, type HookInput, type HookMatcher, type HookOutput } from "./claude-runs.ts";
import { deskFor } from "./framework-versions.ts";

export type { HookInput, HookMatcher, HookOutput } from "./claude-runs.ts";

/**
 * For the option `hooks` of `query()`: one entry for each event, without a `matcher`, so that it applies to every tool.
 */
export interface ToolLoopHooks {
  UserPromptSubmit: HookMatcher[];
  PreToolUse: HookMatcher[];
  PostToolUse: HookMatcher[];
  PostToolUseFailure: HookMatcher[];
  PostToolBatch: HookMatcher[];
  PreCompact: HookMatcher[];
  Stop: HookMatcher[];
  SubagentStop: HookMatcher[];
}

/**
 * How an abort ends a turn for who reads its messages. `"throw"`: the error is thrown after the turn's `result` message, so that
 * nothing is lost, and the query is closed. `"stop"`: the messages go on, and `findToolLoopError` gets the error from the `result`.
 */
export type ClaudeGuardOptions = AdapterOptions;

type Query = (params: never) => AsyncIterable<unknown>;

/**
 * `query` of the SDK, with every tool of its sessions guarded, those of MCP servers and subagents included. A session is a run,
 * `guard.run(sessionId)`; each of its subagents is another run; and a user's prompt begins a new turn. Hooks in the options are
 * called too. Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * const guardedQuery = withLoopGuard(query);
 * for await (const message of guardedQuery({ prompt })) show(message);
 */
export function withLoopGuard<Q extends Query>(query: Q, guard?: DeskInput, options?: ClaudeGuardOptions): Q {
  const own = deskFor("@anthropic-ai/claude-agent-sdk", guard, options);
  const runs = new ClaudeRuns(own);
  const ask = (params: { readonly options?: { readonly hooks?: object } }) => {
    const hooks: Record<string, unknown[]> = { ...hooksOf(runs) };
    for (const [event, more] of Object.entries(params.options?.hooks ?? {}))
      hooks[event] = [...(hooks[event] ?? []), ...((more as unknown[] | undefined) ?? [])];
    const messages = query({ ...params, options: { ...params.options, hooks } } as never);
    return ending(messages as AsyncIterableIterator<object>, runs, own.onAbort);
  };
  return ask as unknown as Q;
}

/** The messages, and what else a query can do. */
function ending(messages: AsyncIterableIterator<object>, runs: ClaudeRuns, onAbort: OnAbort): object {
  let end: ToolLoopError | undefined;
  const own: AsyncIterableIterator<object> = withMethods(messages, {
    [Symbol.asyncIterator]: () => own,
    async next() {
      if (end !== undefined) {
        const error = end;
        end = undefined;
        await messages.return?.();
        throw error;
      }
      const read = await messages.next();
      const error = read.done === true ? undefined : runs.endOf(read.value);
      if (error === undefined) return read;
      if (onAbort === "throw") end = error;
      // Where `findToolLoopError` looks.
      else Object.defineProperty(read.value, "loopguard", { value: error, configurable: true });
      return read;
    },
  });
  return own;
}

/**
 * The hooks alone, for what has a `query` of its own. To combine them with your own hooks, put both into the list of an event.
 * An abort ends the turn, which looks like any other then; `guard.run(sessionId).tripped` tells. Throws `ERR_LOOPGUARD_OPTION`
 * for invalid options.
 *
 * @example
 * const options = { hooks: toolLoopHooks() };
 */
export function toolLoopHooks(guard?: DeskInput): ToolLoopHooks {
  return hooksOf(new ClaudeRuns(deskFor("@anthropic-ai/claude-agent-sdk", guard)));
}

function hooksOf(runs: ClaudeRuns): ToolLoopHooks {
  const on = (handle: (input: HookInput) => Awaitable<HookOutput>): HookMatcher[] => [
    { hooks: [async (input) => handle(input)] },
  ];
  return {
    UserPromptSubmit: on((input) => runs.prompt(input)),
    PreToolUse: on((input) => runs.before(input)),
    PostToolUse: on((input) => runs.after(input, { result: input.tool_response })),
    PostToolUseFailure: on((input) => runs.after(input, input.is_interrupt === true ? {} : { error: input.error })),
    PostToolBatch: on((input) => runs.batch(input)),
    PreCompact: on((input) => runs.compacted(input)),
    Stop: on((input) => runs.stopped(input)),
    SubagentStop: on((input) => runs.stopped(input)),
  };
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
