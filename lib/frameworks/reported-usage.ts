/** What providers' own responses say that has been used. */
import { isAmount } from "../adapter/agent-run.ts";
import { property } from "../base/property.ts";
import type { LoopUsage } from "../base/types.ts";

/** Where providers' responses have their usage: OpenAI's two APIs, and Google's. */
const PLACES = [["usage"], ["response", "usage"], ["usageMetadata"]];
const INPUT = ["prompt_tokens", "input_tokens", "promptTokenCount"];
const OUTPUT = [["completion_tokens"], ["output_tokens"], ["candidatesTokenCount", "thoughtsTokenCount"]];

/** What a provider's own response, or a part of its stream, says that has been used; `undefined`: nothing. */
export function providerUsage(response: unknown): LoopUsage | undefined {
  for (const place of PLACES) {
    const usage = place.reduce(property, response);
    const input = INPUT.map((name) => property(usage, name)).find(isAmount);
    const parts = OUTPUT.map((names) => names.map((name) => property(usage, name)).filter(isAmount));
    const output = parts.find(({ length }) => length > 0)?.reduce((sum, part) => sum + part);
    if (input !== undefined || output !== undefined) return { inputTokens: input ?? 0, outputTokens: output ?? 0 };
  }
  return undefined;
}
