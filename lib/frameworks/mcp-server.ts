/** Guards the server's side of MCP: the tools of an `McpServer`, and the handler of all tool calls. */

import type { AgentRun } from "../adapter/agent-run.ts";
import type { AnyRun } from "../adapter/call-run.ts";
import type { Desk } from "../adapter/desk.ts";
import { optionError } from "../base/errors.ts";
import { inScope, type RunKey, runInScope, soundKey } from "../guard/run-scope.ts";
import { CallbackErrors } from "../rules/diagnostics.ts";
import { type CallContext, type CallParams, type Elicited, guardedCall, isErrorResult } from "./mcp-calls.ts";

type ToolCallback = (...given: unknown[]) => unknown;
type RequestHandler = (request: { params?: Partial<CallParams> }, context: McpRequestContext) => Promise<unknown>;

interface RegisteredTool {
  /** In version 2, what calls the handler. */
  executor?: unknown;
  handler?: unknown;
  /** The handler below 1.24. */
  callback?: unknown;
}

/** The part of the low-level `Server` that is used here. What begins with `_` is private: there is no public access. */
interface LowLevelServer {
  _onclose?(...given: unknown[]): unknown;
  setRequestHandler(...given: unknown[]): void;
  getClientCapabilities?(): { readonly elicitation?: unknown } | undefined;
  elicitInput?(question: object, options: object): Promise<Elicited>;
  readonly _requestHandlers?: Map<string, RequestHandler>;
}

interface HighLevelServer {
  readonly server: LowLevelServer;
  readonly _registeredTools: Record<string, RegisteredTool>;
}

export type ServerMethods = LowLevelServer | HighLevelServer;

const METHOD = "tools/call";
const CALLED_BY = ["executor", "handler", "callback"] as const;

/** A call on its way to its tool. */
interface Underway {
  readonly run: AgentRun;
  readonly name: string;
  reached: boolean;
}

/** `turnAfterMs`: a pause of so many milliseconds ends a turn. */
export function guardHandlers(
  server: ServerMethods,
  desk: Desk,
  runKey: RunKeyOf | undefined,
  turnAfterMs: number,
): void {
  // Not by `server`, which an own subclass of the low-level one may have, too.
  const high = "_registeredTools" in server ? server : undefined;
  const low = high?.server ?? (server as LowLevelServer);
  // Without this private field tools that are already registered would stay unguarded.
  if (!(low._requestHandlers instanceof Map))
    throw optionError("type", "server", server, "an McpServer or Server of an MCP SDK of version 1 or 2");
  const inSession = sessionsOf(desk, low, server, turnAfterMs, runKey);
  const make = (run: AgentRun, params: CallParams, context: McpRequestContext, invoke: () => unknown): unknown =>
    guardedCall(run, params, invoke, {
      continues: isContinued(context),
      signal: signalOf(context),
      elicit: elicitFor(low, signalOf(context)),
    });
  /** By the signal of the request. The SDK copies a request's context, but not its signal. */
  const calls = new WeakMap<AbortSignal, Underway>();
  const guarded = new WeakSet<ToolCallback>();
  /** Before each call: tools are registered and replaced at any time. */
  const guardTool = (tool: RegisteredTool): void => {
    const calledBy = CALLED_BY.find((member) => tool[member] !== undefined) ?? "handler";
    const own = tool[calledBy] as ToolCallback;
    if (guarded.has(own)) return;
    const callback: ToolCallback = async (...given) => {
      const context = given.at(-1) as McpRequestContext;
      const call = calls.get(signalOf(context) as AbortSignal);
      if (call === undefined) return own(...given); // the program calls it
      call.reached = true;
      const params = { name: call.name, arguments: given.length > 1 ? given[0] : {} };
      return make(call.run, params, context, () => own(...given));
    };
    guarded.add(callback);
    tool[calledBy] = callback;
  };
  replaceHandler(low, (own) => async (request, context) => {
    const { params } = request;
    if (!isCall(params)) return own(request, context);
    return inSession(context, async (run) => {
      const answer = async (): Promise<unknown> => own(request, context);
      if (high === undefined) return make(run, params, context, answer);
      const call: Underway = { run, name: params.name, reached: false };
      // The client names it, and may well name a member of every object.
      const tool = Object.hasOwn(high._registeredTools, call.name) ? high._registeredTools[call.name] : undefined;
      if (isTask(tool)) return answer();
      if (tool !== undefined) guardTool(tool);
      const signal = signalOf(context);
      if (signal !== undefined) calls.set(signal, call);
      const answered = answer();
      const failed = await answered.then(isErrorResult, () => true);
      return failed && !call.reached ? guardedCall(run, params, () => answered, { unknown: true }) : answered;
    });
  });
}

function elicitFor(server: LowLevelServer, signal: AbortSignal | undefined): CallContext["elicit"] {
  if (server.elicitInput === undefined || !server.getClientCapabilities?.()?.elicitation) return undefined;
  return async (question) => (server as Required<LowLevelServer>).elicitInput(question, signal ? { signal } : {});
}

/** Replaces the handler of tool calls, the present one and any that is set later. */
function replaceHandler(server: LowLevelServer, replace: (own: RequestHandler) => RequestHandler): void {
  const { setRequestHandler } = server;
  const handlers = server._requestHandlers as Map<string, RequestHandler>;
  let ours: RequestHandler | undefined;
  const put = (): void => {
    const own = handlers.get(METHOD);
    if (own === undefined || own === ours) return;
    ours = replace(own);
    handlers.set(METHOD, ours);
  };
  put();
  server.setRequestHandler = (...given) => {
    setRequestHandler.call(server, ...given);
    put();
  };
}

/** Whether a tool starts tasks (experimental in version 1): its handler is an object, and it is not guarded. */
const isTask = (tool: RegisteredTool | undefined): boolean => typeof tool?.handler === "object";

const isCall = (params: Partial<CallParams> | undefined): params is CallParams => typeof params?.name === "string";

/** Whether a call continues an earlier one: version 2 calls a tool again with the input that it asked the user for. */
function isContinued({ mcpReq }: McpRequestContext): boolean {
  return mcpReq?.inputResponses !== undefined || mcpReq?.requestState?.() !== undefined;
}

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

function signalOf({ mcpReq, signal }: McpRequestContext): AbortSignal | undefined {
  return mcpReq?.signal ?? signal;
}

type RunKeyOf = (context: McpRequestContext) => RunKey | undefined;

/**
 * Handles the request of a call in the run of its session, in which guarded code inside is, too.
 *
 * A stuck agent calls again as soon as it has the result. After a pause of `turnAfterMs` something else has happened
 * on the client's side, most likely a message of the user, so the run begins a new turn. The pause is measured
 * between any two requests of the session: a call that is repeated now and then among others does not begin a turn.
 */
function sessionsOf(desk: Desk, low: LowLevelServer, server: object, turnAfterMs: number, runKey?: RunKeyOf) {
  const callbackErrors = new CallbackErrors();
  const ofConnection = new Set<AgentRun>();
  const { _onclose } = low; // `onclose` is the program's
  low._onclose = (...given) => {
    for (const run of ofConnection) void run.close();
    ofConnection.clear();
    return _onclose?.apply(low, given);
  };
  const now = (): number => desk.guard?.now() ?? Date.now();
  return async <T>(context: McpRequestContext, handle: (run: AgentRun) => Promise<T>): Promise<T> => {
    const own = ownKey(runKey, context, callbackErrors);
    const ofRequest = own === undefined && context.sessionId === undefined ? requestKey(context) : undefined;
    const key = own ?? context.sessionId ?? ofRequest ?? server;
    const run = desk.runBy((guard) => (own === undefined ? runInScope(guard, key) : guard.run(key)));
    const isOurs = own === undefined && desk.guard?.scope === "run"; // else it outlives the connection
    if (isOurs && ofRequest === undefined) ofConnection.add(run);
    const at = now();
    const last = LAST_SEEN.get(run.run);
    if (last !== undefined && at - last >= turnAfterMs) run.turn();
    LAST_SEEN.set(run.run, at);
    try {
      return await inScope(key, () => handle(run));
    } finally {
      LAST_SEEN.set(run.run, now());
      if (isOurs && ofRequest !== undefined) void run.close();
    }
  };
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
