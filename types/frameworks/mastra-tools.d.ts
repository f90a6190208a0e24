import { type Refusal } from "../adapter/result-form.ts";
import type { LoopOutcome } from "../base/types.ts";
import type { MastraRun } from "./mastra-run.ts";
/** Mastra's form of an output for a failed call; its validation of arguments returns it, too. */
interface Failure {
    readonly error: true;
    readonly message: string;
}
export declare function isJudged(context: unknown): boolean;
export declare function failureOf(refusal: Refusal): Failure;
/** The outcome for the guard. */
export declare function outcomeOf(output: unknown): LoopOutcome;
/**
 * The tool with a guarded `execute`; a tool without one, which the client or the provider runs, is returned unchanged.
 */
export declare function guardTool(name: string, tool: unknown, run: MastraRun): unknown;
export {};
