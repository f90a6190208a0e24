/**
 * For the AI SDK, `ai` 5, 6 and 7: `generateText`, `streamText` and `ToolLoopAgent`. Imports nothing of it but types.
 *
 * `warn` is added to what the model sees of the tool's output. `hint` and `ask` are the output, in place of a call. `abort`
 * makes the call a tool error, and ends the run before the next step.
 */
import { ToolSet, streamText } from 'ai';
import { LoopRun, GuardInput } from '../index.js';

/** What we read of a step. */
interface Step {
    readonly content?: readonly unknown[] | undefined;
}

interface AiSdkGuardOptions {
    /**
     * `"throw"`: the run ends with a `ToolLoopError`; a stream with an error part that has it. `"stop"`: the run ends as if
     * a stop condition had been met, and `findToolLoopError(result.steps)` says why. Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
}
/** What `stopWhen` is given. */
interface StopOptions {
    steps: readonly Step[];
}
/** What `prepareStep` is given, as far as it is used here. */
interface StepOptions<Message> {
    steps: readonly Step[];
    messages: Message[];
}
/**
 * What the SDK's own types say of settings whose tools are `T`, so that callbacks and names in them are typed as without a
 * guard. Not of the model, which is a union of too many names, and not of what depends on `output`.
 */
type SettingsContext<T extends ToolSet> = {
    [K in Exclude<keyof StreamOptions<T>, "model" | "tools" | "output" | "experimental_output">]?: StreamOptions<T>[K];
};
type StreamOptions<T extends ToolSet> = Parameters<typeof streamText<T>>[0];
/**
 * The settings with a guard over their tools. Each call of `generateText` or `streamText`, and of an agent's `generate` or
 * `stream`, is a run of its own, also when several go on at a time. A run in place of a guard keeps its state from call to
 * call, and a call whose messages end with the user's is a new turn of it.
 *
 * @example
 * await generateText(withLoopGuard({ model, tools, prompt, stopWhen: stepCountIs(20) }));
 */
declare function withLoopGuard<T extends ToolSet, S extends object>(settings: S & {
    tools?: T;
} & SettingsContext<T>, guard?: GuardInput | LoopRun, { onAbort }?: AiSdkGuardOptions): NoInfer<S>;
/**
 * The parts, for settings that are put together by hand: the tools with a guard over them, their calls all of one run.
 * Together with `stopOnToolLoop` or `throwOnToolLoop`, which end the run; without, aborted calls are tool errors, and the
 * model goes on.
 *
 * @example
 * const run = guard.run({});
 * await generateText({ model, prompt, tools: guardTools(tools, run), stopWhen: [stepCountIs(20), stopOnToolLoop(run)] });
 */
declare function guardTools<T extends Record<string, object>>(tools: T, run: LoopRun): T;
/** A condition for `stopWhen`: the run ends quietly once a call was aborted; `findToolLoopError(result.steps)` says why. */
declare function stopOnToolLoop(run: LoopRun): (options: StopOptions) => boolean;
/**
 * For `prepareStep`: throws a `ToolLoopError` once a call was aborted. Of the conditions in `stopWhen`, those that are met
 * first end the run first, and quietly.
 */
declare function throwOnToolLoop(run: LoopRun): <Message>(options: StepOptions<Message>) => {
    messages: Message[];
} | undefined;

export { guardTools, stopOnToolLoop, throwOnToolLoop, withLoopGuard };
export type { AiSdkGuardOptions, SettingsContext, StepOptions, StopOptions };
