/**
 * For Google's Agent Development Kit, `@google/adk`: a plugin, and a wrapper that turns the end that it gives to a run into
 * an error.
 *
 * `warn` is added to the tool's response. `hint` and `ask` are the response, `{ error: message }`, in place of a call.
 * `abort` refuses the call too, and in place of the next model call the agent ends with an event of the code
 * `ERR_TOOL_LOOP`. Plugins that throw are of no use here: ADK loses the error, or goes on with the loop.
 */
import { BasePlugin, LlmResponse } from '@google/adk';
import { GuardInput } from '../index.js';

type BeforeModel = Parameters<BasePlugin["beforeModelCallback"]>[0];
type ModelError = Parameters<BasePlugin["onModelErrorCallback"]>[0];
type BeforeTool = Parameters<BasePlugin["beforeToolCallback"]>[0];
type AfterTool = Parameters<BasePlugin["afterToolCallback"]>[0];
type ToolError = Parameters<BasePlugin["onToolErrorCallback"]>[0];
type AfterRun = Parameters<BasePlugin["afterRunCallback"]>[0];
type Response = Record<string, unknown>;
/**
 * Guards every agent of a runner. Each invocation is a run; so is each branch of it, where agents work side by side. Put it
 * first in the list of plugins: ADK asks the others no more once one has answered.
 *
 * @example
 * const runner = new InMemoryRunner({ agent, plugins: [new ToolLoopPlugin()] });
 * for await (const event of throwOnToolLoop(runner.runAsync({ userId, sessionId, newMessage }))) show(event);
 */
declare class ToolLoopPlugin extends BasePlugin {
    #private;
    /** Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
    constructor(guard?: GuardInput);
    /** What comes of the next model call is a round; once a call was aborted, there is no next one. */
    beforeModelCallback({ callbackContext }: BeforeModel): Promise<LlmResponse | undefined>;
    beforeToolCallback({ tool, toolArgs, toolContext }: BeforeTool): Promise<Response | undefined>;
    afterToolCallback({ tool, toolArgs, toolContext, result }: AfterTool): Promise<Response | undefined>;
    onToolErrorCallback({ toolContext, error }: ToolError): Promise<Response | undefined>;
    /**
     * ADK takes a call of an unknown tool for an error of the model: the call gets no response, and the model is asked again.
     * It gets one when the guard has something to say.
     */
    onModelErrorCallback({ callbackContext, llmRequest, error, }: ModelError): Promise<LlmResponse | undefined>;
    afterRunCallback({ invocationContext }: AfterRun): Promise<void>;
}
/**
 * The events as they come; after one that ends the run because of a tool loop, the `ToolLoopError`. Only runs under a
 * `ToolLoopPlugin` have such events.
 */
declare function throwOnToolLoop<E>(events: AsyncIterable<E>): AsyncGenerator<E, void, undefined>;

export { ToolLoopPlugin, throwOnToolLoop };
