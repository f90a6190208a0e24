/** Guards the server's side of MCP: the tools of an `McpServer`, and the handler of all tool calls. */
import { optionError } from "../base/errors.ts";
import { type CallContext, type CallParams, type Elicited, guardedCall, isErrorResult } from "./mcp-calls.ts";
import { type McpRequestContext, type Sessions, signalOf } from "./mcp-sessions.ts";

type ToolCallback = (...given: unknown[]) => unknown;
type RequestHandler = (request: { params?: Partial<CallParams> }, context: McpRequestContext) => Promise<unknown>;
/** Replaces the handler of tool calls; `own` calls the original one. */
type CallHandler = (params: CallParams, context: McpRequestContext, own: () => Promise<unknown>) => Promise<unknown>;

/** The part of a registered tool that is used here. */
interface RegisteredTool {
  handler?: unknown;
  update(updates: { name?: string | null; callback?: ToolCallback }): void;
}

/**
 * The part of the low-level `Server` that is used here. `_requestHandlers` is private, but there is no public access.
 */
interface LowLevelServer {
  setRequestHandler(...given: unknown[]): void;
  getClientCapabilities?(): { readonly elicitation?: unknown } | undefined;
  elicitInput?(question: object, options: object): Promise<Elicited>;
  readonly _requestHandlers?: Map<string, RequestHandler>;
}

/** The part of an `McpServer` that is used here. */
interface HighLevelServer {
  readonly server: LowLevelServer;
  registerTool(...given: unknown[]): RegisteredTool;
  tool?(...given: unknown[]): RegisteredTool;
  readonly _registeredTools?: Record<string, RegisteredTool>;
}

export type ServerMethods = LowLevelServer | HighLevelServer;

const METHOD = "tools/call";

export function guardHandlers(server: ServerMethods, sessions: Sessions): void {
  assertKnown(server);
  const make = (params: CallParams, context: McpRequestContext, invoke: () => unknown): unknown =>
    guardedCall(sessions.runOf(context), params, invoke, {
      continues: isContinued(context),
      signal: signalOf(context),
      elicit: elicitFor("registerTool" in server ? server.server : server, signalOf(context)),
    });
  const replace = (target: LowLevelServer, call: CallHandler): void =>
    replaceHandler(target, (own) => async (request, context) => {
      const { params } = request;
      if (!isCall(params)) return own(request, context);
      return sessions.within(context, () => call(params, context, () => own(request, context)));
    });
  if (!("registerTool" in server)) {
    replace(server, async (params, context, own) => make(params, context, own));
    return;
  }
  /** The signals of requests whose call reached its tool. The SDK copies a request's context, but not its signal. */
  const reached = new WeakSet<AbortSignal>();
  guardTools(server, (name, tool) => async (...given) => {
    const context = given.at(-1) as McpRequestContext;
    const signal = signalOf(context);
    if (signal !== undefined) reached.add(signal);
    const params = { name: name(), arguments: given.length > 1 ? given[0] : {} };
    return make(params, context, () => tool(...given));
  });
  replace(server.server, async (params, context, own) => {
    if (isTask(server._registeredTools?.[params.name])) return own();
    const isReached = (): boolean => reached.has(signalOf(context) as AbortSignal);
    const invalid = (own: () => unknown) => guardedCall(sessions.runOf(context), params, own, { unknown: true });
    let result: unknown;
    try {
      result = await own();
    } catch (error) {
      if (isReached()) throw error;
      return invalid(() => Promise.reject(error));
    }
    return isReached() || !isErrorResult(result) ? result : invalid(() => result);
  });
}

function elicitFor(server: LowLevelServer, signal: AbortSignal | undefined): CallContext["elicit"] {
  if (server.elicitInput === undefined || !server.getClientCapabilities?.()?.elicitation) return undefined;
  return async (question) => (server as Required<LowLevelServer>).elicitInput(question, signal ? { signal } : {});
}

/** Wraps all tools of the server in `guard`, also those that are registered later. */
function guardTools(server: HighLevelServer, guard: (name: () => string, tool: ToolCallback) => ToolCallback): void {
  const { registerTool, tool: register, _registeredTools: tools = {} } = server;

  /** Also guards a later replacement of the tool's callback, and follows a change of its name. */
  function watched(tool: RegisteredTool, first: string, names: { name: string } = { name: first }): RegisteredTool {
    const { update } = tool;
    tool.update = (updates) => {
      const { name, callback } = updates;
      if (typeof name === "string") names.name = name;
      update.call(tool, callback === undefined ? updates : { ...updates, callback: guard(() => names.name, callback) });
    };
    return tool;
  }
  function registering(own: (...given: unknown[]) => RegisteredTool): (...given: unknown[]) => RegisteredTool {
    return (...given) => {
      const names = { name: given[0] as string };
      const callback = given.at(-1) as ToolCallback;
      return watched(
        own.call(
          server,
          ...given.slice(0, -1),
          guard(() => names.name, callback),
        ),
        names.name,
        names,
      );
    };
  }
  for (const [name, tool] of Object.entries(tools)) {
    watched(tool, name);
    if (!isTask(tool)) tool.update({ callback: tool.handler as ToolCallback });
  }
  server.registerTool = registering(registerTool);
  if (typeof register === "function") server.tool = registering(register);
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

/**
 * Throws if the SDK's two private fields are missing: without them, tools that are already registered stay unguarded.
 */
function assertKnown(server: ServerMethods): void {
  const isHigh = "registerTool" in server;
  const handlers = isHigh ? server.server?._requestHandlers : server._requestHandlers;
  if (!(handlers instanceof Map) || (isHigh && typeof server._registeredTools !== "object"))
    throw optionError("type", "server", server, "an McpServer or Server of an MCP SDK of version 1 or 2");
}

/** Whether a tool starts tasks (experimental in version 1): its handler is an object, and it is not guarded. */
const isTask = (tool: RegisteredTool | undefined): boolean => typeof tool?.handler === "object";

const isCall = (params: Partial<CallParams> | undefined): params is CallParams => typeof params?.name === "string";

/** Whether a call continues an earlier one: version 2 calls a tool again with the input that it asked the user for. */
function isContinued({ mcpReq }: McpRequestContext): boolean {
  return mcpReq?.inputResponses !== undefined || mcpReq?.requestState?.() !== undefined;
}
