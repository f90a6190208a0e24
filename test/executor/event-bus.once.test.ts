import { expect, test, vi } from "vitest";
import { EventBus } from "../../lib/executor/event-bus.ts";

const payload = { runId: "r", toolName: "t", args: {} };

test("calls listeners in order, with the payload", () => {
  const bus = new EventBus();
  const seen: string[] = [];
  bus.on("tool.call", (event) => seen.push(`a ${event.toolName}`)).on("tool.call", () => seen.push("b"));
  expect(bus.emit("tool.call", payload)).toBe(true);
  expect(seen).toEqual(["a t", "b"]);
});

test("returns whether there were listeners", () => {
  const bus = new EventBus();
  const listener = vi.fn();
  expect(bus.emit("tool.call", payload)).toBe(false);
  bus.on("tool.call", listener).off("tool.call", listener);
  expect(bus.emit("tool.call", payload)).toBe(false);
  expect(listener).not.toHaveBeenCalled();
});

test("a listener of once is called once, also if it emits the event again", () => {
  const bus = new EventBus();
  const listener = vi.fn(() => bus.emit("tool.call", payload));
  bus.once("tool.call", listener);
  bus.emit("tool.call", payload);
  bus.emit("tool.call", payload);
  expect(listener).toHaveBeenCalledTimes(1);
});

test("off removes what once added, and leaves the rest", () => {
  const bus = new EventBus();
  const gone = vi.fn();
  const stays = vi.fn();
  bus.once("tool.call", gone).on("tool.call", stays).off("tool.call", gone).off("tool.result", gone);
  bus.emit("tool.call", payload);
  expect(gone).not.toHaveBeenCalled();
  expect(stays).toHaveBeenCalledTimes(1);
});

test("off removes the last of several equal listeners", () => {
  const bus = new EventBus();
  const listener = vi.fn();
  bus.once("tool.call", listener).on("tool.call", listener).off("tool.call", listener);
  bus.emit("tool.call", payload);
  bus.emit("tool.call", payload);
  expect(listener).toHaveBeenCalledTimes(1);
});

test("a listener may remove itself and others while it is called", () => {
  const bus = new EventBus();
  const second = vi.fn();
  const first = vi.fn(() => bus.off("tool.call", first).off("tool.call", second));
  bus.on("tool.call", first).on("tool.call", second);
  bus.emit("tool.call", payload);
  bus.emit("tool.call", payload);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(1);
});

test("an error of a listener becomes an error event, and the next listeners are called", async () => {
  const bus = new EventBus();
  const errors: unknown[] = [];
  const last = vi.fn();
  bus.on("error", ({ error, event }) => errors.push([event, (error as Error).message]));
  bus.on("tool.call", () => {
    throw new Error("thrown");
  });
  bus.on("tool.call", async () => {
    throw new Error("rejected");
  });
  bus.on("tool.call", last);
  bus.emit("tool.call", payload);
  await new Promise((done) => setImmediate(done));
  expect(errors).toEqual([
    ["tool.call", "thrown"],
    ["tool.call", "rejected"],
  ]);
  expect(last).toHaveBeenCalled();
});

test("an error listener that throws does not cause an endless recursion", () => {
  const bus = new EventBus();
  const listener = vi.fn(() => {
    throw new Error("again");
  });
  bus.on("error", listener);
  bus.emit("error", { error: 1, event: "x" });
  expect(listener).toHaveBeenCalledTimes(1);
});

test("removeAllListeners, of one event or of all", () => {
  const bus = new EventBus();
  bus.on("tool.call", () => {}).on("tool.result", () => {});
  bus.removeAllListeners("tool.call");
  expect(bus.emit("tool.call", payload)).toBe(false);
  expect(bus.emit("tool.result", { runId: "r", toolName: "t", result: "" })).toBe(true);
  bus.removeAllListeners();
  expect(bus.emit("tool.result", { runId: "r", toolName: "t", result: "" })).toBe(false);
});
