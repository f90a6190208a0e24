/** The typed event bus of a run. */

import type { LoopDetection, Verdict } from "../base/types.ts";
import { whenRejected } from "../report/callbacks.ts";
import { publishError } from "../report/diagnostics.ts";
import { attempt } from "../report/fail-open.ts";
import type { AgentEventMap } from "./agent-events.ts";
import type { Untyped } from "./tool-call.ts";

/** A request for a human's approval. */
export interface ApprovalRequest {
  requestId: string;
  toolName: string;
  /** The arguments of the call, as the model sent them. */
  args: Untyped;
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
  "tool.call": { runId: string; toolName: string; args: Record<string, unknown> };
  /** `result` is the text that the model sees, with the prefix `[cached] ` if it comes from the cache. */
  "tool.result": { runId: string; toolName: string; result: string };
  /** A human must decide. */
  "tool.approval.request": ApprovalRequest;
  /** What was decided, by whomever. */
  "tool.approval.response": ApprovalResponse;
  /** A loop was found, whatever the verdict: in shadow mode too. */
  "loop.detected": { runId: string; detection: LoopDetection; verdict: Verdict };
  /** A listener of `event` threw. */
  error: { error: unknown; event: string };
}

/** What anyone may emit: the payloads of `EventMap`, and those of Agentium's types, which are wider. */
type Emitted = AgentEventMap & Partial<Omit<EventMap, keyof AgentEventMap>>;

type Listener<Payload> = (payload: Payload) => unknown;
interface Entry {
  listener: Listener<never>;
  once: boolean;
}

/**
 * A bus with the events of `EventMap`, made by `new EventBus()`.
 *
 * Each method has two signatures: the second has Agentium's payloads, and TypeScript compares overloads without the
 * names of events, so that Agentium's bus, and a subclass whose methods name Agentium's events, fit.
 */
export interface EventBus {
  on<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
  on<Name extends keyof EventMap>(event: Name, listener: Listener<Emitted[Name]>): this;
  once<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
  once<Name extends keyof EventMap>(event: Name, listener: Listener<Emitted[Name]>): this;
  /**
   * Removes a listener that `on` or `once` added. If it was added several times, the last one, as in Node's emitters.
   */
  off<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
  off<Name extends keyof EventMap>(event: Name, listener: Listener<Emitted[Name]>): this;
  /** Calls the listeners; gives whether there were any. */
  emit<Name extends keyof EventMap>(event: Name, payload: EventMap[Name]): boolean;
  emit<Name extends keyof EventMap>(event: Name, payload: Emitted[Name]): boolean;
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
export const EventBus: new () => EventBus = class EventBus {
  readonly #entries = new Map<string, readonly Entry[]>();

  on(event: string, listener: Listener<never>): this {
    return this.#add(event, { listener, once: false });
  }

  once(event: string, listener: Listener<never>): this {
    return this.#add(event, { listener, once: true });
  }

  off(event: string, listener: Listener<never>): this {
    const entries = this.#entries.get(event) ?? [];
    const entry = entries.findLast((candidate) => candidate.listener === listener);
    if (entry !== undefined) this.#remove(event, entry);
    return this;
  }

  emit(event: string, payload: unknown): boolean {
    const entries = this.#entries.get(event);
    if (entries === undefined) return false;
    // The array is replaced, never changed, so listeners may add and remove listeners meanwhile.
    for (const entry of entries) {
      if (entry.once) this.#remove(event, entry);
      try {
        const returned = (entry.listener as Listener<unknown>)(payload);
        whenRejected(returned, (error) => this.#failed(event, error));
      } catch (error) {
        this.#failed(event, error);
      }
    }
    return true;
  }

  removeAllListeners(event?: string): this {
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
};

/**
 * Emits an event on a bus of any class. Another class may let a listener's error out of `emit`: it is published on
 * `loopguard:error` and never reaches the run.
 */
export function tell<Name extends keyof EventMap>(bus: EventBus, event: Name, payload: EventMap[Name]): void {
  const fail = (error: unknown): void => void publishError(error, "eventBus");
  try {
    whenRejected((bus as { emit(event: string, payload: unknown): unknown }).emit(event, payload), fail);
  } catch (error) {
    fail(error);
  }
}

/** Emits an event of a run. A context without a bus is an error on `loopguard:error`, and does not fail the call. */
export function emit<Name extends "tool.call" | "tool.result" | "loop.detected">(
  ctx: { readonly runId: string; readonly eventBus: EventBus },
  event: Name,
  payload: Omit<EventMap[Name], "runId">,
): void {
  const act = () => tell(ctx.eventBus, event, { runId: ctx.runId, ...payload } as EventMap[Name]);
  attempt(act, undefined, "eventBus");
}
