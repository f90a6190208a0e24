/** One scenario under observation: what the model asked for, what ran, and how it ended. */
import type { LoopGuard } from "../guard/loop-guard.ts";
import { type Detector } from "../rules/factories.ts";
import type { LoopGuardOptions } from "../rules/options.ts";
import { type ToolLoopError } from "../rules/tool-loop-error.ts";
/** A tool call that the model requests. A string in `arguments` is the raw text, which need not be JSON. */
export interface ScriptedCall {
    id: string;
    name: string;
    arguments: Record<string, unknown> | string;
}
/** One response of the model: calls (with ids that no other response uses), or a text that ends the run. */
export interface ScriptedResponse {
    calls?: ScriptedCall[];
    text?: string;
    /** What the model is to report for it. Absent: what the driver likes, up to a hundred tokens, or nothing. */
    usage?: {
        inputTokens: number;
        outputTokens: number;
    };
}
/** What the model is asked. */
export interface ScriptedRequest {
    /** The texts of all tool results in the request, oldest first, as the model sees them; of an object its JSON text. */
    results: string[];
    /** Everything that the model receives, without random ids and times: a guard must not change it. */
    raw: unknown;
    /** The names of the tools that the request offers, if the driver tells. */
    tools?: string[];
}
/** What one agent is made of. */
export interface Scenario {
    /** The model: the framework's mock model calls it once for each request and plays back the answer. */
    script: (request: ScriptedRequest) => ScriptedResponse;
    /** By name. Each takes `{ q: string }`, and returns a text or throws. */
    tools: Record<string, (args: {
        q: string;
    }) => string>;
    /** `"off"`: the framework alone, without the adapter. `undefined`: the adapter's default. */
    guard: LoopGuard | LoopGuardOptions | undefined | "off";
    /** Default `"throw"`. */
    onAbort?: "throw" | "stop" | "answer";
}
/** An agent of the framework, made from a scenario. At least one of the two. */
export interface Agent {
    /** One run. Rejects or throws as the framework does. */
    generate?: () => Promise<unknown>;
    /** One run, streamed to its end. Rejects with an error that a reader of the stream would get. */
    stream?: () => Promise<unknown>;
}
/** A framework with the adapter that is tested. */
export interface Driver {
    /** Of the framework, with its version if several are tested. */
    name: string;
    /** An agent that runs for at least 20 steps unless it is stopped. */
    makeAgent(scenario: Scenario): Agent;
    /** Whether one agent object may have two runs at a time. */
    concurrentRuns: boolean;
    /** `onAbort: "stop"` ends quietly, and `findToolLoopError` finds the reason in the result. */
    stops: boolean;
    /** There is the option `onAbort`. Not so where a run ends in one way, or a function beside it says how. Default: as `stops`. */
    hasOnAbort?: boolean;
    /** `onAbort: "answer"` asks once more, without tools, and scripts tell the usage of that. Default `false`. */
    answers?: boolean;
    /** `duplicate({ replay: true })` can show earlier results. Not so where a run's state has no results. Default `true`. */
    replays?: boolean;
    /** `guard.startsAgents` says which tools start agents. Not so where the adapter takes options and no guard. Default `true`. */
    delegates?: boolean;
    /** Whether the adapter knows which calls are of one response. Not so where nothing tells it, as in MCP. Default `true`. */
    rounds?: boolean;
    /** Whether invalid calls reach the guard, and the framework continues the run after one. */
    sees: {
        unknownTool: boolean;
        invalidArguments: boolean;
        brokenJson: boolean;
    };
}
/** How an agent is run. */
export type Mode = "generate" | "stream";
/** 2 executions, 2 refusals, the end at the fifth call. */
export declare function stuckOptions(detector?: Detector): LoopGuardOptions;
export declare const WARNING = "repetitive pattern";
export declare const REFUSAL = "was not run";
/** After so many steps the model stops, so that with a broken guard a check fails and does not hang. */
export declare const PATIENCE = 12;
/** How a run ended: rejected, or with a result. */
export type Ending = {
    readonly error: unknown;
} | {
    readonly result: unknown;
};
/** Counts what a scenario does. */
export declare class Spy {
    #private;
    readonly requests: ScriptedRequest[];
    executions: number;
    /** Asks for `names` with one and the same argument at every step, until `steps` are over. */
    repeating(names: readonly string[], steps?: number, args?: ScriptedCall["arguments"]): Scenario["script"];
    /** A text ends the run. */
    script(respond: (step: number) => ScriptedCall[] | string | ScriptedResponse): Scenario["script"];
    call(name: string, args: ScriptedCall["arguments"]): ScriptedCall;
    tool(run: (args: {
        q: string;
    }) => string): (args: {
        q: string;
    }) => string;
    get modelCalls(): number;
    /** The tool results that the model saw last. */
    get results(): string[];
}
/** What is other than with a model that asks for `search({ q: "x" })` with `stuckOptions`. */
interface StuckModel extends Partial<Pick<Scenario, "guard" | "onAbort">> {
    readonly names?: readonly string[];
    readonly steps?: number;
    readonly args?: ScriptedCall["arguments"];
    readonly result?: (args: {
        q: string;
    }) => string;
    readonly spy?: Spy;
}
/** The driver, run in one way. */
export declare class Trial {
    #private;
    readonly driver: Driver;
    constructor(driver: Driver, mode: Mode);
    /** A model that asks for the tools `names` at every step; `search` does what `result` does. */
    stuck(given?: StuckModel): Promise<{
        spy: Spy;
        ending: Ending;
    }>;
    scenario(scenario: Scenario): Promise<Ending>;
    run(agent: Agent): Promise<Ending>;
}
/** The ways in which the driver's agents can be run. */
export declare function modesOf(driver: Driver): Mode[];
export declare function loopOf(ending: Ending): ToolLoopError | undefined;
export declare function noResults(): string;
export declare function throwing(): never;
/** What became of a model that asks for the same call in every step. */
export interface StuckRun {
    /** Calls that ran. */
    executions: number;
    /** Requests to the model. */
    modelCalls: number;
    /** Results in the last request that say that the call was not run. */
    refusals: number;
    /** Results in the last request with a warning. */
    warnings: number;
    /** How the run ended: with a `ToolLoopError`, with another error, or with a result. */
    ended: "tool-loop-error" | "error" | "result";
}
interface StuckTrial extends StuckRun {
    readonly ending: Ending;
    readonly results: readonly string[];
}
/**
 * Runs a model that asks for `search({ q: "x" })` in every step, with the guard
 * `{ detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } }`. An adapter that conforms gives 2
 * executions, 2 refusals, 1 warning, 5 requests to the model, and a `ToolLoopError`. For tables of what an adapter does.
 *
 * @example
 * import { runStuckAgent } from "loopguard/conformance";
 *
 * const { executions, refusals, ended } = await runStuckAgent(driver, "generate");
 */
export declare function runStuckAgent(driver: Driver, mode: Mode): Promise<StuckRun>;
export declare function tryStuckAgent(trial: Trial): Promise<StuckTrial>;
export {};
