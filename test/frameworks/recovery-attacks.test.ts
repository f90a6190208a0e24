/** What may go wrong while a run is got out of its loop: nothing is unhandled, nothing that came back is lost, all that is tried is told of. */
import { simulateReadableStream } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { findToolLoopError, LoopGuard, type LoopGuardOptions, type LoopRecovery } from "loopguard";
import { withLoopGuard } from "loopguard/ai-sdk";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { driver as adk } from "./adk-driver.ts";
import { AI7, agentDriver, functionsDriver } from "./ai-sdk-driver.ts";
import type { Driver, Scenario, ScriptedCall, ScriptedResponse } from "./conformance.ts";
import { createAgentDriver } from "./langchain-driver.ts";
import { driver as llamaIndex } from "./llamaindex-driver.ts";
import { driver as mastra } from "./mastra-driver.ts";
import { withLoopGuardDriver } from "./openai-agents-driver.ts";
import { driver as strands } from "./strands-driver.ts";
import { driver as tanstack } from "./tanstack-ai-driver.ts";
import { nothingIsUnhandled } from "./unhandled.ts";

const DRIVERS = [
  functionsDriver(AI7),
  agentDriver(AI7),
  withLoopGuardDriver,
  createAgentDriver,
  mastra,
  tanstack,
  strands,
  adk,
  llamaIndex,
];

nothingIsUnhandled();

type Mode = "generate" | "stream";
/** More requests than any ladder takes. */
const REQUESTS_MAX = 16;

/** One run of a model that makes these responses to its requests, from 0. */
async function runOf(
  driver: Driver,
  mode: Mode,
  respond: (at: number) => ScriptedResponse,
  more: Partial<Scenario> = {},
) {
  const told: LoopRecovery[] = [];
  const onRecovery = (one: LoopRecovery): void => void told.push(one);
  const options: LoopGuardOptions = { recover: true, onRecovery };
  let requests = 0;
  let offered: readonly string[] | undefined;
  const agent = driver.makeAgent({
    guard: new LoopGuard(options),
    onAbort: "answer",
    tools: { search: () => "fact-1", read: () => "fact-2" },
    script({ tools }) {
      offered = tools;
      return requests < REQUESTS_MAX ? respond(requests++) : { text: "Given up." };
    },
    ...more,
  });
  const run = agent[mode];
  const ending = await (run === undefined
    ? undefined
    : run.call(agent).then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      ));
  const open =
    told.filter(({ outcome }) => outcome === "tried").length - told.filter(({ outcome }) => outcome !== "tried").length;
  return { ending, requests, offered, told, open };
}

let ids = 0;
const call = (name: string, q = "x"): ScriptedCall => ({ id: `a${++ids}`, name, arguments: { q } });

describe.each(DRIVERS.map((driver) => [driver.name, driver] as const))("%s", (_, driver) => {
  describe.each(["generate", "stream"] as const)("%s", (mode) => {
    test("parallel calls, of which some are a loop: the run ends with an answer, and with the results of all", async () => {
      const calls = (at: number) => [call("search"), call("search"), call("read", `page ${Math.min(at, 1)}`)];
      const { ending, requests, offered, open } = await runOf(driver, mode, (at) => ({ calls: calls(at) }));
      if (ending === undefined) return;
      expect(ending).toHaveProperty("result");
      expect([requests < REQUESTS_MAX, offered ?? [], open]).toEqual([true, [], 0]);
      if (driver.stops)
        expect(
          findToolLoopError(ending)
            ?.results.map((one) => JSON.stringify(one))
            .join(),
        ).toMatch(/fact-1.*fact-2|fact-2.*fact-1/s);
    });

    test("a tool that throws while a rung runs", async () => {
      let times = 0;
      const search = (): string => {
        if (++times > 1) throw new Error("The index is being rebuilt.");
        return "fact-1";
      };
      const { ending, requests, open } = await runOf(driver, mode, () => ({ calls: [call("search")] }), {
        tools: { search, read: () => "fact-2" },
      });
      if (ending === undefined) return;
      expect(ending).toHaveProperty("result");
      expect([requests < REQUESTS_MAX, open]).toEqual([true, 0]);
    });

    // In LlamaIndex nothing handles the error of a step, with a guard or without.
    test.skipIf(driver === llamaIndex)(
      "a model that fails at a request of a rung: the failure is the user's, and the next run is whole",
      async () => {
        const down = (): never => {
          throw new Error("The model is down");
        };
        const { ending, told } = await runOf(driver, mode, (at) => (at < 3 ? { calls: [call("search")] } : down()));
        if (ending === undefined) return;
        expect(ending).toHaveProperty(driver === adk ? "result" : "error"); // ADK tells of it with an event
        expect(told.filter(({ outcome }) => outcome === "ended")).toEqual([]);
        const next = await runOf(driver, mode, (at) => (at < 3 ? { calls: [call("search")] } : { text: "Done." }));
        expect(next.ending).toHaveProperty("result");
        expect(next.told.map(({ rung, outcome }) => `${rung} ${outcome}`)).toEqual(["prune tried", "prune ended"]);
      },
    );

    test("two runs of one guard at once: each is got out of its own loop", async () => {
      const told: LoopRecovery[] = [];
      const guard = new LoopGuard({ recover: true, onRecovery: (one) => void told.push(one) });
      const both = await Promise.all(
        ["search", "read"].map((name) =>
          runOf(driver, mode, (at) => (at < 3 ? { calls: [call(name)] } : { text: "Done." }), { guard }),
        ),
      );
      if (both[0]?.ending === undefined) return;
      for (const { ending, requests } of both)
        expect([ending, requests]).toEqual([expect.objectContaining({ result: expect.anything() }), 4]);
      const rungs = told.map(({ rung, outcome, detection }) => `${detection.toolName} ${rung} ${outcome}`);
      expect(rungs.sort()).toEqual([
        "read prune ended",
        "read prune tried",
        "search prune ended",
        "search prune tried",
      ]);
    });
  });
});

/** A model that asks for the same call until its tools are taken away, or until request `hangs`, in which it says a word and is silent. */
function hanging(hangs: number) {
  const seen = { requests: 0, cancelled: false, began: () => {} };
  const began = new Promise<void>((resolve) => {
    seen.began = resolve;
  });
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const finish = { type: "finish", finishReason: { unified: "tool-calls", raw: undefined }, usage };
  const model = new MockLanguageModelV3({
    doStream: (async ({ abortSignal }: { abortSignal?: AbortSignal }) => {
      const at = seen.requests++;
      if (at < hangs)
        return {
          stream: simulateReadableStream({
            chunks: [
              { type: "tool-call", toolCallId: `h${at}`, toolName: "search", input: '{"q":"x"}' },
              finish,
            ] as never[],
          }),
        };
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue({ type: "text-start", id: "1" });
          controller.enqueue({ type: "text-delta", id: "1", delta: "So" });
          abortSignal?.addEventListener("abort", () => controller.error(abortSignal.reason));
          seen.began();
        },
        cancel: () => void (seen.cancelled = true),
      });
      return { stream };
    }) as never,
  });
  return { model, seen, began };
}

/** The fourth request is that of the first rung; the eighth is the last of the run. */
describe.each([
  ["the request of a rung", 3, "prune"],
  ["the last request", 7, "answer"],
])("ai 7: streamText, in %s", (_, hangs, rung) => {
  function begin(abortSignal?: AbortSignal) {
    const told: LoopRecovery[] = [];
    const { model, seen, began } = hanging(hangs);
    const guard = new LoopGuard({ recover: true, onRecovery: (one) => void told.push(one) });
    const tools = { search: AI7.sdk.tool({ inputSchema: z.object({ q: z.string() }), execute: async () => "fact-1" }) };
    const settings = { model, tools, prompt: "Go.", stopWhen: AI7.sdk.stepCountIs(20), abortSignal };
    const errors: unknown[] = [];
    const result = AI7.sdk.streamText({
      ...(withLoopGuard(settings as object, guard, { onAbort: "answer" }) as object),
      onError: ({ error }: { error: unknown }) => void errors.push(error),
    });
    return { result, seen, began, told, guard };
  }
  const outcomes = (told: readonly LoopRecovery[]) =>
    told.filter((one) => one.rung === rung).map(({ outcome }) => outcome);

  test("an abort ends the stream, nobody is asked again, and nothing is told to have helped", async () => {
    const controller = new AbortController();
    const { result, seen, began, told } = begin(controller.signal);
    const types: string[] = [];
    void began.then(() => controller.abort(new Error("enough")));
    for await (const { type } of result.fullStream) types.push(type);
    expect([types.at(-1), seen.requests]).toEqual(["abort", hangs + 1]);
    expect(outcomes(told)).not.toContain("ended");
  });

  test("who stops reading stops the model, and nothing is told to have helped", async () => {
    const { result, seen, told } = begin();
    for await (const part of result.textStream) {
      expect(part).toBe("So");
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen.requests).toBe(hangs + 1);
    expect(outcomes(told)).not.toContain("ended");
  });
});
