import type { Verdict } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
interface HookInput {
    /** Of the session; of a subagent, its own. */
    readonly sessionId: string;
}
export interface Prompt extends HookInput {
    readonly prompt: string;
}
export interface BeforeTool extends HookInput {
    readonly toolName: string;
    readonly toolArgs: unknown;
}
export interface AfterTool extends BeforeTool {
    readonly toolResult: {
        readonly textResultForLlm: string;
        readonly binaryResultsForLlm?: unknown[] | undefined;
    };
}
export interface Failure extends BeforeTool {
    readonly error: string;
}
/** An event of a session, as far as it is read here. */
export interface SessionEvent {
    readonly type: string;
    readonly agentId?: string | undefined;
    readonly data: unknown;
}
/** The part of a session that is used here. */
interface Session {
    readonly sessionId: string;
    on(handler: (event: SessionEvent) => void): () => void;
    abort(): Promise<void>;
}
export declare class CopilotRuns {
    #private;
    constructor(guard: LoopGuard);
    /** Reads the events of the session. Its first prompt comes after this. */
    follow(session: Session): void;
    prompt({ sessionId }: Prompt): void;
    before(input: BeforeTool): Verdict;
    /** Another hook has denied the call, after which no hook is called. */
    denied(input: BeforeTool): void;
    after(input: AfterTool): string | undefined;
    fail(input: Failure): string | undefined;
    /** The error that ended a turn since this was asked last. */
    takeEnd(): ToolLoopError | undefined;
}
export {};
