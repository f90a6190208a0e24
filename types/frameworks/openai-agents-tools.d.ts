import type { AgentRun } from "../adapter/agent-run.ts";
import type { Desk } from "../adapter/desk.ts";
import { type Awaitable } from "../base/thenable.ts";
/** A `RunContext`, as far as it is read here. Each `run()` has one; agents used as tools share their caller's. */
export interface RunContext {
    readonly usage?: {
        readonly requests?: number;
        readonly inputTokens?: number;
        readonly outputTokens?: number;
    } | undefined;
}
/** The part of a function call that is read here. */
interface FunctionCall {
    readonly callId: string;
    readonly name: string;
    readonly namespace?: string | undefined;
    /** Raw JSON text; empty when the arguments do not match the tool's schema, because the SDK then hides them. */
    readonly arguments: string;
}
/** Marks guarded tools and agents, so that nothing is guarded twice, even by two guards. */
export declare const GUARDED: unique symbol;
/** One `run()`: its responses are rounds. */
export declare class SdkRun {
    #private;
    readonly run: AgentRun;
    constructor(run: AgentRun, context: RunContext, used: RunContext["usage"]);
    /** The tools are looked up: a request to the model follows. */
    lookUp(): void;
    /**
     * A call has come. The SDK counts the model's responses; a call that a human had to approve still belongs to the response that
     * requested it. For a model that does not report usage, each lookup of the tools counts as a new response.
     */
    enter(): Awaitable<void>;
    note(call: FunctionCall, message: string | undefined): void;
    takeNote({ callId }: FunctionCall): string | undefined;
}
/** The runs at one desk. */
export declare class Runs {
    #private;
    constructor(desk: Desk);
    of(context: RunContext): SdkRun;
    get seesDelegations(): boolean;
}
/**
 * A guarded copy of the tool. A tool for which the SDK runs no guardrails, such as a hosted one, is returned unchanged.
 * `throws`: an abort ends the run with an error; otherwise the agent's `toolUseBehavior` ends it.
 */
export declare function guardTool(tool: object, runs: Runs, throws: boolean): object;
export {};
