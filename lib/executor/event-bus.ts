/** Typed events of a run. */
import type { LoopDetection, Verdict } from "../types.ts";
import type { ApprovalRequest, ApprovalResponse } from "./approval.ts";

/** The events and what they carry. Add your own by declaration merging. */
export interface EventMap {
  "tool.call": { runId: string; toolName: string; args: Record<string, unknown> };
  /** `result` is the text that the model sees, after `[cached] ` for a cached one. */
  "tool.result": { runId: string; toolName: string; result: string };
  "tool.approval.request": ApprovalRequest;
  "tool.approval.response": ApprovalResponse;
  "loop.detected": { runId: string; detection: LoopDetection; verdict: Verdict };
  /** A listener of `event` threw. */
  error: { error: unknown; event: string };
}

type Listener<Payload> = (payload: Payload) => unknown;
interface Entry {
  listener: Listener<never>;
  once: boolean;
}

/**
 * A small event emitter. Listeners are called in the order they were added, at once. What a listener throws, or rejects
 * with, becomes an `error` event and never reaches the run.
 *
 * @example
 * const bus = new EventBus();
 * bus.on("loop.detected", ({ detection }) => metrics.increment(detection.detector));
 */
export class EventBus {
  readonly #entries = new Map<string, readonly Entry[]>();

  on<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this {
    return this.#add(event, { listener, once: false });
  }

  once<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this {
    return this.#add(event, { listener, once: true });
  }

  /** Removes a listener that `on` or `once` added; of several equal ones, the first. */
  off<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this {
    const entries = this.#entries.get(event) ?? [];
    const entry = entries.find((candidate) => candidate.listener === listener);
    if (entry !== undefined) this.#remove(event, entry);
    return this;
  }

  /** Whether anybody listened. */
  emit<Name extends keyof EventMap>(event: Name, payload: EventMap[Name]): boolean {
    const entries = this.#entries.get(event);
    if (entries === undefined) return false;
    // The array is replaced, never changed, so listeners may add and remove others meanwhile.
    for (const entry of entries) {
      if (entry.once) this.#remove(event, entry);
      try {
        const returned = (entry.listener as Listener<EventMap[Name]>)(payload);
        if (returned instanceof Promise) returned.catch((error: unknown) => this.#failed(event, error));
      } catch (error) {
        this.#failed(event, error);
      }
    }
    return true;
  }

  removeAllListeners(event?: keyof EventMap): this {
    if (event === undefined) this.#entries.clear();
    else this.#entries.delete(event);
    return this;
  }

  #add(event: string, entry: Entry): this {
    this.#entries.set(event, [...(this.#entries.get(event) ?? []), entry]);
    return this;
  }

  #remove(event: string, entry: Entry): void {
    const left = (this.#entries.get(event) ?? []).filter((candidate) => candidate !== entry);
    if (left.length > 0) this.#entries.set(event, left);
    else this.#entries.delete(event);
  }

  #failed(event: string, error: unknown): void {
    if (event !== "error") this.emit("error", { error, event });
  }
}
