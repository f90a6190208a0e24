/** Agents of Google's ADK, for the conformance suite and for tests of their own. */
import {
  BaseLlm,
  type BaseLlmConnection,
  type BasePlugin,
  type BaseTool,
  type Event,
  FunctionTool,
  InMemoryRunner,
  LlmAgent,
  type LlmRequest,
  type LlmResponse,
  LogLevel,
  StreamingMode,
  setLogLevel,
} from "@google/adk";
import { type AdkGuardOptions, ToolLoopPlugin } from "loopguard/adk";
import { z } from "zod";
import type { Driver, Scenario, ScriptedResponse } from "./conformance.ts";

setLogLevel((LogLevel.ERROR + 1) as LogLevel);

/** A model whose responses come from `respond`. ADK has no mock of its own. */
export class MockModel extends BaseLlm {
  readonly #respond: (request: LlmRequest) => ScriptedResponse;

  constructor(respond: (request: LlmRequest) => ScriptedResponse) {
    super({ model: "mock" });
    this.#respond = respond;
  }

  async *generateContentAsync(request: LlmRequest): AsyncGenerator<LlmResponse, void> {
    const { calls = [], text = "", usage } = this.#respond(request);
    const parts = calls.map(({ id, name, arguments: args }) => ({
      functionCall: { id, name, args: args as Record<string, unknown> },
    }));
    const used = { promptTokenCount: usage?.inputTokens, candidatesTokenCount: usage?.outputTokens };
    const usageMetadata = usage === undefined ? {} : { usageMetadata: used };
    yield { content: { role: "model", parts: calls.length > 0 ? parts : [{ text }] }, ...usageMetadata };
  }

  connect(): Promise<BaseLlmConnection> {
    throw new Error("not used");
  }
}

export function resultsIn({ contents }: LlmRequest): string[] {
  return contents.flatMap(({ parts = [] }) =>
    parts.flatMap(({ functionResponse }) => (functionResponse ? [textOf(functionResponse.response)] : [])),
  );
}

/** ADK wraps the text of a tool into an object. */
export function textOf(response: Record<string, unknown> | undefined): string {
  const names = Object.keys(response ?? {});
  const only = names.length === 1 ? response?.["result"] : undefined;
  return typeof only === "string" ? only : JSON.stringify(response);
}

export function adkTools(tools: Scenario["tools"]): BaseTool[] {
  const parameters = z.object({ q: z.string() });
  return Object.entries(tools).map(
    ([name, run]) => new FunctionTool({ name, description: name, parameters, execute: (args) => run(args) }),
  );
}

function offeredBy({ config }: LlmRequest): string[] {
  const groups = (config?.tools ?? []) as { functionDeclarations?: { name?: string }[] }[];
  return groups.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name = "" }) => name));
}

export const scripted = (script: Scenario["script"]): MockModel =>
  new MockModel((request) => script({ results: resultsIn(request), raw: request.contents, tools: offeredBy(request) }));

/** A runner's events, in a new session. */
export async function* eventsOf(
  runner: InMemoryRunner,
  streamingMode = StreamingMode.NONE,
  text = "Go.",
): AsyncGenerator<Event> {
  const { id } = await runner.sessionService.createSession({ appName: runner.appName, userId: "u" });
  const newMessage = { role: "user", parts: [{ text }] };
  yield* runner.runAsync({ userId: "u", sessionId: id, newMessage, runConfig: { streamingMode } });
}

export async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const event of events) list.push(event);
  return list;
}

export const driver: Driver = {
  name: "adk",
  makeAgent({ script, tools, guard, onAbort }) {
    const agent = new LlmAgent({ name: "agent", model: scripted(script), tools: adkTools(tools) });
    const runner = new InMemoryRunner({
      agent,
      appName: "test",
      plugins: guard === "off" ? [] : [new ToolLoopPlugin(guard, { onAbort })],
    });
    const run = (mode: StreamingMode): Promise<Event[]> => all(eventsOf(runner, mode));
    return { generate: () => run(StreamingMode.NONE), stream: () => run(StreamingMode.SSE) };
  },
  concurrentRuns: true,
  stops: true,
  answers: true,
  // Arguments are objects from the start; those that do not fit the schema reach the tool and fail there.
  sees: { unknownTool: true, invalidArguments: false, brokenJson: false },
};

export function runnerOf(
  agent: InMemoryRunner["agent"],
  guard: ConstructorParameters<typeof ToolLoopPlugin>[0],
  more: BasePlugin[] = [],
  onAbort: AdkGuardOptions["onAbort"] = "stop",
): InMemoryRunner {
  return new InMemoryRunner({ agent, appName: "test", plugins: [new ToolLoopPlugin(guard, { onAbort }), ...more] });
}

/** A tool without a schema that gives `result` as it is, and counts its calls. */
export function toolOf(name: string, result: () => unknown = () => "No results."): FunctionTool & { calls: number } {
  const execute = (): unknown => {
    counter.calls++;
    return result();
  };
  const counter = Object.assign(new FunctionTool({ name, description: name, execute }), { calls: 0 });
  return counter;
}
