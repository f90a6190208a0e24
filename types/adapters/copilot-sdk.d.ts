/**
 * For the Copilot SDK, `@github/copilot-sdk`: hooks of a session. Imports nothing of it.
 *
 * `warn`: the message goes to the model with the tool's result, as additional context. `hint` and `ask`: the call is denied,
 * with the message as the reason. `abort`: the call is denied, and the session's turn is aborted.
 */
import { GuardInput } from '../index.js';
export { findToolLoopError } from '../shared.js';

interface HookInput {
    /** Of the session; of a subagent, its own. */
    readonly sessionId: string;
}
interface Prompt extends HookInput {
    readonly prompt: string;
}
interface BeforeTool extends HookInput {
    readonly toolName: string;
    readonly toolArgs: unknown;
}
interface AfterTool extends BeforeTool {
    readonly toolResult: {
        readonly textResultForLlm: string;
        readonly binaryResultsForLlm?: unknown[] | undefined;
    };
}
interface Failure extends BeforeTool {
    readonly error: string;
}
/** An event of a session, as far as it is read here. */
interface SessionEvent {
    readonly type: string;
    readonly agentId?: string | undefined;
    readonly data: unknown;
}

/** A hook's answer about a call that is not to run. */
interface Denial {
    permissionDecision: "deny";
    permissionDecisionReason: string;
}
/** What the model reads with a tool's result. */
interface Guidance {
    additionalContext?: string;
}
/** For the option `hooks` of `createSession` and `resumeSession`. */
interface ToolLoopHooks {
    onUserPromptSubmitted(input: Prompt, invocation: unknown): Promise<undefined>;
    onPreToolUse(input: BeforeTool, invocation: unknown): Promise<Denial | undefined>;
    onPostToolUse(input: AfterTool, invocation: unknown): Promise<Guidance | undefined>;
    onPostToolUseFailure(input: Failure, invocation: unknown): Promise<Guidance | undefined>;
}
/** The part of a session that is used here. */
interface Session {
    readonly sessionId: string;
    on(handler: (event: SessionEvent) => void): () => void;
    abort(): Promise<void>;
    sendAndWait(options: never, timeout?: number): Promise<unknown>;
}
interface CopilotGuardOptions {
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
declare function guardedSession<S extends Session>(open: (hooks: ToolLoopHooks) => Promise<S>, guard?: GuardInput, own?: object, { onAbort }?: CopilotGuardOptions): Promise<S>;

export { guardedSession };
export type { AfterTool, BeforeTool, CopilotGuardOptions, Denial, Failure, Guidance, Prompt, Session, SessionEvent, ToolLoopHooks };
