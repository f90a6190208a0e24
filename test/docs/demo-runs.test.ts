/** The runs that come with the demo are facts, and each says where it is from. */
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readTraceFile } from "../../lib/traces/read-trace.ts";

interface Reduced {
  readonly id: string;
  readonly source: string;
  readonly model: string | null;
  readonly license: string;
  readonly stuck: boolean;
  readonly calls: readonly Readonly<Record<string, unknown>>[];
}

const at = (name: string) => fileURLToPath(new URL(`../../examples/runs/${name}`, import.meta.url));
const runs: Reduced[] = readFileSync(at("real.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
const readme = readFileSync(at("README.md"), "utf8");

it("there are enough of them, looping and healthy ones, in a small file", () => {
  const stuck = runs.filter((run) => run.stuck).length;
  const calls = runs.reduce((sum, run) => sum + run.calls.length, 0);
  expect([runs.length, stuck, calls]).toEqual([143, 48, 3881]);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  expect(statSync(at("real.jsonl")).size).toBeLessThan(450_000);
});

it("each names its source, its model and a licence that allows this; the README has them all", () => {
  const rows = new Map(readme.split("\n").map((line) => [line.split("|")[1]?.trim(), line]));
  for (const { id, source, model, license } of runs) {
    expect(["MIT", "Apache-2.0"], id).toContain(license);
    expect(rows.get(source), id).toContain(` | ${license} | `);
    expect(rows.get(source), id).toContain(model ?? "not stated");
  }
  const stuck = runs.filter((run) => run.stuck).length;
  expect(readme).toContain(`${runs.length} runs, ${(3881).toLocaleString("en")} tool calls`);
  expect(readme).toContain(`${stuck} are stuck`);
});

it("holds tool names, numbers and letters, and no texts", () => {
  const count = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  for (const { id, calls, ...rest } of runs) {
    expect(Object.keys(rest).sort(), id).toEqual(["license", "model", "source", "stuck"]);
    for (const { name, args, result, error, batch, args_len, result_len, ...more } of calls) {
      expect(name, id).toMatch(/^\w{1,40}$/);
      expect(args, id).toEqual({ given: expect.stringMatching(/^[g-v]{1,3}$/) as string });
      expect(result, id).toMatch(/^(?:|OK|result [g-v]{1,3}(?: "[g-v]{1,3}")?(?:: try again later)?)$/);
      expect([undefined, true], id).toContain(error);
      expect([batch, args_len, result_len].every(count), id).toBe(true);
      expect(more, id).toEqual({});
    }
  }
});

it("is read by scan as it is", async () => {
  const faults: unknown[] = [];
  let calls = 0;
  await readTraceFile(at("real.jsonl"), {
    fault: (fault) => void faults.push(fault),
    open: () => ({ round() {}, turn() {}, call: () => void calls++, outcome() {}, end() {} }),
  });
  expect([calls, faults]).toEqual([3881, []]);
});

it("numbers texts in the order in which they come, so that a number says nothing", () => {
  for (const { id, calls } of runs) {
    const numberOf = (text: string) =>
      Number.parseInt([...text].map((it) => (it.charCodeAt(0) - 103).toString(16)).join(""), 16);
    const given = calls.map(({ args }) => numberOf((args as { given: string }).given));
    const results = calls.map(({ result }) => /^result (?:[g-v]+ ")?([g-v]+)/.exec(result as string)?.[1] ?? "");
    const firsts = (numbers: readonly number[]) => [...new Set(numbers)];
    expect(firsts(given), id).toEqual(firsts(given).map((_, i) => i));
    // Empty results and acknowledgements have numbers too, which are not shown.
    const known = firsts(results.filter((it) => it !== "").map(numberOf));
    expect(known, id).toEqual([...known].sort((a, b) => a - b));
  }
});
