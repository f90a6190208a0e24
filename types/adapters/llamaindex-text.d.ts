/** Looks at what a model of LlamaIndex writes in an agent's step, and ends responses that repeat themselves; tells their usage. */
import type { LoopRun } from "../base/types.ts";
import { TextWatch } from "./text-watch.ts";
/** A step of an agent. */
export interface WatchedStep {
    readonly watch: TextWatch;
    readonly run: LoopRun;
    /** The run is to end with this step. */
    isEnd: boolean;
}
/** Has the texts of the step looked at that gives its model this very list. */
export declare function watchStep(tools: object, run: LoopRun): WatchedStep;
/** The model, with the texts of watched steps looked at; anything else is returned unchanged. */
export declare function watchLLM(model: unknown): unknown;
