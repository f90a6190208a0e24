/** Tools of a Mastra step whose calls ask a guard first. */
import type { LoopOutcome, Verdict } from "../base/types.ts";
import type { MastraRun } from "./mastra-run.ts";
/** Mastra's own shape of an output that says that the call did not work; its validation gives it too. */
export interface Failure {
    readonly error: true;
    readonly message: string;
}
export declare function isJudged(context: unknown): boolean;
export declare function failureOf({ message }: Verdict): Failure;
/** What came back, as the guard sees it. */
export declare function outcomeOf(output: unknown): LoopOutcome;
/** The tool with a guard before its `execute`; one without, that a client or the provider runs, as it is. */
export declare function guardTool(name: string, tool: unknown, run: MastraRun): unknown;
