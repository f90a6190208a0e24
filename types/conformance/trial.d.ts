/** One scenario under observation: what the model asked for, what ran, and how it ended. */
import type { LoopGuardOptions } from "../config/guard-options.ts";
import { repeat } from "../detectors/factories.ts";
import type { ToolLoopError } from "../report/tool-loop-error.ts";
import type { Agent, Driver, Mode, Scenario, ScriptedCall, ScriptedRequest } from "./driver.ts";
export declare const REPEAT: ReturnType<typeof repeat>;
/** 2 executions, 2 refusals, the end at the fifth call. */
export declare const STUCK: LoopGuardOptions;
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
export declare class Watch {
    #private;
    readonly requests: ScriptedRequest[];
    executions: number;
    /** Asks for `names` with one and the same argument at every step, until `steps` are over. */
    repeating(names: readonly string[], steps?: number, args?: ScriptedCall["arguments"]): Scenario["script"];
    /** A text ends the run. */
    script(respond: (step: number) => ScriptedCall[] | string): Scenario["script"];
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
/** The driver, run in one way. */
export declare class Trial {
    #private;
    readonly driver: Driver;
    constructor(driver: Driver, mode: Mode);
    scenario(scenario: Scenario): Promise<Ending>;
    run(agent: Agent): Promise<Ending>;
}
/** The ways in which the driver's agents can be run. */
export declare function modesOf(driver: Driver): Mode[];
export declare function loopOf(ending: Ending): ToolLoopError | undefined;
export declare function noResults(): string;
export declare function throwing(): never;
