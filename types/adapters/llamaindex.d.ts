import type { GuardInput } from "../guard/guard-of.ts";
export interface LlamaIndexGuardOptions {
    /**
     * How an abort ends the run. `"throw"`: `run` rejects with the `ToolLoopError`, and reading the stream of `runStream`
     * throws it. `"stop"`: the run ends with the reason as its result, and `findToolLoopError(result)` gets the error.
     * Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
}
/**
 * Guards the agents of a workflow, those that are added later too, and returns the same workflow. Each `run` or `runStream`
 * is a run, also when several are in progress, and a handoff does not start another. Throws `ERR_LOOPGUARD_OPTION` for
 * invalid options.
 *
 * @example
 * const researcher = guardAgent(agent({ llm, tools }));
 * await researcher.run("What is new?");
 */
export declare function guardAgent<W extends object>(workflow: W, guard?: GuardInput, { onAbort }?: LlamaIndexGuardOptions): W;
