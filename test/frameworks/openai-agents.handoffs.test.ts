/** Handoffs of the OpenAI Agents SDK that go in circles. */
import { Agent, handoff, run, tool } from "@openai/agents";
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from "@openai/agents/testing";
import { detectors, findToolLoopError, LoopGuard } from "loopguard";
import { withLoopGuard } from "loopguard/openai-agents";
import { expect, test } from "vitest";
import { z } from "zod";

const { delegation, noNews } = detectors;

const DETECTORS = { detectors: [delegation(), noNews()] };

/** A model whose responses are made by `respond`, and the requests that it got. */
function modelOf(respond: (request: number) => [name: string, args?: Record<string, unknown>] | string) {
  const asked: string[] = [];
  const model = new ScriptedModel(
    Array.from({ length: 40 }, (_, i) =>
      modelResponder(({ request }) => {
        asked.push(request.systemInstructions ?? "");
        const said = respond(i);
        if (typeof said === "string") return [assistantMessage(said)];
        return [functionCall(said[0], said[1] ?? {}, { callId: `call_${i}` })];
      }),
    ),
  );
  return { model, asked };
}

/** Two agents that can hand off to each other: one entry is an agent, the other a handoff. */
function pair(model: ScriptedModel, tools: ReturnType<typeof tool>[] = []) {
  const triage: Agent = new Agent({ name: "Triage", instructions: "Sort.", model, tools });
  const billing: Agent = new Agent({
    name: "Billing",
    instructions: "Bill.",
    model,
    tools,
    handoffs: [handoff(triage)],
  });
  triage.handoffs = [billing];
  return triage;
}

/** The handoff of an agent: the model goes by the instructions. */
const other = (name: string) => (name === "Billing" ? "transfer_to_Triage" : "transfer_to_Billing");

test("two agents that only hand over to each other are refused it, told so, and stopped", async () => {
  const { model, asked: prompts } = modelOf((i): [string] => [
    prompts[i]?.startsWith("Bill.") ? other("Billing") : other("Triage"),
  ]);
  const agent = withLoopGuard(pair(model), new LoopGuard({ ...DETECTORS, ladder: { hint: 1, abort: 3 } }));
  const error = await run(agent, "Go.", { maxTurns: 40 }).then(
    () => expect.unreachable("it ended well"),
    (thrown: unknown) => thrown,
  );
  expect(findToolLoopError(error)?.detection).toMatchObject({
    detector: "delegation",
    toolName: "Triage",
    strikes: 3,
    details: { kind: "handoff", count: 3, lineage: ["Billing"] },
  });
  // Five handoffs, a refused sixth, refused again, and the end.
  expect(prompts.map((text) => text.split("\n")[0])).toEqual([
    "Sort.",
    "Bill.",
    "Sort.",
    "Bill.",
    "Sort.",
    "Bill.",
    "Bill.",
    "Bill.",
  ]);
  expect(prompts[6]).toContain("have handed over to each other in this order 3 times");
  expect(prompts[7]).toContain("This is the last refusal");
  expect(prompts[5]).toBe("Bill.");
});

test("agents that find something out between handoffs are left alone", async () => {
  let page = 0;
  const read = tool({
    name: "read",
    description: "Reads",
    parameters: z.object({}),
    execute: async () => `page ${++page}`,
  });
  const { model, asked } = modelOf((i) => {
    if (i === 30) return "Done.";
    if (i % 3 === 2) return ["read"];
    return [asked[i]?.startsWith("Bill.") ? other("Billing") : other("Triage")];
  });
  const agent = withLoopGuard(pair(model, [read]), new LoopGuard({ ...DETECTORS, ladder: { hint: 1, abort: 3 } }));
  expect((await run(agent, "Go.", { maxTurns: 40 })).finalOutput).toBe("Done.");
});

test("handoffs are not looked at by a guard without the detector", async () => {
  const { model, asked } = modelOf((i) =>
    i === 30 ? "Done." : [asked[i]?.startsWith("Bill.") ? other("Billing") : other("Triage")],
  );
  expect((await run(withLoopGuard(pair(model)), "Go.", { maxTurns: 40 })).finalOutput).toBe("Done.");
});

test.each([
  ["stop", "aborting to prevent a loop"],
  ["answer", "That is all."],
] as const)("with onAbort: %s a handoff ends the run without an error", async (onAbort, output) => {
  for (const stream of [false, true]) {
    const { model, asked } = modelOf((i) => {
      if (onAbort === "answer" && i === 8) return "That is all.";
      return [asked[i]?.startsWith("Bill.") ? other("Billing") : other("Triage")];
    });
    const guard = new LoopGuard({ ...DETECTORS, ladder: { hint: 1, abort: 3 } });
    const result = await run(withLoopGuard(pair(model), guard, { onAbort }), "Go.", { maxTurns: 40, stream } as object);
    await (result as { completed?: Promise<void> }).completed;
    expect(result.finalOutput).toContain(output);
    expect(findToolLoopError(result)?.detection.detector).toBe("delegation");
    expect(asked).toHaveLength(onAbort === "answer" ? 9 : 8);
  }
});
