/** What runs cost where nobody was billed: as a model reads, and as usage would have said. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { argumentsSize, RunCosts } from "../../lib/cli/scan/run-costs.ts";
import type { ScanReport } from "../../lib/cli/scan-types.ts";
import { tries } from "../effort.ts";
import { runProgram } from "./tune-program.ts";

async function scanned(lines: readonly object[], ...flags: string[]): Promise<ScanReport> {
  const folder = mkdtempSync(join(tmpdir(), "loopguard-costs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "trace.jsonl");
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return JSON.parse((await runProgram(["scan", file, "--json", ...flags])).out) as ScanReport;
}

interface Step {
  said: string;
  calls: readonly { args: object; result: string }[];
}

const text = fc.string({ unit: fc.constantFrom("a", "b", " "), minLength: 1, maxLength: 400 });
const step: fc.Arbitrary<Step> = fc.record({
  said: text,
  calls: fc.array(fc.record({ args: fc.record({ q: text }), result: text }), { minLength: 1, maxLength: 3 }),
});

/** A conversation of a chat API; with `usage`, each response has what it read and wrote, at four characters a token. */
function conversation(system: string, question: string, steps: readonly Step[], billed: boolean): object[] {
  let read = system.length + question.length;
  const messages: object[] = [
    { role: "system", content: system },
    { role: "user", content: question },
  ];
  for (const [round, { said, calls }] of steps.entries()) {
    const own = calls.map(({ args }, at) => ({
      ...{ id: `${round}.${at}`, type: "function" },
      function: { name: "look", arguments: JSON.stringify(args) },
    }));
    const wrote = said.length + own.reduce((sum, call) => sum + call.function.arguments.length, 0);
    const usage = { prompt_tokens: read / 4, completion_tokens: wrote / 4, total_tokens: (read + wrote) / 4 };
    messages.push({ role: "assistant", content: said, tool_calls: own, ...(billed && { usage }) });
    for (const [at, { result }] of calls.entries()) {
      messages.push({ role: "tool", tool_call_id: `${round}.${at}`, content: result });
      read += result.length;
    }
    read += wrote;
  }
  return messages;
}

test("the same trace with usage and without costs the same, within a factor of 1.5", async () => {
  const system = "You are careful. ".repeat(40);
  const looping = Array.from({ length: 31 }, () => ({
    said: "Let me look.",
    calls: [{ args: { q: "opening hours" }, result: "no results ".repeat(20) }],
  }));
  const price = ["--price", "3", "--currency", "EUR"];
  const told = await scanned([{ messages: conversation(system, "When?", looping, true) }], ...price);
  const guessed = await scanned([{ messages: conversation(system, "When?", looping, false) }], ...price);
  expect(told.totals.unbilledRuns).toBeUndefined();
  expect(guessed.totals.unbilledRuns).toBe(1);
  for (const key of ["wastedCost", "savedCost"] as const) {
    const ratio = (guessed.totals[key] as number) / (told.totals[key] as number);
    expect(ratio).toBeGreaterThan(1 / 1.1);
    expect(ratio).toBeLessThan(1.1);
  }
  const all = (report: ScanReport) => report.totals.tokens + (report.totals.resentTokens ?? 0);
  expect(all(guessed) / all(told)).toBeGreaterThan(1 / 1.1);
  expect(all(guessed) / all(told)).toBeLessThan(1.1);
});

test("of any conversation too, whatever is called together", async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.array(step, { minLength: 2, maxLength: 20 }), async (system, steps) => {
      const [told, guessed] = [true, false].map((billed) => conversation(system, "?", steps, billed));
      const { totals: bill } = await scanned([{ messages: told }]);
      const { totals: guess } = await scanned([{ messages: guessed }]);
      const last = (steps.at(-1)?.calls ?? []).reduce((sum, { result }) => sum + result.length, 0) / 4;
      const own = guess.tokens + (guess.resentTokens ?? 0);
      // Nobody read the last results; what was written counts once, and whole tokens are rounded.
      expect(Math.abs(own - last - bill.tokens)).toBeLessThanOrEqual(2 + steps.length);
    }),
    { numRuns: tries(40) },
  );
});

test("a cached price is that of what is sent again", async () => {
  const steps = Array.from({ length: 8 }, () => ({ said: "", calls: [{ args: {}, result: "none ".repeat(100) }] }));
  const lines = [{ messages: conversation("", "?", steps, false) }];
  const { totals } = await scanned(lines, "--price", "10", "--cached-price", "1");
  const { wastedTokens, wastedResentTokens = 0 } = totals;
  expect(totals.wastedCost).toBeCloseTo((wastedTokens * 10 + wastedResentTokens) / 1e6, 9);
  expect(totals.currency).toBe("USD");
});

test("after a compaction only what came since is sent again", () => {
  const costs = new RunCosts();
  const call = () => {
    costs.round();
    const cost = costs.call({ name: "look", arguments: "1234" });
    costs.outcome(96, cost);
    return cost.resent;
  };
  expect([call(), call(), call()]).toEqual([0, 4, 104]);
  costs.compacted();
  expect([call(), call()]).toEqual([0, 4]);
});

test("the size of arguments is that of their JSON, but for escapes; nesting without end is no trouble", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const json = JSON.stringify(value);
      fc.pre(!json.includes("\\") && typeof value !== "string");
      expect(argumentsSize(JSON.parse(json))).toBe(json.length);
    }),
  );
  const deep: unknown = JSON.parse("[".repeat(5_000) + "]".repeat(5_000));
  expect(argumentsSize(deep)).toBeLessThan(1_000);
});
