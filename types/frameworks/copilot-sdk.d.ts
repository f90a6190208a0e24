/** For the Copilot SDK, `@github/copilot-sdk`: a client whose sessions are guarded. Imports nothing of it. */
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/**
 * How an abort ends a turn for `sendAndWait`. `"throw"`: it rejects with the `ToolLoopError`. `"stop"`: it gives what there is
 * of an answer, and `findToolLoopError(session)` gets the error until the next prompt.
 */
type CopilotGuardOptions = AdapterOptions;
/** The part of a client that is used here. */
interface CopilotClientLike {
    createSession(config: never): Promise<CopilotSessionLike>;
    resumeSession(sessionId: string, config: never): Promise<CopilotSessionLike>;
}
/** The part of a session that is used here. */
interface CopilotSessionLike {
    readonly sessionId: string;
    on(handler: (event: SessionEvent) => void): () => void;
    abort(): Promise<void>;
    sendAndWait(options: never, timeout?: number): Promise<unknown>;
}
/** An event of a session, as far as it is read here. */
interface SessionEvent {
    readonly type: string;
    /** Of a subagent. */
    readonly agentId?: string | undefined;
    readonly data: unknown;
}
/**
 * The client, with guarded sessions: all their tools are, the CLI's own and those of MCP servers and subagents included. A
 * session is a run, `guard.run(sessionId)`; each of its subagents is another; and a user's prompt begins a new turn. Hooks in
 * the configuration of a session are called too. Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * const client = withLoopGuard(new CopilotClient());
 * const session = await client.createSession({ model, tools, onPermissionRequest });
 * const answer = await session.sendAndWait({ prompt });
 */
declare function withLoopGuard<C extends CopilotClientLike>(client: C, guard?: DeskInput, options?: CopilotGuardOptions): C;

export { withLoopGuard };
export type { CopilotClientLike, CopilotGuardOptions, CopilotSessionLike, SessionEvent };
