import { describe, expect, it } from "vitest";
import { optionError, storeError } from "../../lib/base/errors.ts";
import type { LoopDetection } from "../../lib/base/types.ts";
import { findToolLoopError, ToolLoopError } from "../../lib/rules/tool-loop-error.ts";

const detection: LoopDetection = {
  detector: "cycle",
  toolName: "read",
  repeats: 3,
  cycleLength: 2,
  pattern: ["read#01234567", "edit#89abcdef"],
  evidence: "strong",
  strikes: 5,
  message: "The same 2 calls were repeated 3 times in the same order.",
  details: {},
  fingerprint: "0123456789abcdef0123456789abcdef",
};

describe("ToolLoopError", () => {
  it("carries what a host needs", () => {
    const error = new ToolLoopError(detection, ["sibling"]);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "ToolLoopError",
      code: "ERR_TOOL_LOOP",
      reason: "loop",
      toolName: "read",
      repeats: 3,
      detection,
      results: ["sibling"],
      message: "The same 2 calls were repeated 3 times in the same order - aborting to prevent a loop",
    });
    expect(ToolLoopError.isInstance(error)).toBe(true);
    expect(ToolLoopError.isInstance({ code: "ERR_TOOL_LOOP" })).toBe(false);
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: "ToolLoopError",
      code: "ERR_TOOL_LOOP",
      reason: "loop",
      message: error.message,
      toolName: "read",
      repeats: 3,
      detection,
    });
  });
});

it.each([
  ["the text of an error", new Error("down"), "down"],
  ["a text that was thrown in place of one", "down", "down"],
  ["what has no text", 7, "7 (number)"],
  ["what cannot be read", revoked(), "an object that cannot be read"],
])("the error of a store says %s", (_, cause, why) => {
  expect(storeError(cause).message).toBe(`The store failed: ${why}. The call is counted, and sent to the store later`);
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe("as Agentium makes one", () => {
  const error = new ToolLoopError("x", 4);

  it("has its fields and its text, and a detection that says as much as is known", () => {
    const message = 'Tool "x" was called 4 times with identical arguments - aborting to prevent a loop';
    expect(error).toMatchObject({ name: "ToolLoopError", toolName: "x", repeats: 4, message, results: [] });
    expect(error.detection).toEqual({
      detector: "count",
      toolName: "x",
      repeats: 4,
      cycleLength: 1,
      pattern: ["x"],
      evidence: "weak",
      strikes: 1,
      message: expect.stringMatching(
        /^\[loop-detected\] Tool "x" has now been called 4 times with identical arguments\./,
      ),
      details: { tool: "x", count: 4 },
      fingerprint: "",
    });
    expect(ToolLoopError.isInstance(error)).toBe(true);
    expect(findToolLoopError(JSON.parse(JSON.stringify(error)))).toMatchObject({ toolName: "x", repeats: 4, message });
  });

  it("its own class is not ours, but is found, as one of ours", () => {
    const theirs = Object.assign(new Error("theirs"), { name: "ToolLoopError", toolName: "x", repeats: 4 });
    expect(ToolLoopError.isInstance(theirs)).toBe(false);
    const found = findToolLoopError(new Error("outer", { cause: theirs }));
    expect(found).toBeInstanceOf(ToolLoopError);
    expect(found).toMatchObject({ toolName: "x", repeats: 4, message: error.message, cause: theirs });
    for (const other of [
      { name: "ToolLoopError" },
      { name: "ToolLoopError", toolName: "x", repeats: "4" },
      { toolName: "x", repeats: 4 },
    ])
      expect(findToolLoopError(other)).toBeUndefined();
  });
});

describe("findToolLoopError", () => {
  const error = new ToolLoopError(detection);
  const rows: [string, unknown][] = [
    ["itself", error],
    ["cause", new Error("outer", { cause: new Error("inner", { cause: error }) })],
    ["error", Object.assign(new Error("ToolCallError"), { error })],
    ["errors", new AggregateError([new Error("other"), error])],
    ["an event's reason or detail", { reason: { detail: error } }],
    ["OpenAI's tripwire", Object.assign(new Error("x"), { error: { result: { output: { outputInfo: error } } } })],
    ["Mastra's tripwire", { tripwire: { metadata: error } }],
  ];
  it.each(rows)("finds it as %s", (_where, thrown) => {
    expect(findToolLoopError(thrown)).toBe(error);
  });

  it("revives what went through JSON, wrapped or not", () => {
    const plain = JSON.parse(JSON.stringify({ error: new ToolLoopError(detection) }));
    const found = findToolLoopError(plain);
    expect(found).toBeInstanceOf(ToolLoopError);
    expect(found).toMatchObject({ toolName: "read", detection, message: error.message });
  });

  it.each([undefined, 5, null])("takes no detection for one whose message is %j", (message) => {
    const other = { code: "ERR_TOOL_LOOP", detection: { detector: "count", toolName: "x", message } };
    expect(findToolLoopError(other)).toBeUndefined();
  });

  it("finds the newest in the steps of a result, and starts no getter there", () => {
    const older = new ToolLoopError({ ...detection, toolName: "older" });
    const steps = [{ content: [{ type: "tool-error", error: older }] }, { content: [{ type: "text" }, { error }] }];
    expect(findToolLoopError({ steps })).toBe(error);
    expect(findToolLoopError(steps)).toBe(error);
    const stream = {
      read: 0,
      get steps() {
        this.read++;
        return steps;
      },
    };
    expect(findToolLoopError(stream)).toBeUndefined();
    expect(stream.read).toBe(0);
    const proxy = new Proxy(
      {},
      {
        getOwnPropertyDescriptor() {
          throw new Error("no");
        },
      },
    );
    expect(findToolLoopError({ cause: [proxy, { error }] })).toBe(error);
  });

  it("finds nothing where there is nothing, and does not hang", () => {
    const circular: Record<string, unknown> = { code: "ERR_TOOL_LOOP" };
    circular["cause"] = circular["errors"] = [circular];
    const hostile = {
      get cause(): never {
        throw new Error("no");
      },
    };
    let deep: unknown = error;
    for (let i = 0; i < 100_000; i++) deep = { cause: deep };
    for (const thrown of [undefined, null, "text", 5, new Error("x"), {}, [], circular, hostile, deep])
      expect(findToolLoopError(thrown)).toBeUndefined();
  });
});

describe("option errors", () => {
  it("show the value, shortly", () => {
    const shown = (value: unknown) =>
      optionError("type", "x", value, "y").message.replace('Option "x" must be y, got ', "");
    expect(shown("a".repeat(100))).toBe(`"${"a".repeat(57)}..." (string)`);
    expect(shown(5n)).toBe("5n (bigint)");
    expect(shown(Symbol("s"))).toBe("symbol");
    expect(shown(() => 1)).toBe("function");
    expect(shown(undefined)).toBe("undefined");
    expect(shown(Number.NaN)).toBe("NaN (number)");
    expect(shown({ a: 1 })).toBe("an object");
  });
});
