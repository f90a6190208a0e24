import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
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
 * await runner.run(withLoopGuard(agent), input, { stream: true });
 */
export declare function guardModelProvider<P extends AgentModelProvider>(provider: P, guard?: DeskInput, options?: AdapterOptions): P;
/** The texts of all runs at one desk. */
export declare class ModelTexts {
    #private;
    constructor(desk: Desk);
    /** The model, with its texts looked at; anything else, such as a model's name, is returned unchanged. */
    watch(model: unknown): unknown;
}
