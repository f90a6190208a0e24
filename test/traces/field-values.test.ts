import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idOf, timeOf, tokensOf } from "../../lib/traces/field-values.ts";

describe("timeOf", () => {
  it("reads every time that toISOString writes", () => {
    fc.assert(fc.property(fc.date({ noInvalidDate: true }), (date) => timeOf(date.toISOString()) === date.getTime()));
  });

  it("takes texts of that form as Date.parse does", () => {
    const two = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, "0"));
    const text = fc
      .tuple(two, two, two, two, two, two)
      .map(([y, mo, d, h, m, s]) => `20${y}-${mo}-${d}T${h}:${m}:${s}.250Z`);
    fc.assert(
      fc.property(text, (iso) => {
        const time = Date.parse(iso);
        expect(timeOf(iso)).toBe(Number.isNaN(time) ? undefined : time);
      }),
    );
  });

  const time = Date.UTC(2026, 2, 1, 10, 0, 0, 500);

  it.each([
    ["2026-03-01T10:00:00.500Z"],
    ["2026-03-01T11:00:00.500+01:00"],
    ["2026-03-01T11:00:00.500+01"],
    ["2026-03-01 07:00:00.500-03"],
    ["2026-03-01T10:00:00.500"], // without a zone: UTC
    ["2026-03-01T10:00:00.500000Z"],
    [time],
    [time / 1e3],
    [time * 1e3],
    [time * 1e6],
    [`${time}000000`],
    [[time / 1e3 - 0.5, 5e8]],
  ])("%j is the same time", (value) => {
    expect(timeOf(value)).toBeCloseTo(time, 0);
  });

  it.each([[undefined], [null], ["soon"], [Number.NaN], [{}], [["1"]], [""]])("%j is none", (value) => {
    expect(timeOf(value)).toBeUndefined();
  });
});

describe("tokensOf", () => {
  it.each([
    [{ total_tokens: 7, input_tokens: 1 }, 7],
    [{ prompt_tokens: 3, completion_tokens: 4 }, 7],
    [{ input_tokens: 1, cache_creation_input_tokens: 2, cache_read_input_tokens: 3, output_tokens: 4 }, 10],
    [{ inputTokens: 3, outputTokens: 4, cachedInputTokens: 2 }, 7],
    [{ input: 3, output: 4, unit: "TOKENS" }, 7],
    [{ totalTokenCount: 9 }, 9],
    [{}, undefined],
    [null, undefined],
    [{ total_tokens: "7" }, undefined],
  ])("%j", (usage, tokens) => {
    expect(tokensOf(usage)).toBe(tokens);
  });
});

it("idOf takes the first text or number", () => {
  expect(idOf(undefined, null, "", {}, "a", "b")).toBe("a");
  expect(idOf(0)).toBe("0");
  expect(idOf()).toBeUndefined();
});
