/** The workflows of the tests. Steps get what they run from `scenarios`, because a workflow takes data only. */
import { DurableAgent } from "@workflow/ai/agent";
import type { LanguageModel, ModelMessage, ToolSet, UIMessageChunk } from "ai";
import { findToolLoopError } from "loopguard";
import { judgeRound, type Round, stopOnToolLoop, withLoopGuard } from "loopguard/workflow";
import { getWritable } from "workflow";
import { z } from "zod";
import { guardOptionsOf, modelOf, runTool, writerOf } from "../scenarios.ts";

/** A model is a step that the agent's own steps call. */
function model(id: string): () => Promise<LanguageModel> {
  return async () => {
    "use step";
    const own = id; // so that the compiler sees it
    return modelOf(own);
  };
}

/** The same, of models whose texts are looked at. */
function writer(id: string): () => Promise<LanguageModel> {
  return async () => {
    "use step";
    const own = id;
    return writerOf(own);
  };
}

async function tool(id: string, name: string, args: { q: string }): Promise<string> {
  "use step";
  return runTool(id, name, args);
}
tool.maxRetries = 0;

async function judge(id: string, round: Round) {
  "use step";
  return judgeRound(round, guardOptionsOf(id));
}

/** An error keeps its text only when it leaves a workflow, so a loop is returned. */
export interface Ended {
  text?: string;
  loop?: object;
  /** It ended without an error. */
  stopped?: object;
}

/** An agent with the tools `names`; `isGuarded`: with the guard. */
export async function agentWorkflow(
  id: string,
  names: string[],
  isGuarded: boolean,
  onAbort = "throw",
  maxSteps = 20,
): Promise<Ended> {
  "use workflow";
  const tools: ToolSet = Object.fromEntries(
    names.map((name) => [
      name,
      {
        description: name,
        inputSchema: z.object({ q: z.string() }),
        execute: (args: { q: string }) => tool(id, name, args),
      },
    ]),
  );
  const options = { model: model(id) as never, tools, instructions: "Be brief." };
  const agent = new DurableAgent(
    isGuarded ? withLoopGuard(options, (round) => judge(id, round), onAbort === "answer" ? { onAbort } : {}) : options,
  );
  const messages: ModelMessage[] = [{ role: "user", content: "Go." }];
  try {
    const writable = getWritable<UIMessageChunk>();
    const ends = onAbort === "stop" ? { stopWhen: stopOnToolLoop } : {};
    const { steps } = await agent.stream({ messages, writable, maxSteps, ...ends });
    const stopped = findToolLoopError(steps);
    return { text: steps.at(-1)?.text ?? "", ...(stopped === undefined ? {} : { stopped: stopped.toJSON() }) };
  } catch (error) {
    const loop = findToolLoopError(error);
    if (loop === undefined) throw error;
    return { loop: loop.toJSON() };
  }
}

/** An agent whose model writes. */
export async function writingWorkflow(id: string): Promise<Ended> {
  "use workflow";
  const onStepFinish = async (): Promise<void> => {};
  const options = { model: writer(id) as never, instructions: "Be brief.", onStepFinish };
  const agent = new DurableAgent(withLoopGuard(options, (round) => judge(id, round)));
  const messages: ModelMessage[] = [{ role: "user", content: "Go." }];
  try {
    const { steps } = await agent.stream({ messages, writable: getWritable<UIMessageChunk>(), maxSteps: 20 });
    return { text: steps.at(-1)?.text ?? "" };
  } catch (error) {
    const loop = findToolLoopError(error);
    if (loop === undefined) throw error;
    return { loop: loop.toJSON() };
  }
}
