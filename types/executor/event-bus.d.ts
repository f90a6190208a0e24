/** The typed event bus of a run. */
import type { LoopDetection, Verdict } from "../base/types.ts";
import type { AgentEventMap, ToolEventMap } from "./agent-events.ts";
/** A request for a human's approval. */
export interface ApprovalRequest {
    requestId: string;
    toolName: string;
    args: Record<string, unknown>;
    agentName: string;
    runId: string;
    /** The detection, if loop detection (the verdict `ask`) is the reason for the request. */
    detection?: LoopDetection;
}
export interface ApprovalDecision {
    approved: boolean;
    reason?: string;
}
export interface ApprovalResponse extends ApprovalDecision {
    requestId: string;
}
/**
 * The events and their payloads. Those declared here are emitted; the inherited ones are Agentium's. Add your own by
 * declaration merging.
 */
export interface EventMap extends AgentEventMap {
    /** A call that loop detection allows, before its tool runs. */
    "tool.call": {
        runId: string;
        toolName: string;
        args: Record<string, unknown>;
    };
    /** `result` is the text that the model sees, with the prefix `[cached] ` if it comes from the cache. */
    "tool.result": {
        runId: string;
        toolName: string;
        result: string;
    };
    /** A human must decide. */
    "tool.approval.request": ApprovalRequest;
    /** What was decided, by whomever. */
    "tool.approval.response": ApprovalResponse;
    /** A loop was found, whatever the verdict: in shadow mode too. */
    "loop.detected": {
        runId: string;
        detection: LoopDetection;
        verdict: Verdict;
    };
    /** A listener of `event` threw. */
    error: {
        error: unknown;
        event: string;
    };
}
/**
 * What a run needs of a bus: an `EventBus`, Agentium's, or your own. Other events than these are emitted on it, too; to
 * listen to them with types, use the bus that you made.
 */
export interface EventBusLike {
    on<Name extends keyof ToolEventMap>(event: Name, listener: (payload: ToolEventMap[Name]) => void): unknown;
    once<Name extends keyof ToolEventMap>(event: Name, listener: (payload: ToolEventMap[Name]) => void): unknown;
    off<Name extends keyof ToolEventMap>(event: Name, listener: (payload: ToolEventMap[Name]) => void): unknown;
    emit<Name extends keyof ToolEventMap>(event: Name, payload: ToolEventMap[Name]): unknown;
}
type Listener<Payload> = (payload: Payload) => unknown;
/** A bus with the events of `EventMap`, made by `new EventBus()`. */
export interface EventBus extends EventBusLike {
    on<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    once<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    /**
     * Removes a listener that `on` or `once` added. If it was added several times, the last one, as in Node's emitters.
     */
    off<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    /** Calls the listeners; gives whether there were any. */
    emit<Name extends keyof EventMap>(event: Name, payload: EventMap[Name]): boolean;
    removeAllListeners(event?: keyof EventMap): this;
}
/**
 * A small event emitter. Listeners are called synchronously, in the order in which they were added. What a listener
 * throws or rejects with becomes an `error` event and never reaches the run.
 *
 * The class is separate from its interface, because a type with private members fits no other class.
 *
 * @example
 * const bus = new EventBus();
 * bus.on("loop.detected", ({ detection }) => metrics.increment(detection.detector));
 */
export declare const EventBus: new () => EventBus;
/**
 * Emits an event on a bus of any class. Another class may let a listener's error out of `emit`: it is published on
 * `loopguard:error` and never reaches the run.
 */
export declare function tell<Name extends keyof EventMap>(bus: EventBusLike, event: Name, payload: EventMap[Name]): void;
/** Emits an event of a run. A context without a bus is an error on `loopguard:error`, and does not fail the call. */
export declare function emit<Name extends "tool.call" | "tool.result" | "loop.detected">(ctx: {
    readonly runId: string;
    readonly eventBus: EventBusLike;
}, event: Name, payload: Omit<EventMap[Name], "runId">): void;
export {};
