/** What a provider's own response says that has been used. */
import { expect, test } from "vitest";
import { providerUsage } from "../../lib/run/usage.ts";

test.each([
  ["OpenAI's chat completions", { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } }],
  ["OpenAI's responses", { type: "response.completed", response: { usage: { input_tokens: 3, output_tokens: 2 } } }],
  ["Google", { usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1, thoughtsTokenCount: 1 } }],
])("%s", (_, response) => {
  expect(providerUsage(response)).toEqual({ inputTokens: 3, outputTokens: 2 });
});

test("a half of it", () => {
  expect(providerUsage({ usageMetadata: { promptTokenCount: 3 } })).toEqual({ inputTokens: 3 });
  expect(providerUsage({ usage: { output_tokens: 2, input_tokens: -1 } })).toEqual({ outputTokens: 2 });
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["no object", "usage"],
  ["none", { usage: null }],
  ["no numbers", { usage: { prompt_tokens: "3", completion_tokens: Number.NaN } }],
  [
    "what cannot be read",
    Object.defineProperty({}, "usage", {
      get: () => {
        throw new Error("no");
      },
    }),
  ],
])("%s is none", (_, response) => {
  expect(providerUsage(response)).toBeUndefined();
});
