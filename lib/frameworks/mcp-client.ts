/** Guards the client's side of MCP: the methods of a `Client` that call tools, and the one that lists them. */

import type { CallEnds } from "../adapter/result-form.ts";
import { property } from "../base/property.ts";
import { type CallContext, type CallParams, isErrorResult } from "./mcp-calls.ts";

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

/** Makes a guarded call. */
export type MakeCall = (params: CallParams, invoke: () => unknown, context: CallContext) => unknown;

/** Calls `make` for every tool call. `unknown`: the server has listed its tools, and this one is not among them. */
export function guardMethods(client: ClientMethods, make: MakeCall): void {
  const { callTool, listTools } = client;
  const tasks = client.experimental?.tasks;
  const callToolStream = tasks?.callToolStream;
  const listed = listedTools();

  client.callTool = async (params, ...rest) => {
    const context = { unknown: listed.lacks(property(params, "name")), signal: signalIn(rest) };
    const result = await make(params, () => callTool.call(client, params, ...rest), context);
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
    tasks.callToolStream = async function* (params, ...rest) {
      const context = { unknown: listed.lacks(property(params, "name")), iterated: messagesOf };
      const made = await make(params, () => callToolStream.call(tasks, params, ...rest), context);
      if (STREAMS.has(made as object)) yield* made as AsyncIterable<StreamMessage>;
      else yield { type: "result", result: made }; // of a refused call
    };
}

/** What `messagesOf` gave, which is no result. */
const STREAMS = new WeakSet<object>();

/** The messages of a call, the last of which contains the result or the error. */
function messagesOf(messages: AsyncIterable<StreamMessage>, ends: CallEnds): AsyncIterable<StreamMessage> {
  const read = async function* (): AsyncGenerator<StreamMessage, void, undefined> {
    let ended = false;
    try {
      for await (const message of messages) {
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
  };
  const made = read();
  STREAMS.add(made);
  return made;
}

/** The names of the server's tools, once all of them were listed. */
function listedTools() {
  let names: Set<string> | undefined;
  let pages = new Set<string>();
  return {
    read({ tools, nextCursor }: ToolList, isFirst: boolean): void {
      if (isFirst) pages = new Set();
      for (const { name } of tools) pages.add(name);
      if (nextCursor === undefined) names = pages;
    },
    lacks: (name: unknown): boolean => typeof name === "string" && names?.has(name) === false,
    /** Adds a tool that was called successfully: servers may add tools at any time without listing them again. */
    has(name: unknown): void {
      if (typeof name === "string") names?.add(name);
    },
  };
}

/** The abort signal in the options, which are the second argument in version 2 and the third in version 1. */
function signalIn(rest: readonly unknown[]): AbortSignal | undefined {
  return (rest.at(-1) as { signal?: AbortSignal } | null | undefined)?.signal;
}
