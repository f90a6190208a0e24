/** Finds the run that a request to an MCP server belongs to, and begins a new turn after a pause. */

import type { AgentRun } from "../adapter/agent-run.ts";
import type { AnyRun } from "../adapter/call-run.ts";
import type { Desk } from "../adapter/desk.ts";
import { inScope, type RunKey, runInScope, soundKey } from "../guard/run-scope.ts";
import { CallbackErrors } from "../rules/diagnostics.ts";

/** The SDK's description of a call's request: `extra` in version 1, `ctx` in version 2. */
export interface McpRequestContext {
  /** For transports with sessions. */
  readonly sessionId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly authInfo?: unknown;
  /** For HTTP, in version 1. */
  readonly requestInfo?: object | undefined;
  /** For HTTP, in version 2. */
  readonly http?: { readonly authInfo?: unknown; readonly req?: object | undefined } | undefined;
  readonly mcpReq?: McpRequest | undefined;
}

interface McpRequest {
  readonly signal: AbortSignal;
  readonly inputResponses?: unknown;
  requestState?(): unknown;
}

export function signalOf({ mcpReq, signal }: McpRequestContext): AbortSignal | undefined {
  return mcpReq?.signal ?? signal;
}

export interface SessionOptions {
  readonly runKey: ((context: McpRequestContext) => RunKey | undefined) | undefined;
  /** A pause of so many milliseconds ends a turn. */
  readonly turnAfterMs: number;
}

/** The sessions of one server. */
export class Sessions {
  readonly #desk: Desk;
  readonly #server: object;
  readonly #options: SessionOptions;
  readonly #callbackErrors = new CallbackErrors();

  constructor(desk: Desk, server: object, options: SessionOptions) {
    this.#desk = desk;
    this.#server = server;
    this.#options = options;
  }

  runOf(context: McpRequestContext): AgentRun {
    const { key, isOwn } = this.#keyOf(context);
    return this.#desk.runBy((guard) => (isOwn ? guard.run(key) : runInScope(guard, key)));
  }

  /**
   * Handles the request of a call. Guarded code inside belongs to the session's run.
   *
   * A stuck agent calls again as soon as it has the result. After a pause of `turnAfterMs` something else has happened
   * on the client's side, most likely a message of the user, so the run begins a new turn. The pause is measured
   * between any two requests of the session: a call that is repeated now and then among others does not begin a turn.
   */
  async within<T>(context: McpRequestContext, handle: () => Promise<T>): Promise<T> {
    const { key } = this.#keyOf(context);
    const run = this.runOf(context);
    const at = this.#now();
    const last = LAST_SEEN.get(run.run);
    if (last !== undefined && at - last >= this.#options.turnAfterMs) run.turn();
    LAST_SEEN.set(run.run, at);
    try {
      return await inScope(key, handle);
    } finally {
      LAST_SEEN.set(run.run, this.#now());
    }
  }

  #now(): number {
    return this.#desk.guard?.now() ?? Date.now();
  }

  #keyOf(context: McpRequestContext): { key: RunKey; isOwn: boolean } {
    const own = ownKey(this.#options.runKey, context, this.#callbackErrors);
    const key = own ?? context.sessionId ?? requestKey(context) ?? this.#server;
    return { key, isOwn: own !== undefined };
  }
}

/** The key that the user's function returns; `undefined` if there is no function, or it throws. */
export function ownKey<Subject>(
  runKey: ((subject: Subject) => unknown) | undefined,
  subject: Subject,
  callbackErrors: CallbackErrors,
): RunKey | undefined {
  if (runKey === undefined) return undefined;
  const tell = (error: unknown): void => callbackErrors.tell(runKey, error, "runKey");
  try {
    return soundKey(runKey(subject), tell);
  } catch (error) {
    tell(error);
    return undefined;
  }
}

/**
 * When a request of a run last began or ended. By run, and not on an instance: a server without sessions is created
 * anew for each request, and `runKey` may map those to one run.
 */
const LAST_SEEN = new WeakMap<AnyRun, number>();

/** The key of a request over HTTP without a session: each one may be from another client, so each is its own run. */
function requestKey(context: McpRequestContext): RunKey | undefined {
  const { http, requestInfo } = context;
  if (http === undefined) return requestInfo;
  return http.req ?? signalOf(context);
}
