import { type Dialect } from "./dialects.gen.ts";
/** What the process does for the agent. */
export interface HookReply {
    readonly text: string;
    readonly onStderr: boolean;
    /** The exit code; 2 is a refusal. */
    readonly code: number;
    /** A line for the log, with its end; or `""`. */
    readonly record: string;
}
/** Answers a question about the run of the event's session; both are JSON. */
export type Host = (question: string) => string;
export declare class HookEvent {
    #private;
    /**
     * The event in `input`; `undefined` for one that does not concern a guard. `asked`: the dialect on the command line.
     * Throws for text that is not JSON.
     */
    static read(input: Uint8Array, asked: Dialect | "auto"): HookEvent | undefined;
    private constructor();
    /** The name of the session's folder: a digest, so that no text of the input becomes a file name. */
    get session(): string;
    /** Tells the run behind `host` of the event. Throws if it cannot be judged. */
    tell(host: Host, withArguments: boolean): HookReply;
    /** The reply where the hook does not guard. */
    complain(why: string): HookReply;
}
