/**
 * Agents of Think in a Worker. What a scenario's model and tools do is asked of the test, which is another process: a request
 * names the scenario, and its answer says how the turn ended.
 */
import { type PrepareStepContext, Think, type TurnConfig, type TurnContext } from "@cloudflare/think";
import { getAgentByName } from "agents";
import { type LanguageModel, type ToolSet, tool } from "ai";
import { detectors, LoopGuard, type LoopGuardOptions, type LoopRun, ToolLoopError } from "loopguard";
import { guardModel, guardTools, stopOnToolLoop, throwOnToolLoop } from "loopguard/ai-sdk";
import { z } from "zod";

const { repeat } = detectors;

/** What a turn is told. */
export interface Spec {
  /** Where the test answers. */
  origin: string;
  tools: string[];
  guard: LoopGuardOptions | "off" | "shared" | undefined;
  /** The turn ends with an error. */
  throws: boolean;
}

interface Env {
  Scripted: DurableObjectNamespace<Scripted>;
}

/** The guard that the suite shares: a constant of the module, as in any Worker. */
const SHARED = new LoopGuard({ detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } });

export class Scripted extends Think<Env> {
  override maxSteps = 20;
  #spec: Spec | undefined;
  #guard: LoopGuard | undefined;
  #run: LoopRun | undefined;
  #throwIfAborted: ReturnType<typeof throwOnToolLoop> | undefined;

  override getModel(): LanguageModel {
    return scripted((prompt) => ask(this.#spec, "script", prompt));
  }

  override getSystemPrompt(): string {
    return "Be brief.";
  }

  override getTools(): ToolSet {
    const inputSchema = z.object({ q: z.string() });
    const execute = (name: string) => (args: unknown) => ask(this.#spec, `tool/${name}`, args);
    const names = this.#spec?.tools ?? [];
    return Object.fromEntries(
      names.map((name) => [name, tool({ description: name, inputSchema, execute: execute(name) })]),
    );
  }

  override beforeTurn({ tools, model, requestId }: TurnContext): TurnConfig {
    if (this.#guard === undefined) return {};
    const run = this.#guard.run(requestId);
    this.#run = run;
    const parts = { tools: guardTools(tools, run), model: guardModel(model as LanguageModel, run) };
    if (this.#spec?.throws !== true) return { ...parts, stopWhen: stopOnToolLoop(run) };
    this.#throwIfAborted = throwOnToolLoop(run);
    return parts;
  }

  override beforeStep(step: PrepareStepContext): ReturnType<Think["beforeStep"]> {
    return this.#throwIfAborted?.(step);
  }

  /** One turn. */
  async turn(spec: Spec): Promise<object> {
    this.#spec = spec;
    this.#run = undefined;
    const { guard } = spec;
    if (guard === "off") this.#guard = undefined;
    else this.#guard = guard === "shared" ? SHARED : new LoopGuard(guard);
    const id = crypto.randomUUID();
    const { status } = await this.saveMessages([{ id, role: "user", parts: [{ type: "text", text: "Go." }] }]);
    const tripped = (this.#run as LoopRun | undefined)?.tripped ?? null;
    return { status, error: tripped === null ? undefined : new ToolLoopError(tripped).toJSON() };
  }
}

async function ask<T>(spec: Spec | undefined, what: string, body: unknown): Promise<T> {
  const response = await fetch(`${spec?.origin}/${what}`, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

interface Answer {
  calls?: { id: string; name: string; arguments: unknown }[];
  text?: string;
}

function scripted(respond: (prompt: unknown) => Promise<Answer>): LanguageModel {
  const doStream = async ({ prompt }: { prompt: unknown }): Promise<{ stream: ReadableStream }> => {
    const { calls = [], text = "" } = await respond(prompt);
    const said =
      calls.length > 0
        ? calls.map(({ id, name, arguments: args }) => ({
            type: "tool-call",
            toolCallId: id,
            toolName: name,
            input: typeof args === "string" ? args : JSON.stringify(args),
          }))
        : [
            { type: "text-start", id: "1" },
            { type: "text-delta", id: "1", delta: text },
            { type: "text-end", id: "1" },
          ];
    const reason = calls.length > 0 ? "tool-calls" : "stop";
    const finishReason = { unified: reason, raw: reason };
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    const parts = [{ type: "stream-start", warnings: [] }, ...said, { type: "finish", finishReason, usage }];
    const stream = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    return { stream };
  };
  const doGenerate = (): never => {
    throw new Error("The agent streams");
  };
  const about = { specificationVersion: "v3", provider: "test", modelId: "scripted", supportedUrls: {} };
  return { ...about, doGenerate, doStream } as unknown as LanguageModel;
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/ready") return new Response();
    const agent = await getAgentByName(env.Scripted as never, pathname);
    return Response.json(await (agent as unknown as Scripted).turn(await request.json()));
  },
};
