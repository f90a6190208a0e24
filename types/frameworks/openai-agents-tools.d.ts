/** Guards function tools of the OpenAI Agents SDK by tool guardrails. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { Desk } from "../adapter/desk.ts";
import { type Awaitable } from "../base/property.ts";
/** A `RunContext`, as far as it is read here. Each `run()` has one; agents used as tools share their caller's. */
export interface RunContext {
    readonly usage?: {
        readonly requests?: number;
        readonly inputTokens?: number;
        readonly outputTokens?: number;
    } | undefined;
    isToolApproved?(call: {
        toolName: string;
        callId: string;
    }): boolean | undefined;
}
/** A call in a response. */
export interface FunctionCall {
    readonly callId: string;
    readonly name: string;
    readonly namespace?: string | undefined;
    /** Raw JSON text; empty when the arguments do not match the tool's schema, because the SDK then hides them. */
    readonly arguments: string;
}
/** One `run()`: its responses are rounds. */
export declare class SdkRun {
    #private;
    readonly run: AgentRun;
    /** By call id: the message for the model about its result. */
    readonly notes: Map<string, string | undefined>;
    /** How often the tools were looked up: each time a request to the model follows. */
    lookups: number;
    constructor(run: AgentRun, context: RunContext, used: RunContext["usage"]);
    /**
     * A call has come. The SDK counts the model's responses; a call that a human had to approve still belongs to the response that
     * requested it. For a model that does not report usage, each lookup of the tools counts as a new response.
     */
    enter(): Awaitable<void>;
}
/** The runs at one desk. */
export declare class Runs {
    #private;
    readonly desk: Desk;
    constructor(desk: Desk);
    of(context: RunContext): SdkRun;
}
/**
 * A guarded copy of the tool. A tool for which the SDK runs no guardrails, such as a hosted one, is returned unchanged.
 * `throws`: an abort ends the run with an error; otherwise the agent's `toolUseBehavior` ends it.
 */
export declare function guardTool(tool: object, runs: Runs, throws: boolean): object;
/** An output with a message for the model: another part if the output consists of parts, else another paragraph of its text. */
export declare function withNote(output: unknown, note: string): unknown;
