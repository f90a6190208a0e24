/** Looks at what a model of the OpenAI Agents SDK writes, and ends responses that repeat themselves. */
import type { GuardInput } from "../guard/guard-of.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
/** The part of a `ModelProvider` that is used here. */
export interface AgentModelProvider {
    getModel(name?: string): unknown;
}
/**
 * A model provider whose models are looked at for loops in what they write, for agents whose model is a name. A
 * response that repeats itself is cut, and the model is told and asked again. Throws `ERR_LOOPGUARD_OPTION` for what is
 * no provider.
 *
 * @example
 * const runner = new Runner({ modelProvider: guardModelProvider(new OpenAIProvider()) });
 * await runner.run(guardAgent(agent), input, { stream: true });
 */
export declare function guardModelProvider<P extends AgentModelProvider>(provider: P, guard?: GuardInput, { onAbort }?: {
    onAbort?: "throw" | "stop";
}): P;
/** The texts of all runs with one guard. */
export declare class ModelTexts {
    #private;
    constructor(guard: LoopGuard, onAbort: "throw" | "stop");
    /** The model, with its texts looked at; anything else, such as a model's name, is returned unchanged. */
    watch(model: unknown): unknown;
}
