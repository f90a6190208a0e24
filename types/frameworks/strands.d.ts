/** For the Strands Agents SDK, `@strands-agents/sdk`: a plugin. */
import { Plugin, LocalAgent } from '@strands-agents/sdk';
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/**
 * How an abort ends the invocation. `"throw"`: `invoke` and `stream` reject with the `ToolLoopError`. `"stop"`: the
 * invocation ends as if the model had ended its turn, with the error's message as the last message, and
 * `findToolLoopError(result)` gets the error. `"answer"`: as `"stop"`, after a last request without tools, whose answer is the
 * last message, and the `stopReason` is `"loop"`.
 */
type StrandsGuardOptions = AdapterOptions;
/**
 * Guards every agent that has this plugin. Each invocation of an agent is its own run; one that continues after an
 * interrupt or a checkpoint is the same run.
 *
 * @example
 * const agent = new Agent({ model, tools, plugins: [new ToolLoopPlugin()] });
 */
declare class ToolLoopPlugin implements Plugin {
    #private;
    readonly name: string;
    /** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
    constructor(guard?: DeskInput, options?: StrandsGuardOptions);
    initAgent(agent: LocalAgent): void;
}

export { ToolLoopPlugin };
export type { StrandsGuardOptions };
