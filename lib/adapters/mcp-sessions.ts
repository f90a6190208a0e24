/** Whose request it is that comes to an MCP server, and whether its session has been quiet for so long that it begins anew. */

import type { LoopRun } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { CallbackFaults } from "../report/callbacks.ts";
import { inScope, type RunKey, runInScope, soundKey } from "../wrap/run-scope.ts";

/** What a server tells of the request that a call came with: `extra` in version 1, `ctx` in version 2. */
export interface McpRequestContext {
  /** Of transports that have sessions. */
  readonly sessionId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly authInfo?: unknown;
  /** Of HTTP, in version 1. */
  readonly requestInfo?: object | undefined;
  /** Of HTTP, in version 2. */
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
  /** A pause of so many milliseconds is the end of a turn. */
  readonly turnAfterMs: number;
}

/** The sessions of one server. */
export class Sessions {
  readonly #guard: LoopGuard;
  readonly #server: object;
  readonly #options: SessionOptions;
  readonly #faults = new CallbackFaults();

  constructor(guard: LoopGuard, server: object, options: SessionOptions) {
    this.#guard = guard;
    this.#server = server;
    this.#options = options;
  }

  runOf(context: McpRequestContext): LoopRun {
    const { key, isOwn } = this.#keyOf(context);
    return isOwn ? this.#guard.run(key) : runInScope(this.#guard, key);
  }

  /**
   * A request for a call, from its first moment to its last. What is guarded inside is of the session's run.
   *
   * A stuck agent calls again as soon as it has the answer. After a pause of `turnAfterMs` something else has gone on at the
   * client's side, most likely a word of its user: the run begins a new turn. The pause is between any two requests of the
   * session, so one call that is made now and then among others is not judged by it but by what lies between.
   */
  async within<T>(context: McpRequestContext, handle: () => Promise<T>): Promise<T> {
    const { key } = this.#keyOf(context);
    const run = this.runOf(context);
    const at = this.#guard.now();
    const last = LAST_SEEN.get(run);
    if (last !== undefined && at - last >= this.#options.turnAfterMs) run.beginTurn();
    LAST_SEEN.set(run, at);
    try {
      return await inScope(key, handle);
    } finally {
      LAST_SEEN.set(run, this.#guard.now());
    }
  }

  #keyOf(context: McpRequestContext): { key: RunKey; isOwn: boolean } {
    const own = this.#ownKey(context);
    const key = own ?? context.sessionId ?? requestKey(context) ?? this.#server;
    return { key, isOwn: own !== undefined };
  }

  #ownKey(context: McpRequestContext): RunKey | undefined {
    const { runKey } = this.#options;
    return runKey === undefined ? undefined : ownKey(runKey, context, this.#faults);
  }
}

/** The key that a host's function gives; none where it throws. */
export function ownKey<Asked>(
  runKey: (asked: Asked) => unknown,
  asked: Asked,
  faults: CallbackFaults,
): RunKey | undefined {
  const tell = (error: unknown): void => faults.tell(runKey, error, "runKey");
  try {
    return soundKey(runKey(asked), tell);
  } catch (error) {
    tell(error);
    return undefined;
  }
}

/**
 * When a request of a run came or went last. Not kept by a server's own sessions: a server without sessions is another one
 * for each request, and `runKey` may say that they are of one run.
 */
const LAST_SEEN = new WeakMap<LoopRun, number>();

/** HTTP without a session: each request may be of somebody else. */
function requestKey(context: McpRequestContext): RunKey | undefined {
  const { http, requestInfo } = context;
  if (http === undefined) return requestInfo;
  return http.req ?? signalOf(context);
}
