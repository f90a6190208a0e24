/** The runs that come with the demo are facts, and each says where it is from. */
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

interface Reduced {
  readonly id: string;
  readonly source: string;
  readonly model: string | null;
  readonly license: string;
  readonly stuck: boolean;
  readonly tools: readonly string[];
  readonly calls: readonly (readonly (number | string)[])[];
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
  expect(statSync(at("real.jsonl")).size).toBeLessThan(300_000);
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

it("holds numbers, marks and tool names, and no texts", () => {
  for (const { id, tools, calls, ...rest } of runs) {
    expect(Object.keys(rest).sort(), id).toEqual(["license", "model", "source", "stuck"]);
    for (const tool of tools) expect(tool, id).toMatch(/^\w{1,40}$/);
    const isFact = ([tool, ...facts]: readonly (number | string)[]) => {
      const numbers = facts.slice(0, 5);
      const [marks = "", ...more] = facts.slice(5);
      const count = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
      const isMarked = typeof marks === "string" && /^f?p?[ea]?$/.test(marks);
      return count(tool) && Number(tool) < tools.length && numbers.every(count) && isMarked && more.length === 0;
    };
    expect(
      calls.filter((call) => !isFact(call)),
      id,
    ).toEqual([]);
  }
});

it("numbers texts in the order in which they come, so that a number says nothing", () => {
  for (const { id, calls } of runs)
    for (const column of [0, 1, 2]) {
      const firsts = [...new Set(calls.map((call) => call[column]))];
      expect(firsts, id).toEqual(firsts.map((_, i) => i));
    }
});
