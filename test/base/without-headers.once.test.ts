/** Jest's jsdom has no `Headers` and no `FormData`: results are read all the same. */
import { afterEach, expect, it, vi } from "vitest";
import { LoopGuard } from "../../lib/index.ts";

afterEach(() => void vi.unstubAllGlobals());

class Row {
  readonly name = "Roof";
}

it.each([
  ["a class instance", () => ({ items: [new Row()] })],
  ["an error as a value", () => new Error("No such row")],
])("%s that comes again is no news", (_title, result) => {
  vi.stubGlobal("Headers", undefined);
  vi.stubGlobal("FormData", undefined);
  using guard = new LoopGuard();
  const call = { name: "read", arguments: { row: 7 } };
  for (const _ of [1, 2]) if (guard.before(call).allowed) guard.after(call, { result: result() });
  expect(guard.before(call).action).toBe("hint");
});
