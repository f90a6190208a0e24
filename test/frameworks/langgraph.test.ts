/** The features of LangGraph's `ToolNode`. */
import { AIMessage, HumanMessage, type ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { findToolLoopError, type LoopGuardOptions, repeat, ToolLoopError } from "loopguard";
import { guardedToolNode } from "loopguard/langchain";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { graphOf, input, modelOf, OPTIONS } from "./langchain-driver.ts";

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

describe("guardedToolNode", () => {
  test("is a ToolNode, and throws our own error out of the graph", async () => {
    const node = guardedToolNode([tool(async () => "nothing", fields)], STUCK);
    expect(node).toBeInstanceOf(ToolNode);
    const error = await failure(graphOf(stuckModel(), node).invoke(input, OPTIONS));
    expect(error).toBeInstanceOf(ToolLoopError);
  });

  test("accepts a list of messages as its state", async () => {
    const node = guardedToolNode([tool(async () => "nothing", fields)], STUCK);
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
    const node = guardedToolNode([failing], STUCK, { handleToolErrors: false, name: "own name" });
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
    const node = guardedToolNode([tool(async () => "nothing", fields)], STUCK);
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
    const node = guardedToolNode([tool(async () => "nothing", fields)], STUCK);
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
