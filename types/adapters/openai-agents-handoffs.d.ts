import type { Runs } from "./openai-agents-calls.ts";
/** The members of a guarded agent that judge its handoffs; `original`: the agent that it guards. */
export declare function guardHandoffs(original: object, runs: Runs): PropertyDescriptorMap;
