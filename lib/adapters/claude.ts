/**
 * For `@anthropic-ai/claude-agent-sdk`: hooks for `query()`. Imports nothing of it.
 *
 * `warn`: the message goes to the model with the tool's result, as additional context. `hint`: the call is denied, with
 * the message as the reason. `ask`: the user decides, as for any permission. `abort`: the call is denied and the turn
 * ends.
 */
import { optionError } from "../base/errors.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { ClaudeRuns, type HookInput, type HookMatcher, type HookOutput } from "./claude-runs.ts";
import { guardFor } from "./framework-versions.ts";

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

/** The runs that belong to each set of hooks. */
const RUNS = new WeakMap<ToolLoopHooks, ClaudeRuns>();

/**
 * Hooks that guard every tool of a session, those of MCP servers and subagents included. A session is a run,
 * `guard.run(sessionId)`; each of its subagents is another run; and a user's prompt begins a new turn. To combine them
 * with your own hooks, put both into the list of an event. Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * To `query()`, a turn that an abort ended looks like any other; `throwOnToolLoop` throws after it.
 *
 * @example
 * const hooks = toolLoopHooks();
 * for await (const message of throwOnToolLoop(query({ prompt, options: { hooks } }), hooks)) show(message);
 */
export function toolLoopHooks(guard?: GuardInput): ToolLoopHooks {
  const runs = new ClaudeRuns(guardFor("@anthropic-ai/claude-agent-sdk", guard));
  const on = (handle: (input: HookInput) => HookOutput): HookMatcher[] => [{ hooks: [async (input) => handle(input)] }];
  const hooks: ToolLoopHooks = {
    UserPromptSubmit: on((input) => runs.prompt(input)),
    PreToolUse: on((input) => runs.before(input)),
    PostToolUse: on((input) => runs.after(input, { result: input.tool_response })),
    PostToolUseFailure: on((input) => runs.after(input, input.is_interrupt === true ? {} : { error: input.error })),
    PostToolBatch: on((input) => runs.batch(input)),
    PreCompact: on((input) => runs.compacted(input)),
    Stop: on((input) => runs.stopped(input)),
    SubagentStop: on((input) => runs.stopped(input)),
  };
  RUNS.set(hooks, runs);
  return hooks;
}

/**
 * Passes on the messages of `query()`, and throws a `ToolLoopError` when `hooks` have ended a turn of this session:
 * after its `result` message, so that nothing is lost. `hooks` must be the object that `toolLoopHooks` returned, else
 * `ERR_LOOPGUARD_OPTION` is thrown.
 */
export async function* throwOnToolLoop<M>(
  messages: AsyncIterable<M>,
  hooks: ToolLoopHooks,
): AsyncGenerator<M, void, undefined> {
  const runs = RUNS.get(hooks);
  if (runs === undefined) throw optionError("type", "hooks", hooks, "what toolLoopHooks returned");
  for await (const message of messages) {
    yield message;
    const detection = runs.endOf(message as object);
    if (detection !== undefined) throw new ToolLoopError(detection);
  }
}

export { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
