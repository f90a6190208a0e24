/** A warning never loses a result: what each way of guarding makes of results that are no text. */
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { desk } from "../../lib/adapter/desk.ts";
import type { LoopRun } from "../../lib/base/types.ts";
import { shownText } from "../../lib/base/value-text.ts";
import { guardTools } from "../../lib/frameworks/ai-sdk.ts";
import { guardExecutor } from "../../lib/frameworks/guard-executor.ts";
import { guardFunction } from "../../lib/frameworks/guard-function.ts";
import { ToolLoopProcessor } from "../../lib/frameworks/mastra.ts";
import { guardedCall } from "../../lib/frameworks/mcp-calls.ts";
import { guardTools as guardAgentsTools } from "../../lib/frameworks/openai-agents.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { errorWithMessage, withMessage } from "../../lib/guard/with-message.ts";
import { noProgress } from "../../lib/rules/factories.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { verdict } from "../executor/guards.ts";
import { hearing } from "../guard/callbacks.ts";
import { DIFFERENT, endless, Row, THROWING } from "../guard/value-pairs.ts";

class Private {
  readonly #value: unknown = 1;
  read(): unknown {
    return this.#value;
  }
}

const cyclic: Record<string, unknown> = { a: 1 };
cyclic["self"] = cyclic;

/** With what a model is shown of it. */
const VALUES: readonly (readonly [what: string, value: unknown, shown: string])[] = [
  ["a map", new Map([["k", 1]]), '[["k",1]]'],
  ["a set", new Set([1]), "[1]"],
  ["an error", new Error("boom"), "Error: boom"],
  ["bytes", Uint8Array.of(1), '{"0":1}'],
  ["an array buffer", new ArrayBuffer(12), "[ArrayBuffer of 12 bytes]"],
  ["private fields", new Private(), "[Private]"],
  ["an instance", new Row(1), '{"id":1}'],
  ["a big number", 1n, "1"],
  ["a cycle", cyclic, '{"a":1,"self":"[Circular]"}'],
  ["a list", [new Map([["k", 1n]])], '[[["k","1"]]]'],
  ["null", null, "null"],
];
/** Without those that have room for a message. */
const ROOMLESS = VALUES.filter(([, value]) => value !== cyclic);

/** A run that warns of every call. */
const run: LoopRun = Object.assign(new LoopGuard().run({}), {
  before: () => verdict("warn"),
  after: () => ALLOW,
  invalid: () => ALLOW,
});
const WARNING = "stop: warn";

const heard = hearing();

it("a result without an end is told, is never the same, and has a text", () => {
  using guard = new LoopGuard({ detectors: [noProgress({ threshold: 2 })], action: "hint" });
  for (let i = 0; i < 2; i++)
    expect(guard.after({ name: "t" }, { result: endless() })).toMatchObject({ detection: null });
  expect(heard.errors).toMatchObject([{ where: "result" }, { where: "result" }]);
  expect(shownText(endless())).toBe("[Object]");
});

describe("withMessage", () => {
  it.each(ROOMLESS)("leaves %s as it is", (_what, value) => {
    expect(withMessage(value, "M")).toBe(value);
  });

  it("adds a field to an object of another realm", () => {
    expect(withMessage(runInNewContext("({ a: 1 })"), "M")).toEqual({ a: 1, loopguard: "M" });
  });

  it("adds a field to a cycle", () => {
    expect(withMessage(cyclic, "M")).toEqual({ ...cyclic, loopguard: "M" });
  });

  it.each(THROWING)("never throws: %s", (_what, make) => {
    const value = make();
    const noted = withMessage(value, "M");
    if (noted !== value) expect(noted).toMatchObject({ loopguard: "M" });
  });
});

describe("errorWithMessage", () => {
  it.each(["AbortError", "TimeoutError"])("gives an %s of the platform that works as the given one", (name) => {
    const error = Object.assign(new DOMException("gone", name), { cause: "c", retries: 2 });
    const noted = errorWithMessage(error, "M") as typeof error;
    expect(noted).toBeInstanceOf(DOMException);
    expect(noted).toMatchObject({ name, code: error.code, cause: "c", retries: 2, message: "gone\n\nM" });
    expect(String(noted)).toBe(`${name}: gone\n\nM`);
    expect(noted.stack).toBe(error.stack);
    expect(error.message).toBe("gone");
  });

  it("leaves an error as it is whose class has private fields, which a copy would lack", () => {
    class PrivateError extends Error {
      readonly #retries = 2;
      get retries(): number {
        return this.#retries;
      }
    }
    const error = new (class Heir extends PrivateError {})("gone");
    expect(errorWithMessage(error, "M")).toBe(error);
    const later = new (class Later extends DOMException {})("gone", "AbortError");
    expect(errorWithMessage(later, "M")).toBe(later);
  });

  it("takes an error of an older style for what it is", () => {
    function OldError(this: Error): void {
      this.message = "gone";
    }
    OldError.prototype = Object.create(Error.prototype);
    const error = Reflect.construct(OldError, []) as Error;
    expect(errorWithMessage(error, "M")).toMatchObject({ name: "Error", message: "gone\n\nM" });
  });
});

describe("guardFunction", () => {
  it.each(VALUES)("keeps %s", (_what, value) => {
    expect(guardFunction("t", () => value, run)()).toEqual(withMessage(value, WARNING));
  });
});

describe("guardExecutor", () => {
  const warned = async (record: unknown) => {
    const guard = new LoopGuard();
    Object.assign(guard, { run: () => run });
    const executor = guardExecutor({ executeAll: async (_: unknown[]) => [record] }, guard);
    const [result] = await executor.executeAll([{ id: "1", name: "t", arguments: {} }]);
    guard.close();
    return result;
  };

  it.each(ROOMLESS)("keeps %s, with the warning beside", async (_what, value) => {
    expect(await warned({ toolCallId: "1", result: value })).toEqual({
      toolCallId: "1",
      result: value,
      loopguard: WARNING,
    });
    expect(((await warned({ result: value })) as { result: unknown }).result).toBe(value);
  });

  it("keeps the class of a result", async () => {
    class Result {
      toolCallId = "1";
      result = "text";
      get length(): number {
        return this.result.length;
      }
    }
    const result = (await warned(new Result())) as Result;
    expect(result).toBeInstanceOf(Result);
    expect(result).toMatchObject({ toolCallId: "1", result: `text\n\n${WARNING}`, length: 16 });
  });
});

describe("the AI SDK", () => {
  it.each(VALUES)("%s: the program has it, and the model its text with the warning", async (_what, value, shown) => {
    const tool = guardTools({ t: { execute: () => value } }, run).t as object as {
      execute(input: unknown): unknown;
      toModelOutput(output: unknown): unknown;
    };
    const output = await tool.execute({});
    if (typeof value === "object" && value !== null) expect(output).toEqual(value);
    expect(tool.toModelOutput(output)).toEqual({ type: "text", value: `${shown}\n\n${WARNING}` });
  });
});

describe("OpenAI Agents", () => {
  it.each(VALUES)("%s: the model has its text with the warning", async (_what, value, shown) => {
    const tool = guardAgentsTools([{ type: "function", name: "t" }], run)[0] as object as {
      inputGuardrails: { run(data: object): Promise<object> }[];
      outputGuardrails: { run(data: object): Promise<object> }[];
    };
    const data = { context: {}, toolCall: { callId: "1", name: "t", arguments: "{}" } };
    for (const guardrail of tool.inputGuardrails) await guardrail.run(data);
    const answers = [];
    for (const guardrail of tool.outputGuardrails) answers.push(await guardrail.run({ ...data, output: value }));
    expect(answers.at(-1)).toEqual({
      behavior: { type: "rejectContent", message: `${shown}\n\n${WARNING}` },
    });
  });
});

describe("Mastra", () => {
  const warned = async (value: unknown) => {
    const step = await new ToolLoopProcessor(run).processInputStep({
      messageList: { updateToolInvocation: () => true },
      state: {},
      steps: [],
      tools: { t: { execute: async () => value } },
      abort: endless as never,
    });
    const tool = step?.tools?.["t"] as {
      execute(input: unknown, context: unknown): Promise<unknown>;
      toModelOutput(output: unknown): unknown;
    };
    const output = await tool.execute({}, {});
    return { output, shown: tool.toModelOutput(output) };
  };
  /** Mastra asks what the model sees of an output by its JSON alone: what has none stays as it is, or has room itself. */
  const hasJson = ([, value]: (typeof VALUES)[number]) => {
    try {
      return JSON.stringify(value) !== undefined;
    } catch {
      return false;
    }
  };

  it.each(ROOMLESS.filter(hasJson))("%s: the model has its text with the warning", async (_what, value, shown) => {
    const noted = `${shown}\n\n${WARNING}`;
    expect(await warned(value)).toEqual(
      value === null ? { output: noted, shown: undefined } : { output: value, shown: { type: "text", value: noted } },
    );
  });

  it.each(VALUES.filter((row) => !hasJson(row)))("%s: is not lost", async (_what, value) => {
    expect((await warned(value)).output).toEqual(withMessage(value, WARNING));
  });
});

describe("MCP", () => {
  const finish = async (result: unknown) => guardedCall(desk(run).run(), { name: "t" }, () => result);

  it.each(VALUES)("%s: is not lost", async (_what, value) => {
    expect(await finish(value)).toEqual(withMessage(value, WARNING));
  });

  it("adds a part to content", async () => {
    const content = [{ type: "text", text: "a" }];
    expect(await finish({ content, structuredContent: { a: 1 } })).toEqual({
      content: [...content, { type: "text", text: WARNING }],
      structuredContent: { a: 1 },
    });
  });

  it.each(DIFFERENT)("different: %s", async (_what, a, b) => {
    using guard = new LoopGuard({ detectors: [noProgress({ threshold: 2 })], action: "hint" });
    const own = desk(guard).run("r");
    for (const value of [a(), b()]) expect(await guardedCall(own, { name: "t" }, () => value)).toBe(value);
    expect(await guardedCall(own, { name: "t" }, () => "ran")).toBe("ran");
  });
});
