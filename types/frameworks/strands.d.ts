/** For the Strands Agents SDK, `@strands-agents/sdk`: a plugin. */
import { Plugin, LocalAgent } from '@strands-agents/sdk';
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/** `onAbort: "stop"`: as if the model ended its turn, with the reason. `"answer"`: the `stopReason` is `"loop"`. */
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
