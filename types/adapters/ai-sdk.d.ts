import type { LoopRun } from "../types.ts";
import { type Step } from "./ai-sdk-steps.ts";
import { type GuardInput } from "./guard-of.ts";
export interface AiSdkGuardOptions {
    /**
     * `"throw"`: the run ends with a `ToolLoopError`; a stream with an error part that has it. `"stop"`: the run ends as if
     * a stop condition had been met, and `findToolLoopError(result.steps)` says why. Default `"throw"`.
     */
    onAbort?: "throw" | "stop";
}
/** What `stopWhen` is given. */
export interface StopOptions {
    steps: readonly Step[];
}
/** What `prepareStep` is given, as far as it is used here. */
export interface StepOptions<Message> {
    steps: readonly Step[];
    messages: Message[];
}
/**
 * The settings with a guard over their tools. Each call of `generateText` or `streamText`, and of an agent's `generate` or
 * `stream`, is a run of its own, also when several go on at a time. A run in place of a guard keeps its state from call to
 * call, and a call whose messages end with the user's is a new turn of it.
 *
 * @example
 * await generateText(withLoopGuard({ model, tools, prompt, stopWhen: stepCountIs(20) }));
 */
export declare function withLoopGuard<S extends object>(settings: S, guard?: GuardInput | LoopRun, { onAbort }?: AiSdkGuardOptions): S;
/**
 * The parts, for settings that are put together by hand: the tools with a guard over them, their calls all of one run.
 * Together with `stopOnToolLoop` or `throwOnToolLoop`, which end the run; without, aborted calls are tool errors, and the
 * model goes on.
 *
 * @example
 * const run = guard.run({});
 * await generateText({ model, prompt, tools: guardTools(tools, run), stopWhen: [stepCountIs(20), stopOnToolLoop(run)] });
 */
export declare function guardTools<T extends Record<string, object>>(tools: T, run: LoopRun): T;
/** A condition for `stopWhen`: the run ends quietly once a call was aborted; `findToolLoopError(result.steps)` says why. */
export declare function stopOnToolLoop(run: LoopRun): (options: StopOptions) => boolean;
/**
 * For `prepareStep`: throws a `ToolLoopError` once a call was aborted. Of the conditions in `stopWhen`, those that are met
 * first end the run first, and quietly.
 */
export declare function throwOnToolLoop(run: LoopRun): <Message>(options: StepOptions<Message>) => {
    messages: Message[];
} | undefined;
