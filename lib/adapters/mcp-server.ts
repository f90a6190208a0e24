/** The server's side of MCP: the tools of an `McpServer`, and the handler that every call of a tool comes through. */
import { optionError } from "../base/errors.ts";
import type { CallParams, ToolCalls } from "./mcp-calls.ts";
import { isErrorResult } from "./mcp-results.ts";
import { type McpRequestContext, type Sessions, signalOf } from "./mcp-sessions.ts";

type ToolCallback = (...given: unknown[]) => unknown;
type RequestHandler = (request: { params?: Partial<CallParams> }, context: McpRequestContext) => Promise<unknown>;
/** What comes in the place of a handler that takes the calls of tools, which is `own`. */
type CallHandler = (params: CallParams, context: McpRequestContext, own: () => Promise<unknown>) => Promise<unknown>;

/** What is used of a tool that was registered. */
interface RegisteredTool {
  handler?: unknown;
  update(updates: { name?: string | null; callback?: ToolCallback }): void;
}

/** What is used of the low-level `Server`. The handlers are the SDK's own business, but nothing else gives them. */
interface LowLevelServer {
  setRequestHandler(...given: unknown[]): void;
  readonly _requestHandlers?: Map<string, RequestHandler>;
}

/** What is used of an `McpServer`. */
interface HighLevelServer {
  readonly server: LowLevelServer;
  registerTool(...given: unknown[]): RegisteredTool;
  tool?(...given: unknown[]): RegisteredTool;
  readonly _registeredTools?: Record<string, RegisteredTool>;
}

export type ServerMethods = LowLevelServer | HighLevelServer;

const METHOD = "tools/call";

export function guardHandlers(server: ServerMethods, calls: ToolCalls, sessions: Sessions): void {
  assertKnown(server);
  const replace = (target: LowLevelServer, call: CallHandler): void =>
    replaceHandler(target, (own) => async (request, context) => {
      const { params } = request;
      if (!isCall(params)) return own(request, context);
      return sessions.within(context, () => call(params, context, () => own(request, context)));
    });
  if (!("registerTool" in server)) {
    replace(server, (params, context, own) => {
      const call = calls.open(sessions.runOf(context), params, { continues: isContinued(context) });
      return call.through(own, signalOf(context));
    });
    return;
  }
  /** Requests whose call came as far as its tool. A request's context is copied on its way, its signal is not. */
  const reached = new WeakSet<AbortSignal>();
  guardTools(server, (name, tool) => async (...given) => {
    const context = given.at(-1) as McpRequestContext;
    const signal = signalOf(context);
    if (signal !== undefined) reached.add(signal);
    const params = { name: name(), arguments: given.length > 1 ? given[0] : {} };
    const call = calls.open(sessions.runOf(context), params, { continues: isContinued(context) });
    return call.through(() => tool(...given), signal);
  });
  replace(server.server, async (params, context, own) => {
    if (isTask(server._registeredTools?.[params.name])) return own();
    const isReached = (): boolean => reached.has(signalOf(context) as AbortSignal);
    const invalid = () => calls.open(sessions.runOf(context), params, { unknown: true });
    let result: unknown;
    try {
      result = await own();
    } catch (error) {
      if (isReached()) throw error;
      return invalid().through(() => Promise.reject(error), undefined);
    }
    return isReached() || !isErrorResult(result) ? result : invalid().finish(result);
  });
}

/** The tools of the server, those that are registered later too, with `guard` before each. */
function guardTools(server: HighLevelServer, guard: (name: () => string, tool: ToolCallback) => ToolCallback): void {
  const { registerTool, tool: register, _registeredTools: tools = {} } = server;

  /** Keeps what replaces the tool, or its name, later on. */
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

/** Puts another handler in the place of the one for calls, of the one set now and of any that is set later. */
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

/** Two fields of the SDK's own are needed to guard what was registered before. Without them nothing would be guarded. */
function assertKnown(server: ServerMethods): void {
  const isHigh = "registerTool" in server;
  const handlers = isHigh ? server.server?._requestHandlers : server._requestHandlers;
  if (!(handlers instanceof Map) || (isHigh && typeof server._registeredTools !== "object"))
    throw optionError("type", "server", server, "an McpServer or Server of an MCP SDK of version 1 or 2");
}

/** A tool that starts tasks, which version 1 tries out, has an object for its handler. It is not guarded. */
function isTask(tool: RegisteredTool | undefined): boolean {
  return typeof tool?.handler === "object";
}

function isCall(params: Partial<CallParams> | undefined): params is CallParams {
  return typeof params?.name === "string";
}

/** Version 2 calls a tool again, once it has what the tool asked the user for. */
function isContinued({ mcpReq }: McpRequestContext): boolean {
  return mcpReq?.inputResponses !== undefined || mcpReq?.requestState?.() !== undefined;
}
