/** What the tools of one agent run share. */
import { optionError } from "../base/errors.ts";
import { isGiven } from "../base/property.ts";
import { EventBus } from "./event-bus.ts";

/** What `new RunContext()` takes. */
export interface RunContextOptions<Bus extends EventBus = EventBus> {
  /** The run whose calls are judged together: one for each agent run. @default a random UUID */
  runId?: string;
  /** The conversation. For your tools; loops are counted by `runId`. */
  sessionId: string;
  /** For your tools; nothing here reads it. */
  userId?: string;
  /** For your tools; nothing here reads it. */
  tenantId?: string;
  /** For your tools; nothing here reads it. */
  metadata?: Record<string, unknown>;
  /** @default a new `EventBus` */
  eventBus?: Bus;
  /** Pass the same object in each context of a session, so that artifacts and jobs outlive the run. @default {} */
  sessionState?: Record<string, unknown>;
  /** Aborts the run: ends waits and sandboxes, and calls that have not begun do not run. */
  signal?: AbortSignal;
  /** Strings by name; put anything else into `metadata`. */
  dependencies?: Record<string, string>;
}

/**
 * One agent run: its ids, its events, its state. `eventBus` has the type of the bus that was passed in, so that a
 * context with Agentium's bus fits Agentium's types, too; without one, it is an `EventBus`.
 *
 * @example
 * const ctx = new RunContext({ sessionId: "s-1", eventBus: new EventBus() });
 * const results = await executor.executeAll(calls, ctx);
 */
export class RunContext<Bus extends EventBus = EventBus> {
  readonly runId: string;
  readonly sessionId: string;
  readonly userId?: string;
  readonly tenantId?: string;
  readonly metadata: Record<string, unknown>;
  readonly eventBus: Bus;
  sessionState: Record<string, unknown>;
  readonly signal?: AbortSignal;
  readonly dependencies: Record<string, string>;

  constructor(options: RunContextOptions<Bus>);
  /** Agentium's, for `ConstructorParameters`. */
  constructor(options: RunContextOptions & { eventBus: EventBus });
  constructor(options: RunContextOptions<Bus>) {
    if (typeof options !== "object" || options === null)
      throw optionError("type", "options", options, 'an object such as { sessionId: "s-1" }');
    const { userId, tenantId, signal } = options;
    if (isGiven(signal) && typeof signal.addEventListener !== "function")
      throw optionError("type", "signal", signal, "an AbortSignal");
    this.runId = options.runId ?? crypto.randomUUID();
    this.sessionId = options.sessionId;
    if (userId !== undefined) this.userId = userId;
    if (tenantId !== undefined) this.tenantId = tenantId;
    this.metadata = options.metadata ?? {};
    this.eventBus = options.eventBus ?? (new EventBus() as Bus);
    this.sessionState = options.sessionState ?? {};
    if (isGiven(signal)) this.signal = signal;
    this.dependencies = options.dependencies ?? {};
  }

  /** A value of the session state; its type `T` is not checked. */
  getState<T>(key: string): T | undefined {
    return this.sessionState[key] as T | undefined;
  }

  /** Changes a value of the session state. */
  setState(key: string, value: unknown): void {
    this.sessionState[key] = value;
  }
}
