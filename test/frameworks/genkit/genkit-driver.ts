/** Agents of Genkit, for the conformance suite and for tests of their own. */
import { type GenerateMiddleware, generateMiddleware, type MessageData, type ToolAction, z } from "genkit";
import { type GenkitBeta as Genkit, genkit } from "genkit/beta";
import { logger } from "genkit/logging";
import { toolLoopMiddleware } from "loopguard/genkit";
import type { Driver, Scenario, ScriptedResponse } from "../conformance.ts";

logger.setLogLevel("error");

/** The texts of all tool responses, as a plugin of a model would send them. */
export function resultsIn(messages: readonly MessageData[]): string[] {
  const parts = messages.flatMap(({ content }) => content).flatMap(({ toolResponse }) => toolResponse ?? []);
  return parts.map(({ output, content = [] }) =>
    [output, ...content].map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n"),
  );
}

/** A Genkit whose model's responses come from `respond`. */
export function genkitOf(
  respond: (messages: MessageData[], tools: string[]) => ScriptedResponse,
  usage?: object,
): Genkit {
  const ai = genkit({ model: "scripted" });
  ai.defineModel({ name: "scripted", apiVersion: "v2" }, async ({ messages, tools = [] }, { sendChunk }) => {
    const {
      calls = [],
      text = "",
      usage: used = usage,
    } = respond(
      messages,
      tools.map(({ name }) => name),
    );
    const content = calls.map(({ id, name, arguments: input }) => ({ toolRequest: { ref: id, name, input } }));
    if (calls.length === 0) sendChunk({ content: [{ text }] });
    const message = { role: "model" as const, content: calls.length > 0 ? content : [{ text }] };
    return { message, finishReason: "stop", ...(used === undefined ? {} : { usage: used }) };
  });
  return ai;
}

export function toolsOf(ai: Genkit, tools: Scenario["tools"]): ToolAction[] {
  const inputSchema = z.object({ q: z.string() });
  return Object.entries(tools).map(([name, run]) =>
    ai.defineTool({ name, description: name, inputSchema }, async (args) => run(args)),
  );
}

/** In Genkit a tool's error ends the generation, unless the program has a middleware that shows it to the model. */
export const showErrors: GenerateMiddleware = generateMiddleware({ name: "show-errors" }, () => ({
  tool: async (part, context, next) => {
    try {
      return await next(part, context);
    } catch (error) {
      const { name, ref } = part.toolRequest;
      return {
        toolResponse: { name, ...(ref === undefined ? {} : { ref }), output: { error: (error as Error).message } },
      };
    }
  },
}));

export const driver: Driver = {
  name: "genkit",
  makeAgent({ script, tools, guard, onAbort }) {
    const ai = genkitOf((messages, tools) => script({ results: resultsIn(messages), raw: messages, tools }));
    const own = guard === "off" ? [] : [toolLoopMiddleware(guard, onAbort === undefined ? {} : { onAbort })];
    const options = { prompt: "Go.", tools: toolsOf(ai, tools), maxTurns: 20, use: [showErrors(), ...own] };
    return {
      generate: () => ai.generate(options),
      async stream() {
        const { stream, response } = ai.generateStream(options);
        for await (const _ of stream);
        return response;
      },
    };
  },
  concurrentRuns: true,
  stops: true,
  answers: true,
  // A call of an unknown tool ends a generation by itself. Arguments that do not fit the schema reach the tool and fail there.
  sees: { unknownTool: false, invalidArguments: false, brokenJson: false },
};
