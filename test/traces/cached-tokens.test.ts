/** Tokens that were read from the provider's cache, as each format tells of them. */
import { describe, expect, it } from "vitest";
import { cachedOf } from "../../lib/traces/field-values.ts";
import { readTraceFile, readTraceLines } from "../../lib/traces/read-trace.ts";
import type { TraceCall } from "../../lib/traces/trace-types.ts";
import { fixture } from "./recorder.ts";

type Tokens = [tokens: number | undefined, cached: number | undefined];

function noting(calls: TraceCall[]) {
  const nothing = () => undefined;
  const call = (one: TraceCall) => void calls.push(one);
  return { fault: nothing, open: () => ({ round: nothing, turn: nothing, call, outcome: nothing, end: nothing }) };
}

async function tokensOf(lines: readonly unknown[]): Promise<Tokens[]> {
  const calls: TraceCall[] = [];
  await readTraceLines([Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""))], "t", noting(calls));
  return calls.map(({ tokens, cachedTokens }) => [tokens, cachedTokens]);
}

describe("a usage record", () => {
  it.each<[string, object, number | undefined]>([
    ["Anthropic", { input_tokens: 1, cache_read_input_tokens: 7 }, 7],
    ["OpenAI chat", { prompt_tokens: 9, prompt_tokens_details: { cached_tokens: 8 } }, 8],
    ["OpenAI responses", { input_tokens: 9, input_tokens_details: { cached_tokens: 8 } }, 8],
    ["Gemini", { totalTokenCount: 9, cachedContentTokenCount: 5 }, 5],
    ["AI SDK", { inputTokens: 9, cachedInputTokens: 5 }, 5],
    ["AI SDK 6", { inputTokens: 9, inputTokenDetails: { cacheReadTokens: 5 } }, 5],
    ["LangChain", { input_tokens: 9, input_token_details: { cache_read: 5 } }, 5],
    ["opencode", { total: 9, cache: { read: 4, write: 1 } }, 4],
    ["nothing of a cache", { total_tokens: 9 }, undefined],
  ])("of %s", (_, usage, cached) => expect(cachedOf(usage)).toBe(cached));
});

describe("the calls of a response", () => {
  const message = (usage: object) => ({
    role: "assistant",
    content: [1, 2].map((id) => ({ type: "tool_use", id: `${id}`, name: "look", input: {} })),
    usage,
  });

  it("share its cached tokens as they share all", async () => {
    const usage = { input_tokens: 4, cache_read_input_tokens: 90, output_tokens: 6 };
    expect(await tokensOf([message(usage)])).toEqual([[50, 45], [50, 45]]); // biome-ignore format: pairs
  });

  it("have no more of them than tokens, and none where the count is no count", async () => {
    expect((await tokensOf([message({ total_tokens: 10, cached_tokens: 90 })]))[0]).toEqual([5, 5]);
    expect((await tokensOf([message({ total_tokens: 10, cached_tokens: -1 })]))[0]).toEqual([5, undefined]);
    expect((await tokensOf([message({ cached_tokens: 90 })]))[0]).toEqual([undefined, undefined]);
  });

  it("of a span have those of the response before", async () => {
    const span = (spanId: string, start: number, attributes: object) => ({
      traceId: "t",
      spanId,
      startTime: start,
      attributes,
    });
    const attributes = {
      "gen_ai.operation.name": "chat",
      "gen_ai.usage.input_tokens": 80,
      "gen_ai.usage.output_tokens": 20,
      "gen_ai.usage.cache_read.input_tokens": 60,
    };
    const tool = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "look" };
    expect(await tokensOf([span("a", 1_700_000_000_000, attributes), span("b", 1_700_000_001_000, tool)])).toEqual([
      [100, 60],
    ]);
  });

  it("of fixtures of logs", async () => {
    for (const name of ["exchanges.jsonl", "exchanges-anthropic.jsonl"]) {
      const calls: TraceCall[] = [];
      await readTraceFile(fixture(name), noting(calls));
      expect([calls[0]?.tokens, calls[0]?.cachedTokens]).toEqual([100, 60]);
    }
  });
});
