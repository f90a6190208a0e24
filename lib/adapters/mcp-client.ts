/** Guards the client's side of MCP: the methods of a `Client` that call tools, and the one that lists them. */
import { property } from "../base/property.ts";
import type { CallParams, OpenCall } from "./mcp-calls.ts";
import { isErrorResult } from "./mcp-results.ts";

type Method = (params: CallParams, ...rest: unknown[]) => Promise<unknown>;

/** The part of a `Client`, version 1 or 2, that is used here. */
export interface ClientMethods {
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

/** Calls `open` before every tool call. `unknown`: the server has listed its tools, and this one is not among them. */
export function guardMethods(client: ClientMethods, open: (params: CallParams, unknown: boolean) => OpenCall): void {
  const { callTool, listTools } = client;
  const tasks = client.experimental?.tasks;
  const callToolStream = tasks?.callToolStream;
  const listed = new ListedTools();

  client.callTool = async (params, ...rest) => {
    const call = open(params, listed.lacks(property(params, "name")));
    const result = await call.invoke(() => callTool.call(client, params, ...rest), signalIn(rest));
    if (!isErrorResult(result)) listed.has(property(params, "name"));
    return result;
  };
  if (typeof listTools === "function")
    client.listTools = async (params, ...rest) => {
      const list = await listTools.call(client, params, ...rest);
      listed.read(list, params?.cursor === undefined);
      return list;
    };
  if (tasks !== undefined && typeof callToolStream === "function")
    tasks.callToolStream = (params, ...rest) =>
      guardStream(
        () => open(params, listed.lacks(property(params, "name"))),
        () => callToolStream.call(tasks, params, ...rest),
      );
}

/** A call that produces a stream of messages; the last contains the result or the error. */
async function* guardStream(
  open: () => OpenCall,
  invoke: () => AsyncIterable<StreamMessage>,
): AsyncGenerator<StreamMessage, void, undefined> {
  const call = open();
  if (call.refusal !== undefined) {
    yield { type: "result", result: call.refusal };
    return;
  }
  let ended = false;
  try {
    for await (const message of invoke()) {
      ended = message.type === "result" || message.type === "error";
      if (message.type === "result") yield { ...message, result: call.finish(message.result) };
      else if (message.type === "error") yield failure(message, call.fail(message.error));
      else yield message;
    }
  } finally {
    if (!ended) call.drop();
  }
}

function failure(message: StreamMessage, end: { error: unknown } | { result: unknown }): StreamMessage {
  return "result" in end ? { type: "result", result: end.result } : { ...message, error: end.error };
}

/** The names of the server's tools, once all of them were listed. */
class ListedTools {
  #names: Set<string> | undefined;
  #pages = new Set<string>();

  read({ tools, nextCursor }: ToolList, isFirst: boolean): void {
    if (isFirst) this.#pages = new Set();
    for (const { name } of tools) this.#pages.add(name);
    if (nextCursor === undefined) this.#names = this.#pages;
  }

  lacks(name: unknown): boolean {
    return typeof name === "string" && this.#names?.has(name) === false;
  }

  /** Adds a tool that was called successfully: servers may add tools at any time without listing them again. */
  has(name: unknown): void {
    if (typeof name === "string") this.#names?.add(name);
  }
}

/** The abort signal in the options, which are the second argument in version 2 and the third in version 1. */
function signalIn(rest: readonly unknown[]): AbortSignal | undefined {
  return (rest.at(-1) as { signal?: AbortSignal } | null | undefined)?.signal;
}
