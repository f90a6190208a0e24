/** For the Copilot SDK, `@github/copilot-sdk`: a client whose sessions are guarded. Imports nothing of it. */
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/** `onAbort: "stop"`: `sendAndWait` gives what there is of an answer; the session has the error, to the next prompt. */
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
 * session is a run, `guard.run(sessionId)`; each of its subagents is another. Hooks in a session's configuration are called too.
 *
 * @example
 * const client = withLoopGuard(new CopilotClient());
 * const session = await client.createSession({ model, tools, onPermissionRequest });
 * const answer = await session.sendAndWait({ prompt });
 */
declare function withLoopGuard<C extends CopilotClientLike>(client: C, guard?: DeskInput, options?: CopilotGuardOptions): C;

export { withLoopGuard };
export type { CopilotClientLike, CopilotGuardOptions, CopilotSessionLike, SessionEvent };
