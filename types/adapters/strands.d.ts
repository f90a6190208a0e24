/**
 * For the Strands Agents SDK, `@strands-agents/sdk`: a plugin.
 *
 * `warn` is one more text block in the tool's result. `hint` and `ask` cancel the call, and the message is its result.
 * `abort` cancels the call too, and ends the invocation before the model is asked again.
 */
import { Plugin, LocalAgent } from '@strands-agents/sdk';
import { GuardInput } from '../index.js';

interface StrandsGuardOptions {
    /**
     * `"throw"`: `invoke` and `stream` reject with the `ToolLoopError`. `"stop"`: the invocation ends as if the model had
     * ended its turn, with the error's message for the last message, and `findToolLoopError(result)` says why. Default
     * `"throw"`.
     */
    onAbort?: "throw" | "stop";
}
/**
 * Guards every agent that it is given to; each invocation of each agent is a run of its own. One that goes on after an
 * interrupt or a checkpoint is the same run.
 *
 * @example
 * const agent = new Agent({ model, tools, plugins: [new ToolLoopPlugin()] });
 */
declare class ToolLoopPlugin implements Plugin {
    #private;
    readonly name: string;
    /** Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
    constructor(guard?: GuardInput, { onAbort }?: StrandsGuardOptions);
    initAgent(agent: LocalAgent): void;
}

export { ToolLoopPlugin };
export type { StrandsGuardOptions };
