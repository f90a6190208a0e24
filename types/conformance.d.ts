/**
 * The conformance suite for adapters of agent frameworks: `import { conformance } from "loopguard/conformance"`, in tests of
 * an adapter. It needs a test runner with `describe` and `test` (vitest, node:test, jest), and no other package.
 */
import { LoopGuard, LoopGuardOptions } from './index.js';

/** A tool call that the model requests. A string in `arguments` is the raw text, which need not be JSON. */
interface ScriptedCall {
    id: string;
    name: string;
    arguments: Record<string, unknown> | string;
}
/** One response of the model: calls (with ids that no other response uses), or a text that ends the run. */
interface ScriptedResponse {
    calls?: ScriptedCall[];
    text?: string;
    /** What the model is to report for it. Absent: what the driver likes, up to a hundred tokens, or nothing. */
    usage?: {
        inputTokens: number;
        outputTokens: number;
    };
}
/** What the model is asked. */
interface ScriptedRequest {
    /** The texts of all tool results in the request, oldest first, as the model sees them; of an object its JSON text. */
    results: string[];
    /** Everything that the model receives, without random ids and times: a guard must not change it. */
    raw: unknown;
    /** The names of the tools that the request offers, if the driver tells. */
    tools?: string[];
}
/** What one agent is made of. */
interface Scenario {
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
interface Agent {
    /** One run. Rejects or throws as the framework does. */
    generate?: () => Promise<unknown>;
    /** One run, streamed to its end. Rejects with an error that a reader of the stream would get. */
    stream?: () => Promise<unknown>;
}
/** A framework with the adapter that is tested. */
interface Driver {
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
type Mode = "generate" | "stream";
/** What became of a model that asks for the same call in every step. */
interface StuckRun {
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
declare function runStuckAgent(driver: Driver, mode: Mode): Promise<StuckRun>;

/** The test runner: `{ describe, test }` of vitest, node:test, jest, or of whatever has the same two functions. */
interface TestRunner {
    describe(title: string, define: () => void): unknown;
    test(title: string, run: () => Promise<void>): unknown;
}
/**
 * Defines the tests that every adapter must pass, for each way in which the driver's agents can be run: what a stuck model
 * gets, parallel calls, runs that are kept apart, a healthy agent that must not notice the guard, errors of tools, and calls
 * that no tool can take. Throws `ERR_LOOPGUARD_OPTION` for a driver without agents that can be run. The guide docs/frameworks/write-your-own.md has a driver to begin with.
 *
 * @param driver the framework with its adapter
 * @param runner where the tests are defined
 *
 * @example
 * import { describe, test } from "node:test";
 * import { conformance } from "loopguard/conformance";
 *
 * conformance(driver, { describe, test });
 */
declare function conformance(driver: Driver, runner: TestRunner): void;

export { conformance, runStuckAgent };
export type { Agent, Driver, Mode, Scenario, ScriptedCall, ScriptedRequest, ScriptedResponse, StuckRun, TestRunner };
