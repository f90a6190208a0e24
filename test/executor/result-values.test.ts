/** Results that are not texts: how they are compared, and that a warning never replaces them. */
import { afterEach, describe, expect, test } from "vitest";
import { resultText, type ToolResult, withText } from "../../lib/executor/tool-types.ts";
import { noProgress } from "../../lib/rules/factories.ts";
import { DIFFERENT, EQUAL, OPAQUE, Row, THROWING } from "../guard/value-pairs.ts";
import { closeGuards, executorWith, scripted, verdict } from "./guards.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";

afterEach(closeGuards);

const returning = (make: () => unknown) => makeTool("t", async () => make() as string);

/** Whether the executor refuses a third call, after two results. */
async function refuses(...made: (() => unknown)[]): Promise<boolean> {
  const left = [...made];
  const executor = executorWith([returning(() => left.shift()?.())], {
    loopDetection: { detectors: [noProgress({ threshold: 2 })], action: "hint" },
  });
  const { ctx } = recorded();
  let error: string | undefined;
  for (const _ of [...made, 0]) error = (await executor.executeAll([makeCall("t")], ctx))[0]?.error;
  return error === "loop-detected";
}

test.each(DIFFERENT)("different: %s", async (_what, a, b) => {
  expect(await refuses(a, b)).toBe(false);
});

test.each(EQUAL)("equal: %s", async (_what, a, b) => {
  expect(await refuses(a, b)).toBe(true);
});

// JavaScript does not let an async tool return a revoked proxy or a thenable; returning nothing is the tool's error.
test.each(OPAQUE)("opaque: %s", async (_what, make) => {
  expect(await refuses(make, make)).toBe(false);
});

test("the same error returned four times is a loop, four different ones are not", async () => {
  for (const [message, refused] of [
    [() => "same", true],
    [(i: number) => `different ${"x".repeat(i)}`, false],
  ] as const) {
    let i = 0;
    const executor = executorWith([returning(() => new Error(message(i++)))], { loopDetection: true });
    const { ctx } = recorded();
    const shown: unknown[] = [];
    for (let n = 0; n < 5; n++) shown.push((await executor.executeAll([makeCall("t")], ctx))[0]?.error);
    expect(shown.includes("loop-detected")).toBe(refused);
  }
});

describe("a warning", () => {
  const cyclic: Record<string, unknown> = { a: 1 };
  cyclic["self"] = cyclic;
  const structured: ToolResult = { content: "text", artifacts: [{ type: "x", data: 1 }] };
  class Private {
    readonly #value = 1;
    read(): number {
      return this.#value;
    }
  }

  test.each<[string, () => unknown, unknown]>([
    ["a map", () => new Map([["k", { n: 1n }]]), '[["k",{"n":"1"}]]\n\nstop: warn'],
    ["a set", () => new Set([1, "a"]), '[1,"a"]\n\nstop: warn'],
    ["an error", () => new TypeError("no such page"), "TypeError: no such page\n\nstop: warn"],
    [
      "an error with more",
      () => Object.assign(new Error("no", { cause: new Error("why") }), { code: "E" }),
      '{"name":"Error","message":"no","code":"E","cause":"Error: why"}\n\nstop: warn',
    ],
    ["bytes", () => Uint8Array.of(1, 2), '{"0":1,"1":2}\n\nstop: warn'],
    ["a buffer", () => Buffer.from("a"), '{"type":"Buffer","data":[97]}\n\nstop: warn'],
    ["an array buffer", () => new ArrayBuffer(12), "[ArrayBuffer of 12 bytes]\n\nstop: warn"],
    ["private fields", () => new Private(), "[Private]\n\nstop: warn"],
    ["an instance", () => new Row(1), '{"id":1}\n\nstop: warn'],
    ["a big number", () => 1n, "1\n\nstop: warn"],
    ["a number", () => 1, "1\n\nstop: warn"],
    ["a list", () => [1, Number.NaN], '[1,"NaN"]\n\nstop: warn'],
    ["a list with a hole", () => [undefined], "[null]\n\nstop: warn"],
    ["an expression", () => /a/g, "/a/g\n\nstop: warn"],
    ["a date", () => new Date(0), '"1970-01-01T00:00:00.000Z"\n\nstop: warn'],
    ["a function", () => function f() {}, "[Function]\n\nstop: warn"],
    ["a weak map", () => new WeakMap(), "[WeakMap]\n\nstop: warn"],
    [
      "the error of nothing",
      () => undefined,
      expect.stringMatching(/^Error: Tool "t" returned undefined; .*\n\nstop: warn$/),
    ],
    ["a text", () => "text", "text\n\nstop: warn"],
    ["a result", () => structured, { ...structured, content: "text\n\nstop: warn" }],
    ["an object", () => ({ rows: [1] }), { rows: [1], content: '{"rows":[1]}\n\nstop: warn' }],
    ["a cycle", () => cyclic, { ...cyclic, content: '{"a":1,"self":"[Circular]"}\n\nstop: warn' }],
  ])("keeps %s", async (_what, make, shown) => {
    const { executor } = scripted({ before: verdict("warn") }, [returning(make)]);
    const { ctx, resultTexts } = recorded();
    const [result] = await executor.executeAll([makeCall("t")], ctx);
    expect(result?.result).toEqual(shown);
    expect(resultTexts()).toEqual(result?.error === undefined ? [resultText(shown as ToolResult)] : []);
  });
});

test.each([...OPAQUE, ...THROWING, ...EQUAL.map(([what, a]) => [what, a] as const)])(
  "has a text, whatever it is: %s",
  (_what, make) => {
    const value = make() as string;
    expect(resultText(value)).toBeTypeOf("string");
    expect(resultText(withText(value, "M"))).toBe("M");
  },
);
