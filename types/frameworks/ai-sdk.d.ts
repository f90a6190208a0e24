/** For the AI SDK, `ai` 5, 6 and 7: `generateText`, `streamText` and `ToolLoopAgent`. Imports only its types. */
import { ToolSet, streamText } from 'ai';
import { AdapterOptions, AnyRun, DeskInput, Awaitable } from '../adapter.js';
import { Step } from './mastra.js';
export { findToolLoopError } from '../shared.js';

/**
 * `onAbort: "stop"`: as if a stop condition were met; the steps of a stream have the error. `"answer"`: the `rawFinishReason` is
 * `"loop"` (ai 6 and 7).
 */
type AiSdkGuardOptions = AdapterOptions;
/** The argument of `prepareStep`, as far as it is used here. */
interface StepOptions<Message> {
    steps: readonly Step[];
    messages: Message[];
    /** The model of the step, if the SDK gives it. */
    model?: unknown;
}
/**
 * The SDK's own types for settings with the tools `T`, so that callbacks and tool names are typed as they are without a
 * guard. Without `model`, whose type is a union of too many names, and without what depends on `output`.
 */
type SettingsContext<T extends ToolSet> = {
    [K in Exclude<keyof StreamOptions<T>, "model" | "tools" | "output" | "experimental_output">]?: StreamOptions<T>[K];
};
type StreamOptions<T extends ToolSet> = Parameters<typeof streamText<T>>[0];
/**
 * Settings whose tools are guarded. Each call of `generateText` or `streamText`, and of an agent's `generate` or
 * `stream`, is its own run, which goes on from what its messages have since a user spoke. If you pass a run in place of a guard,
 * all calls share that run's state, and a call whose messages end with a user's begins a new turn.
 *
 * @example
 * await generateText(withLoopGuard({ model, tools, prompt, stopWhen: stepCountIs(20) }));
 */
declare function withLoopGuard<T extends ToolSet, S extends object>(settings: S & {
    tools?: T;
} & SettingsContext<T>, guard?: DeskInput, options?: AiSdkGuardOptions): NoInfer<S>;
/**
 * Guards tools, for settings that you put together yourself; all their calls belong to one run: that given in place of the
 * guard. Use it with `stopOnToolLoop` or `throwOnToolLoop`, which end the run after an abort. Without them an aborted call is a
 * tool error, and the model continues.
 *
 * @example
 * const run = guard.run({});
 * await generateText({ model, prompt, tools: guardTools(tools, run), stopWhen: [stepCountIs(20), stopOnToolLoop(run)] });
 */
declare function guardTools<T extends Record<string, object>>(tools: T, guard?: DeskInput): T;
/**
 * A model whose texts are looked at, for settings that you put together yourself; all of them belong to `run`.
 *
 * @example
 * streamText({ model: guardModel(model, run), prompt });
 */
declare function guardModel<M>(model: M, run: AnyRun, options?: AiSdkGuardOptions): M;
/**
 * A condition for `stopWhen`: ends the run without an error once a call was aborted.
 *
 * @example
 * await generateText({ model, prompt, tools: guardTools(tools, run), stopWhen: [stepCountIs(20), stopOnToolLoop(run)] });
 */
declare function stopOnToolLoop(run: AnyRun): (options: {
    steps: readonly Step[];
}) => Awaitable<boolean>;
/**
 * For `prepareStep`: throws a `ToolLoopError` once a call was aborted. A condition in `stopWhen` that is met in the
 * same step ends the run first, without an error.
 *
 * @example
 * await generateText({ model, prompt, tools: guardTools(tools, run), prepareStep: throwOnToolLoop(run) });
 */
declare function throwOnToolLoop(run: AnyRun): <Message>(options: StepOptions<Message>) => Awaitable<{
    messages: Message[];
} | undefined>;

export { guardModel, guardTools, stopOnToolLoop, throwOnToolLoop, withLoopGuard };
export type { AiSdkGuardOptions, SettingsContext, StepOptions };
