/** Typed events of a run. */
import type { LoopDetection, Verdict } from "../types.ts";
import type { ApprovalRequest, ApprovalResponse } from "./approval.ts";
/** The events and what they carry. Add your own by declaration merging. */
export interface EventMap {
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
type Listener<Payload> = (payload: Payload) => unknown;
/**
 * A small event emitter. Listeners are called in the order they were added, at once. What a listener throws, or rejects
 * with, becomes an `error` event and never reaches the run.
 *
 * @example
 * const bus = new EventBus();
 * bus.on("loop.detected", ({ detection }) => metrics.increment(detection.detector));
 */
export declare class EventBus {
    #private;
    on<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    once<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    /** Removes a listener that `on` or `once` added; of several equal ones, the first. */
    off<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    /** Whether anybody listened. */
    emit<Name extends keyof EventMap>(event: Name, payload: EventMap[Name]): boolean;
    removeAllListeners(event?: keyof EventMap): this;
}
export {};
