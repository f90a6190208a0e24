import { detectors, findToolLoopError, type LoopGuardOptions } from "loopguard";
import { expect } from "vitest";
import { z } from "zod";
import { type Client, type Result, textOf } from "./mcp-driver.ts";

const { repeat } = detectors;

export const STUCK: LoopGuardOptions = {
  detectors: [repeat({ threshold: 2 })],
  ladder: { warn: 1, hint: 2, abort: 4 },
};
export const inputSchema = z.object({ q: z.string() });
export const params = { name: "search", arguments: { q: "x" } };
export const INFO = { name: "test", version: "1.0.0" };

/** The results of five identical calls: two results, two refusals, and the abort. */
export async function expectStuck(client: Client, given: { name: string; arguments?: object } = params): Promise<void> {
  const results: Result[] = [];
  for (let i = 0; i < 5; i++) results.push(await client.callTool(given));
  const [first, second, ...refused] = results as [Result, Result, ...Result[]];
  expect(textOf(first)).toBe("found");
  expect(textOf(second)).toMatch(/^found\n\nTool '.*' called 2 times/);
  for (const result of refused) expect(result.isError).toBe(true);
  expect(results.map((result) => findToolLoopError(result)?.repeats)).toEqual([...Array(4).fill(undefined), 5]);
}
