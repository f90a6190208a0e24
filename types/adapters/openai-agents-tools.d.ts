/** Guards function tools of the OpenAI Agents SDK by tool guardrails. */
import type { Runs } from "./openai-agents-calls.ts";
/** Marks guarded tools and agents, so that nothing is guarded twice, even by two guards. */
export declare const GUARDED: unique symbol;
/**
 * A guarded copy of the tool. A tool for which the SDK runs no guardrails, such as a hosted one, is returned unchanged.
 * `throws`: an abort ends the run with an error; otherwise `quietStop` ends it.
 */
export declare function guardTool(tool: object, runs: Runs, throws: boolean): object;
