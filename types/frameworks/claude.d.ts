import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { type HookMatcher } from "./claude-runs.ts";
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
export declare function withLoopGuard<Q extends Query>(query: Q, guard?: DeskInput, options?: ClaudeGuardOptions): Q;
/**
 * The hooks alone, for what has a `query` of its own. To combine them with your own hooks, put both into the list of an event.
 * An abort ends the turn, which looks like any other then; `guard.run(sessionId).tripped` tells. Throws `ERR_LOOPGUARD_OPTION`
 * for invalid options.
 *
 * @example
 * const options = { hooks: toolLoopHooks() };
 */
export declare function toolLoopHooks(guard?: DeskInput): ToolLoopHooks;
export { findToolLoopError } from "../rules/tool-loop-error.ts";
