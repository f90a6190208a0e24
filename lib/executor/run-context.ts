/** What the tools of one agent run share. */
import { randomUUID } from "node:crypto";
import { EventBus } from "./event-bus.ts";

export interface RunContextOptions {
  /** @default a random UUID */
  runId?: string;
  sessionId: string;
  userId?: string;
  tenantId?: string;
  metadata?: Record<string, unknown>;
  /** @default a new one */
  eventBus?: EventBus;
  sessionState?: Record<string, unknown>;
  /** Aborting it ends waits, sandboxes and calls that have not begun. */
  signal?: AbortSignal;
  dependencies?: Record<string, unknown>;
}

/**
 * One agent run: its ids, its events, its state.
 *
 * @example
 * const ctx = new RunContext({ sessionId: "s-1", eventBus: new EventBus() });
 * const results = await executor.executeAll(calls, ctx);
 */
export class RunContext {
  readonly runId: string;
  readonly sessionId: string;
  readonly userId: string | undefined;
  readonly tenantId: string | undefined;
  readonly metadata: Record<string, unknown>;
  readonly eventBus: EventBus;
  readonly sessionState: Record<string, unknown>;
  readonly signal: AbortSignal | undefined;
  readonly dependencies: Record<string, unknown>;

  constructor(options: RunContextOptions) {
    this.runId = options.runId ?? randomUUID();
    this.sessionId = options.sessionId;
    this.userId = options.userId;
    this.tenantId = options.tenantId;
    this.metadata = options.metadata ?? {};
    this.eventBus = options.eventBus ?? new EventBus();
    this.sessionState = options.sessionState ?? {};
    this.signal = options.signal;
    this.dependencies = options.dependencies ?? {};
  }

  /** A value of the session state. The type is the caller's word for it. */
  getState<T>(key: string): T | undefined {
    return this.sessionState[key] as T | undefined;
  }

  setState(key: string, value: unknown): void {
    this.sessionState[key] = value;
  }
}
