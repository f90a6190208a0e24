/**
 * Writes `JSON.stringify(result.steps)` of the AI SDK's versions 5, 6 and 7, which test/traces reads: the SDK with its own mock
 * models. `node test/frameworks/ai-sdk-steps.mjs`, in a checkout with the frameworks installed.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as ai5 from "ai5";
import { MockLanguageModelV2 } from "ai5/test";
import * as ai6 from "ai6";
import { MockLanguageModelV3 } from "ai6/test";
import * as ai7 from "ai7";
import { MockLanguageModelV4 } from "ai7/test";
import { z } from "zod";

const VERSIONS = [
  [5, ai5, MockLanguageModelV2, (total) => total, (reason) => reason],
  [6, ai6, MockLanguageModelV3, (total) => ({ total }), (unified) => ({ unified, raw: undefined })],
  [7, ai7, MockLanguageModelV4, (total) => ({ total }), (unified) => ({ unified, raw: undefined })],
];

const search = ["search", { q: "opening hours" }];
/** A loop, a round of two calls of which one fails, an answer. */
const ROUNDS = [
  [search],
  [search],
  [search],
  [search],
  [
    ["read", { path: "a.ts" }],
    ["read", { path: "b.ts" }],
  ],
  [],
];

for (const [version, { generateText, stepCountIs, isStepCount = stepCountIs, tool }, Mock, count, reason] of VERSIONS) {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  let step = 0;
  const model = new Mock({
    doGenerate: async () => {
      const calls = ROUNDS[step] ?? [];
      const input = 1_000 + 100 * step++;
      return {
        content: [
          { type: "text", text: calls.length > 0 ? `Step ${step}.` : "Closed." },
          ...calls.map(([toolName, args], at) => ({
            ...{ type: "tool-call", toolCallId: `call_${step}_${at}`, toolName },
            input: JSON.stringify(args),
          })),
        ],
        finishReason: reason(calls.length > 0 ? "tool-calls" : "stop"),
        usage: { inputTokens: count(input), outputTokens: count(20), totalTokens: input + 20 },
        response: { id: `resp_${step}`, modelId: "mock", timestamp: new Date(Date.UTC(2026, 0, 1, 10, 0, step)) },
        warnings: [],
      };
    },
  });
  const { steps } = await generateText({
    model,
    prompt: "When is the café open?",
    stopWhen: isStepCount(10),
    tools: {
      search: tool({ inputSchema: z.object({ q: z.string() }), execute: () => "no results" }),
      read: tool({
        inputSchema: z.object({ path: z.string() }),
        execute: ({ path }) => {
          if (path === "b.ts") throw new Error("no such file");
          return { text: `text of ${path}` };
        },
      }),
    },
  });
  const file = fileURLToPath(new URL(`../traces/fixtures/ai-sdk-steps-${version}.json`, import.meta.url));
  writeFileSync(file, JSON.stringify(steps));
}
