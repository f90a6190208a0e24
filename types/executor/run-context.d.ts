/** What the tools of one agent run share. */
import { EventBus, type EventBusLike } from "./event-bus.ts";
export interface RunContextOptions<Bus extends EventBusLike = EventBusLike> {
    /** @default a random UUID */
    runId?: string;
    sessionId: string;
    userId?: string;
    tenantId?: string;
    metadata?: Record<string, unknown>;
    /** @default a new `EventBus` */
    eventBus?: Bus;
    sessionState?: Record<string, unknown>;
    /** Aborting it ends waits, sandboxes and calls that have not begun. */
    signal?: AbortSignal;
    /** Other things than texts may go into `metadata`. */
    dependencies?: Record<string, string>;
}
/**
 * One agent run: its ids, its events, its state. Its bus has the class of the one that it was given, so that a context with
 * Agentium's bus is one for Agentium's types too.
 */
export interface RunContext<Bus extends EventBusLike = EventBusLike> {
    readonly runId: string;
    readonly sessionId: string;
    readonly userId?: string;
    readonly tenantId?: string;
    readonly metadata: Record<string, unknown>;
    readonly eventBus: Bus;
    sessionState: Record<string, unknown>;
    readonly signal?: AbortSignal;
    readonly dependencies: Record<string, string>;
    /** A value of the session state. The type is the caller's word for it. */
    getState<T>(key: string): T | undefined;
    setState(key: string, value: unknown): void;
}
/** Makes contexts. A context that is given no bus has one of ours, which only a constructor's own type can say. */
export interface RunContextConstructor {
    new <Bus extends EventBusLike = EventBus>(options: RunContextOptions<Bus>): RunContext<Bus>;
    readonly prototype: RunContext;
}
/**
 * @example
 * const ctx = new RunContext({ sessionId: "s-1", eventBus: new EventBus() });
 * const results = await executor.executeAll(calls, ctx);
 */
export declare const RunContext: RunContextConstructor;
