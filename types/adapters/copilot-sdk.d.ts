import type { GuardInput } from "../guard/guard-of.ts";
import { type AfterTool, type BeforeTool, type Failure, type Prompt, type SessionEvent } from "./copilot-sdk-runs.ts";
export type { AfterTool, BeforeTool, Failure, Prompt, SessionEvent } from "./copilot-sdk-runs.ts";
/** A hook's answer about a call that is not to run. */
export interface Denial {
    permissionDecision: "deny";
    permissionDecisionReason: string;
}
/** What the model reads with a tool's result. */
export interface Guidance {
    additionalContext?: string;
}
/** For the option `hooks` of `createSession` and `resumeSession`. */
export interface ToolLoopHooks {
    onUserPromptSubmitted(input: Prompt, invocation: unknown): Promise<undefined>;
    onPreToolUse(input: BeforeTool, invocation: unknown): Promise<Denial | undefined>;
    onPostToolUse(input: AfterTool, invocation: unknown): Promise<Guidance | undefined>;
    onPostToolUseFailure(input: Failure, invocation: unknown): Promise<Guidance | undefined>;
}
/** The part of a session that is used here. */
export interface Session {
    readonly sessionId: string;
    on(handler: (event: SessionEvent) => void): () => void;
    abort(): Promise<void>;
    sendAndWait(options: never, timeout?: number): Promise<unknown>;
}
export interface CopilotGuardOptions {
    /**
     * How an abort ends a turn for `sendAndWait`. `"throw"`: it rejects with the `ToolLoopError`. `"stop"`: it gives what there is
     * of an answer, and `findToolLoopError(session)` gets the error until the next prompt. Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
}
/**
 * A session whose tools are all guarded, the CLI's own and those of MCP servers and subagents included. `open` creates or
 * resumes it with the hooks that it is given; `own` are hooks of yours, which they call. The session is a run,
 * `guard.run(sessionId)`; each of its subagents is another; and a user's prompt begins a new turn.
 *
 * After an abort `sendAndWait` rejects with the `ToolLoopError` unless `onAbort` is `"stop"`, and the session can go on with the next prompt.
 *
 * @example
 * const session = await guardedSession((hooks) => client.createSession({ model, tools, onPermissionRequest, hooks }));
 * const answer = await session.sendAndWait({ prompt });
 */
export declare function guardedSession<S extends Session>(open: (hooks: ToolLoopHooks) => Promise<S>, guard?: GuardInput, own?: object, { onAbort }?: CopilotGuardOptions): Promise<S>;
