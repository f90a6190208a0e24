/** Typed events of a run. */
import type { LoopDetection, Verdict } from "../base/types.ts";
import type { AgentEventMap, ToolEventMap } from "./agent-events.ts";
import type { ApprovalRequest, ApprovalResponse } from "./approval-messages.ts";
/**
 * The events and what they carry; those named here are emitted, the others are Agentium's. Add your own by declaration
 * merging.
 */
export interface EventMap extends AgentEventMap {
    "tool.call": {
        runId: string;
        toolName: string;
        args: Record<string, unknown>;
    };
    /** `result` is the text that the model sees, after `[cached] ` for a cached one. */
    "tool.result": {
        runId: string;
        toolName: string;
        result: string;
    };
    "tool.approval.request": ApprovalRequest;
    "tool.approval.response": ApprovalResponse;
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
 * What a run asks of a bus: an `EventBus`, Agentium's, or one of your own. Other events than these four are emitted on it
 * too; to listen to them with types, keep the bus that you made.
 */
export interface EventBusLike {
    on<Name extends keyof ToolEventMap>(event: Name, listener: (payload: ToolEventMap[Name]) => void): unknown;
    once<Name extends keyof ToolEventMap>(event: Name, listener: (payload: ToolEventMap[Name]) => void): unknown;
    off<Name extends keyof ToolEventMap>(event: Name, listener: (payload: ToolEventMap[Name]) => void): unknown;
    emit<Name extends keyof ToolEventMap>(event: Name, payload: ToolEventMap[Name]): unknown;
}
type Listener<Payload> = (payload: Payload) => unknown;
/** A bus with the events of `EventMap`. */
export interface EventBus extends EventBusLike {
    on<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    once<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    /** Removes a listener that `on` or `once` added; of several equal ones, the last, as Node's emitters do. */
    off<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    /** Whether anybody listened. */
    emit<Name extends keyof EventMap>(event: Name, payload: EventMap[Name]): boolean;
    removeAllListeners(event?: keyof EventMap): this;
}
/**
 * A small event emitter. Listeners are called in the order they were added, at once. What a listener throws, or rejects
 * with, becomes an `error` event and never reaches the run.
 *
 * Apart from its interface, since private members would make it a type that no other class fits.
 *
 * @example
 * const bus = new EventBus();
 * bus.on("loop.detected", ({ detection }) => metrics.increment(detection.detector));
 */
export declare const EventBus: new () => EventBus;
export {};
