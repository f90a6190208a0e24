/** For Google's Agent Development Kit, `@google/adk`: a plugin. */
import { BasePlugin, LlmResponse } from '@google/adk';
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

type BeforeModel = Parameters<BasePlugin["beforeModelCallback"]>[0];
type AfterModel = Parameters<BasePlugin["afterModelCallback"]>[0];
type ModelError = Parameters<BasePlugin["onModelErrorCallback"]>[0];
type BeforeTool = Parameters<BasePlugin["beforeToolCallback"]>[0];
type AfterTool = Parameters<BasePlugin["afterToolCallback"]>[0];
type ToolError = Parameters<BasePlugin["onToolErrorCallback"]>[0];
type AfterRun = Parameters<BasePlugin["afterRunCallback"]>[0];
type Response = Record<string, unknown>;
/** The last event of an aborted run has the `errorCode` `ERR_TOOL_LOOP`, or with `onAbort: "answer"` the model's answer. */
type AdkGuardOptions = AdapterOptions;
/**
 * Guards every agent of a runner. Each invocation is a run; with parallel agents, each branch of it is. Put the plugin
 * first in the list: when a plugin answers a callback, ADK does not ask the ones after it.
 *
 * @example
 * const runner = new InMemoryRunner({ agent, plugins: [new ToolLoopPlugin()] });
 */
declare class ToolLoopPlugin extends BasePlugin {
    #private;
    /** Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
    constructor(guard?: DeskInput, options?: AdkGuardOptions);
    beforeRunCallback({ invocationContext }: AfterRun): Promise<undefined>;
    /** Begins a round, or ends the agent if a call was aborted. */
    beforeModelCallback({ callbackContext, llmRequest }: BeforeModel): Promise<LlmResponse | undefined>;
    /** Takes what the model has used, of a stream once it is complete; gives another response in place of a run's last one. */
    afterModelCallback({ callbackContext, llmResponse }: AfterModel): Promise<LlmResponse | undefined>;
    beforeToolCallback({ tool, toolArgs, toolContext }: BeforeTool): Promise<Response | undefined>;
    afterToolCallback({ tool, toolArgs, toolContext, result }: AfterTool): Promise<Response | undefined>;
    onToolErrorCallback({ tool, toolArgs, toolContext, error }: ToolError): Promise<Response | undefined>;
    /**
     * ADK treats a call of an unknown tool as a model error: it gives the call no response and asks the model again. Here
     * the call gets a response if the guard has a message for it.
     */
    onModelErrorCallback(given: ModelError): Promise<LlmResponse | undefined>;
    /** All events have come: the one callback whose error a reader of them gets. */
    afterRunCallback({ invocationContext }: AfterRun): Promise<void>;
}

export { ToolLoopPlugin };
export type { AdkGuardOptions };
