/** The features of LangGraph's `ToolNode`. */
import { createRequire } from "node:module";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, MessagesAnnotation, Send, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { toolLoopMiddleware, withLoopGuard } from "loopguard/langchain";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { graphOf, input, modelOf, OPTIONS } from "./langchain-driver.ts";

const { delegation, duplicate, repeat } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const schema = z.object({ q: z.string() });
const fields = { name: "search", description: "Searches", schema };

function stuckModel() {
  let ids = 0;
  return modelOf(() => ({ calls: [{ id: `call_${++ids}`, name: "search", arguments: { q: "x" } }] }));
}

function asking(id: string): AIMessage {
  return new AIMessage({ content: "", tool_calls: [{ id, name: "search", args: { q: "x" } }] });
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("it ended well"),
    (error: unknown) => error,
  );
}

describe("withLoopGuard", () => {
  test("is a ToolNode, and throws our own error out of the graph", async () => {
    const node = withLoopGuard(new ToolNode([tool(async () => "nothing", fields)]), STUCK);
    expect(node).toBeInstanceOf(ToolNode);
    const error = await failure(graphOf(stuckModel(), node).invoke(input, OPTIONS));
    expect(error).toBeInstanceOf(ToolLoopError);
  });

  test("takes a node of another copy of the package, and is not applied twice", async () => {
    const copy = createRequire(import.meta.url)("@langchain/langgraph/prebuilt") as { ToolNode: typeof ToolNode };
    expect(copy.ToolNode).not.toBe(ToolNode);
    const search = vi.fn(async () => "nothing");
    const node = withLoopGuard(withLoopGuard(new copy.ToolNode([tool(search, fields)]), STUCK), STUCK);
    expect(await failure(graphOf(stuckModel(), node).invoke(input, OPTIONS))).toBeInstanceOf(ToolLoopError);
    expect(search).toHaveBeenCalledTimes(2);
    expect(() => withLoopGuard({} as ToolNode)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
  });

  test("where each call is sent with a message of its own, a loop is found in a run that is given in place of a guard", async () => {
    using guard = new LoopGuard(STUCK);
    const search = vi.fn(async () => "nothing");
    const node = withLoopGuard(new ToolNode([tool(search, fields)]), guard.run("thread"));
    const model = stuckModel();
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addNode("tools", node)
      .addEdge("__start__", "model")
      .addConditionalEdges(
        "model",
        ({ messages }) => {
          const { tool_calls = [] } = messages.at(-1) as AIMessage;
          return tool_calls.map(
            (call) => new Send("tools", { messages: [new AIMessage({ content: "", tool_calls: [call] })] }),
          );
        },
        ["tools"],
      )
      .addEdge("tools", "model")
      .compile();
    expect(await failure(graph.invoke(input, OPTIONS))).toBeInstanceOf(ToolLoopError);
    expect(search).toHaveBeenCalledTimes(2);
  });

  test("replays an earlier image", async () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AQI=" } };
    const search = vi.fn(async () => [image]);
    const node = withLoopGuard(new ToolNode([tool(search, fields)]), { detectors: [duplicate({ replay: true })] });
    const messages: (HumanMessage | AIMessage | ToolMessage)[] = [new HumanMessage("Go.")];
    for (const id of ["call_1", "call_2"]) {
      messages.push(asking(id));
      messages.push(...((await node.invoke(messages)) as ToolMessage[]));
    }
    expect(search).toHaveBeenCalledTimes(1);
    expect(messages[4]?.content).toEqual(messages[2]?.content);
    expect(JSON.stringify(messages[2]?.content)).toContain("AQI=");
  });

  test("accepts a list of messages as its state", async () => {
    const node = withLoopGuard(new ToolNode([tool(async () => "nothing", fields)]), STUCK);
    const messages: (HumanMessage | AIMessage | ToolMessage)[] = [new HumanMessage("Go.")];
    for (const id of ["call_1", "call_2"]) {
      messages.push(asking(id));
      messages.push(...((await node.invoke(messages)) as ToolMessage[]));
    }
    expect(messages[2]?.content).toBe("nothing");
    expect(messages[4]?.content).toContain("nothing\n\nTool 'search' called 2 times");
  });

  test("without handleToolErrors a tool's error is thrown, with the warning", async () => {
    const reason = new RangeError("The index is being rebuilt.");
    const failing = tool(async () => {
      throw reason;
    }, fields);
    const node = withLoopGuard(new ToolNode([failing], { handleToolErrors: false, name: "own name" }), STUCK);
    expect(node.name).toBe("own name");
    const messages = [new HumanMessage("Go."), asking("call_1")];
    expect(await failure(node.invoke(messages))).toBe(reason);
    messages.push(asking("call_2"));
    const error = await failure(node.invoke(messages));
    expect(error).toBeInstanceOf(RangeError);
    expect((error as Error).message).toMatch(/^The index is being rebuilt\.\n\nTool 'search' called 2 times/);
    expect(reason.message).toBe("The index is being rebuilt.");
  });

  test("begins a new run with each user turn", async () => {
    const node = withLoopGuard(new ToolNode([tool(async () => "nothing", fields)]), STUCK);
    const first = [new HumanMessage("Go."), asking("call_1")];
    const second = [
      ...first,
      ...((await node.invoke(first)) as ToolMessage[]),
      new HumanMessage("And again."),
      asking("call_2"),
    ];
    expect(((await node.invoke(second)) as ToolMessage[])[0]?.content).toBe("nothing");
  });

  test("finds a loop in a graph whose state has more than messages", async () => {
    const node = withLoopGuard(new ToolNode([tool(async () => "nothing", fields)]), STUCK);
    const messages = [new HumanMessage("Go.")] as (HumanMessage | AIMessage | ToolMessage)[];
    const end = async (): Promise<void> => {
      for (let step = 0; step < 6; step++) {
        messages.push(asking(`call_${step}`));
        const update = (await node.invoke({ messages, user: "Ada" })) as { messages: ToolMessage[] };
        messages.push(...update.messages);
      }
    };
    expect(findToolLoopError(await failure(end()))?.toolName).toBe("search");
    expect(messages.filter((message) => message.getType() === "ai")).toHaveLength(5);
  });
});

describe("agents of one graph that hand over to each other", () => {
  const names = ["triage", "billing"];

  /** Hands over as the guide of LangChain shows: the graph around the agent goes on with another node. */
  const transferTo = (agent: string) =>
    tool(
      async (_args: object, runtime: unknown) => {
        const { state, toolCallId } = runtime as { state?: { messages: unknown[] }; toolCallId?: string };
        const done = new ToolMessage({ content: `Transferred to ${agent}.`, tool_call_id: toolCallId ?? "" });
        const messages = [state?.messages.at(-1), done].filter(Boolean) as never[];
        return new Command({ goto: agent, graph: Command.PARENT, update: { messages } });
      },
      { name: `transfer_to_${agent}`, description: agent, schema: z.object({}) },
    );

  /** Agents each of which hands over to the other, until there are `steps` responses or some tool said something else. */
  function graphWith(guard: LoopGuard, steps: number, read: (() => string) | undefined, make: typeof agentNode) {
    let step = 0;
    const handed: string[] = [];
    const refused: string[] = [];
    const graph = new StateGraph(MessagesAnnotation);
    for (const [i, name] of names.entries()) {
      const other = names[1 - i] as string;
      const model = modelOf(({ results }) => {
        const said = results.at(-1) ?? "";
        if (said.includes("handed over to each other")) refused.push(said);
        if (++step > steps || refused.length > 0) return { text: "Done." };
        const id = `call_${step}`;
        if (read !== undefined && step % 3 === 0) return { calls: [{ id, name: "read", arguments: {} }] };
        handed.push(other);
        return { calls: [{ id, name: `transfer_to_${other}`, arguments: {} }] };
      });
      const tools = [transferTo(other)] as never[];
      if (read !== undefined)
        tools.push(tool(async () => read(), { name: "read", description: "Reads", schema: z.object({}) }) as never);
      graph.addNode(name, make(model, tools, guard) as never, { ends: names });
    }
    graph.addEdge("__start__", names[0] as never);
    return { graph: graph.compile(), handed, refused };
  }

  function agentNode(model: ReturnType<typeof modelOf>, tools: never[], guard: LoopGuard): unknown {
    return createAgent({ model, tools, middleware: [toolLoopMiddleware(guard)] }).graph;
  }
  function nodeOf(model: ReturnType<typeof modelOf>, tools: never[], guard: LoopGuard): unknown {
    return graphOf(model, withLoopGuard(new ToolNode(tools), guard));
  }
  const guardWith = () => new LoopGuard({ detectors: [delegation()], ladder: { hint: 1, abort: 4 } });

  test.each([
    ["agents", agentNode],
    ["graphs", nodeOf],
  ])("are refused it when nothing new comes, and told so: %s", async (_, make) => {
    const { graph, handed, refused } = graphWith(guardWith(), 20, undefined, make);
    await graph.invoke(input, OPTIONS);
    expect(handed).toHaveLength(8); // the first two results were news
    expect(refused).toEqual([expect.stringContaining("have handed over to each other in this order 3 times")]);
  });

  test.each([
    ["agents", agentNode],
    ["graphs", nodeOf],
  ])("are let go on while calls bring news: %s", async (_, make) => {
    let page = 0;
    const { graph, handed, refused } = graphWith(guardWith(), 20, () => `page ${++page}`, make);
    await graph.invoke(input, OPTIONS);
    expect(refused).toEqual([]);
    expect(handed).toHaveLength(14);
  });
});
