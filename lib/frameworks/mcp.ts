/**
 * For MCP, on either side: `Client` and `McpServer` of `@modelcontextprotocol/sdk` 1 and of
 * `@modelcontextprotocol/client` and `/server` 2. Imports nothing of them.
 */
import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
import { GUARDED, hasMethods, marked } from "../adapter/guarded-objects.ts";
import type { CallEnds } from "../adapter/result-form.ts";
import { checkKeys } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { property } from "../base/property.ts";
import { openScopes, runInScope, scopeKey } from "../guard/run-scope.ts";
import { CallbackErrors } from "../rules/diagnostics.ts";
import { deskFor } from "./framework-versions.ts";
import { type CallContext, type CallParams, guardedCall, isErrorResult } from "./mcp-calls.ts";
import { guardHandlers, type McpRequestContext, ownKey, type ServerMethods } from "./mcp-server.ts";

export type { CallParams as McpCallParams } from "./mcp-calls.ts";
export type { McpRequestContext } from "./mcp-server.ts";

/** `onAbort: "stop"` is for hosts that take a rejection for a failed tool: an aborted call resolves with an error result. */
export interface McpClientGuardOptions extends AdapterOptions {
  /**
   * The agent run that a call belongs to, as a key for `guard.run(key)`; `undefined` for the default. MCP does not name
   * runs, so a client that several runs share at the same time needs this. Default: the run of the scope around the
   * call (`runScope`; tools of a `ToolExecutor` are in one), else one run for each client.
   */
  runKey?: (params: CallParams) => string | object | undefined;
}

export interface McpServerGuardOptions {
  /**
   * The agent run that a request belongs to, as a key for `guard.run(key)`; `undefined` for the default. Default: one
   * run for each session. Without sessions, one for each request over HTTP, since the next may be from another client,
   * and one for the whole server over a pipe or in memory.
   */
  runKey?: (context: McpRequestContext) => string | object | undefined;
  /**
   * Milliseconds, 1 or more: after such a pause between two tool requests, a session begins a new turn, as if its user
   * had spoken. Measured by the guard's clock (`now`). `Infinity`: never. Default 60,000.
   */
  turnAfterMs?: number;
}

/** A stuck agent calls again within seconds. A model rarely takes a minute to respond; a user often does. */
const TURN_AFTER_MS = 60_000;

/**
 * Guards the tools that a client calls, and returns the same client. MCP has neither runs nor turns, so a client has
 * one run, `guard.run(client)`; a host that knows more can call its `beginTurn()`, `beginRound()` and `reset()`.
 *
 * @example
 * const client = guardClient(new Client({ name: "agent", version: "1.0.0" }));
 */
export function guardClient<C extends { callTool(...given: never[]): PromiseLike<unknown> }>(
  client: C,
  guard?: DeskInput,
  options: McpClientGuardOptions = {},
): C {
  if (!hasMethods(client, "callTool")) throw optionError("type", "client", client, "a Client of an MCP SDK");
  const packages = ["@modelcontextprotocol/client", "@modelcontextprotocol/sdk"] as const;
  const own = deskFor(packages, guard, options, { endsWith: "call", more: ["runKey"] });
  if (GUARDED in client) return client;
  openScopes();
  const callbackErrors = new CallbackErrors();
  const methods = client as object as ClientMethods;
  const { callTool, listTools } = methods;
  const tasks = methods.experimental?.tasks;
  const callToolStream = tasks?.callToolStream;
  /** The names of the server's tools, once all pages of them were listed; it may add tools at any time without listing them again. */
  let names: Set<unknown> | undefined;
  let pages = new Set<unknown>();
  const make = (params: CallParams, rest: unknown[], invoke: () => unknown, iterated?: CallContext["iterated"]) => {
    const key = ownKey(options.runKey, params, callbackErrors);
    const run = own.runBy((by) => (key === undefined ? runInScope(by, scopeKey() ?? client) : by.run(key)));
    const name = property(params, "name");
    return guardedCall(run, params, invoke, {
      continues: property(params, "inputResponses") !== undefined || property(params, "requestState") !== undefined,
      unknown: typeof name === "string" && names?.has(name) === false,
      // The options are the second argument in version 2 and the third in version 1.
      signal: property(rest.at(-1), "signal") as AbortSignal | undefined,
      iterated,
    });
  };
  methods.callTool = async (params, ...rest) => {
    const result = await make(params, rest, () => callTool.call(client, params, ...rest));
    if (!isErrorResult(result)) names?.add(property(params, "name"));
    return result;
  };
  if (typeof listTools === "function")
    methods.listTools = async (params, ...rest) => {
      const list = await listTools.call(client, params, ...rest);
      if (params?.cursor === undefined) pages = new Set();
      for (const { name } of list.tools) pages.add(name);
      if (list.nextCursor === undefined) names = pages;
      return list;
    };
  if (tasks !== undefined && typeof callToolStream === "function")
    tasks.callToolStream = async function* (params, ...rest) {
      const made = await make(params, rest, () => callToolStream.call(tasks, params, ...rest), messagesOf);
      if (Symbol.asyncIterator in (made as object)) yield* made as AsyncIterable<StreamMessage>;
      else yield { type: "result", result: made }; // of a refused call
    };
  return marked(client);
}

/**
 * Guards the tools of a server, also those that are registered later, and returns the same server: an `McpServer`, or a
 * low-level `Server`. It refuses calls; only the client can end the run, and gets the error from the result of an
 * aborted call with `findToolLoopError`. Each session has its own state.
 *
 * @example
 * const server = guardServer(new McpServer({ name: "handbook", version: "1.0.0" }));
 */
export function guardServer<S extends object>(server: S, guard?: DeskInput, options: McpServerGuardOptions = {}): S {
  if (![server, property(server, "server")].some((one) => hasMethods(one, "setRequestHandler")))
    throw optionError("type", "server", server, "a server of an MCP SDK");
  const { runKey, turnAfterMs = TURN_AFTER_MS } = options;
  if (typeof turnAfterMs !== "number" || !(turnAfterMs >= 1))
    throw optionError("range", "turnAfterMs", turnAfterMs, "a number of milliseconds from 1 up, or Infinity");
  checkKeys({ ...options }, "", ["runKey", "turnAfterMs"]);
  const packages = ["@modelcontextprotocol/server", "@modelcontextprotocol/sdk"] as const;
  const desk = deskFor(packages, guard, { onAbort: "stop" }, { endsWith: "call" });
  if (GUARDED in server) return server;
  guardHandlers(server as ServerMethods, desk, runKey, turnAfterMs);
  return marked(server);
}

type Method = (params: CallParams, ...rest: unknown[]) => Promise<unknown>;

/** The part of a `Client`, version 1 or 2, that is used here. */
interface ClientMethods {
  callTool: Method;
  listTools?: (params?: { cursor?: string }, ...rest: unknown[]) => Promise<ToolList>;
  /** Version 1 only. */
  readonly experimental?: { readonly tasks?: { callToolStream?: StreamMethod } };
}

type StreamMethod = (params: CallParams, ...rest: unknown[]) => AsyncIterable<StreamMessage>;

interface StreamMessage {
  readonly type: string;
  readonly result?: unknown;
  readonly error?: unknown;
}

interface ToolList {
  readonly tools: readonly { readonly name: string }[];
  readonly nextCursor?: string;
}

/** The messages of a call, the last of which contains the result or the error. */
async function* messagesOf(messages: unknown, ends: CallEnds): AsyncGenerator<StreamMessage, void> {
  let ended = false;
  try {
    for await (const message of messages as AsyncIterable<StreamMessage>) {
      ended = message.type === "result" || message.type === "error";
      if (message.type === "result") yield { ...message, result: await ends.finish(message.result) };
      else if (message.type === "error") {
        const ran = await ends.fail(message.error);
        yield "result" in ran ? { type: "result", result: ran.result } : { ...message, error: ran.error };
      } else yield message;
    }
  } finally {
    if (!ended) await ends.drop();
  }
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
