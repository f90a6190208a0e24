/**
 * For `@anthropic-ai/claude-agent-sdk`: hooks for `query()`. Imports nothing of it.
 *
 * `warn` goes to the model with the tool's result, as additional context. `hint` denies the call, and the message is the
 * reason. `ask` leaves the call to the user, as any permission. `abort` denies the call and ends the turn.
 */
import { optionError } from "../base/errors.ts";
import { type GuardInput, guardOf } from "../guard/guard-of.ts";
import { attempt } from "../report/fail-open.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { ClaudeRuns, type HookInput, type HookMatcher, type HookOutput, withoutTimes } from "./claude-runs.ts";

export type { HookInput, HookMatcher, HookOutput } from "./claude-runs.ts";

/** For the option `hooks` of `query()`: one matcher for each event, and no `matcher` in it, so that every tool is seen. */
export interface ToolLoopHooks {
  UserPromptSubmit: HookMatcher[];
  PreToolUse: HookMatcher[];
  PostToolUse: HookMatcher[];
  PostToolUseFailure: HookMatcher[];
  PostToolBatch: HookMatcher[];
}

/** The runs that hooks were made for. */
const RUNS = new WeakMap<ToolLoopHooks, ClaudeRuns>();

/**
 * Hooks that guard every tool of a session, those of MCP servers and of subagents too. A session is a run,
 * `guard.run(sessionId)`, each of its subagents is one more, and a prompt of the user is a new turn. To go with hooks of
 * your own, put both into the list of an event.
 *
 * A turn that was ended looks to `query()` like any other; `throwOnToolLoop` tells them apart.
 *
 * @example
 * const hooks = toolLoopHooks();
 * for await (const message of throwOnToolLoop(query({ prompt, options: { hooks } }), hooks)) show(message);
 */
export function toolLoopHooks(guard?: GuardInput): ToolLoopHooks {
  const runs = new ClaudeRuns(guardOf(guard));
  const on = (handle: (input: HookInput) => HookOutput): HookMatcher[] => [{ hooks: [async (input) => handle(input)] }];
  const hooks: ToolLoopHooks = {
    UserPromptSubmit: on((input) => runs.prompt(input)),
    PreToolUse: on((input) => runs.before(input)),
    PostToolUse: on((input) => runs.after(input, { result: resultOf(input) })),
    PostToolUseFailure: on((input) => runs.after(input, input.is_interrupt === true ? {} : { error: input.error })),
    PostToolBatch: on((input) => runs.batch(input)),
  };
  RUNS.set(hooks, runs);
  return hooks;
}

function resultOf({ tool_name, tool_response: response }: HookInput): unknown {
  return attempt(() => withoutTimes(response), response, "result", tool_name);
}

/**
 * The messages of `query()` as they come, and a `ToolLoopError` once `hooks`, as `toolLoopHooks` gave them, have ended a
 * turn of this session: after its `result` message, so that nothing is lost.
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
