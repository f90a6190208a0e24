/** Function tools of the OpenAI Agents SDK whose calls ask a guard first, by means of tool guardrails. */
import type { Runs } from "./openai-agents-calls.ts";
/** On what is guarded: nothing is guarded twice, also not by two guards. */
export declare const GUARDED: unique symbol;
/**
 * A copy of the tool with a guard over it; a tool that no guardrails run for, such as a hosted one, as it is. `throws`: an
 * abort ends the run with an error; else somebody else ends it.
 */
export declare function guardTool(tool: object, runs: Runs, throws: boolean): object;
