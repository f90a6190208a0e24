/** For pi, `@earendil-works/pi-coding-agent`: an extension. Imports nothing of it. */
import { DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/** A message of any role. */
interface PiMessage {
    readonly role: string;
    readonly content?: unknown;
    readonly toolCallId?: string | undefined;
    readonly isError?: boolean | undefined;
    readonly stopReason?: string | undefined;
    readonly errorMessage?: string | undefined;
    readonly usage?: unknown;
    readonly timestamp?: number;
    /** Of a system's message: which tools the model may call from there on. */
    readonly toolsAdded?: readonly {
        readonly name: string;
    }[] | undefined;
    readonly toolsRemoved?: readonly {
        readonly name: string;
    }[] | undefined;
}
/** How an abort ends the agent's work. */
interface PiGuardOptions {
    /** `"stop"`: at once. `"answer"`: after one last request without tools, whose answer stays. Default `"stop"`. */
    onAbort?: "stop" | "answer";
    /** As in `AdapterOptions`. */
    more?: number;
}
/** What pi gives an extension. `on` has an overload for each event there, of which only the real type fits all. */
interface PiExtensionAPI {
    on(event: never, handler: never): unknown;
    sendMessage(message: {
        customType: string;
        content: string;
        display: boolean;
    }, options: {
        triggerTurn: boolean;
    }): unknown;
}
interface PiAgentEvent {
    readonly type: string;
    readonly message?: PiMessage;
}
/** An `Agent` of pi-agent-core. */
interface PiAgent {
    readonly state?: object;
    transformContext?: ((messages: never[], signal?: AbortSignal) => Promise<object[]>) | undefined;
    beforeToolCall?: ((context: never, signal: never) => Promise<unknown>) | undefined;
    subscribe(listener: (event: PiAgentEvent, signal: AbortSignal) => Promise<void>): unknown;
    abort(): void;
}

/**
 * An extension with a guard of your own; the default export is one with the recommended preset. Each session is a run,
 * `guard.run(sessionId)`, and knows what the model remembers when the session goes on later, or from an earlier point.
 *
 * @example
 * // ~/.pi/agent/extensions/loopguard.js
 * import { toolLoopExtension } from "loopguard/pi";
 * export default toolLoopExtension({ maxRepeats: 3 });
 */
declare function toolLoopExtension(guard?: DeskInput, options?: PiGuardOptions): (pi: PiExtensionAPI) => void;
/** What pi loads by itself: an extension with the recommended preset. */
declare function extension(pi: PiExtensionAPI): void;
/**
 * Guards the calls of this agent; the agent is a run, `guard.run(agent)`. An abort ends the prompt as `agent.abort()` does,
 * after the calls of the response, and `agent.state.errorMessage` says why. Call it once for each agent, after its own
 * `beforeToolCall` is set.
 *
 * @example
 * const agent = withLoopGuard(new Agent({ initialState: { model, tools }, streamFn: streamSimple }));
 */
declare function withLoopGuard<A extends PiAgent>(agent: A, guard?: DeskInput, options?: PiGuardOptions): A;

export { extension as default, toolLoopExtension, withLoopGuard };
export type { PiAgent, PiExtensionAPI, PiGuardOptions };
