/** How long the calls took that a guard would not have run. */
import { describe, expect, test } from "vitest";
import { SavedTime } from "../../site/worker/saved-time.ts";

/** Responses as the times of their calls; `"turn"`: a user spoke. */
function timeOf(events: readonly ((number | undefined)[] | "turn" | { came: number })[]): SavedTime {
  const time = new SavedTime();
  for (const event of events) {
    if (event === "turn") time.turn();
    else if (!Array.isArray(event)) time.outcome(event.came);
    else {
      time.round();
      for (const at of event) time.call(at);
    }
  }
  return time;
}

describe("the time of calls that would not have run", () => {
  test("is that until the next response", () => {
    expect(timeOf([[0], { came: 3 }, [10], { came: 12 }, [25], { came: 40 }]).total([1])).toBe(15);
  });

  test("of the last response is that until its result", () => {
    expect(timeOf([[0], [10], { came: 17 }]).total([0, 1])).toBe(17);
  });

  test("has nothing of what a user took to answer", () => {
    expect(timeOf([[0], { came: 4 }, "turn", [1000], { came: 1001 }]).total([0])).toBe(4);
  });

  test("counts a response only if none of its calls would have run", () => {
    expect(timeOf([[0, 0], [10]]).total([1])).toBe(0);
    expect(timeOf([[0, 0], [10]]).total([0, 1])).toBe(10);
  });

  test("is nothing where the trace has no times, or they go back", () => {
    expect(timeOf([[undefined], [undefined]]).total([0, 1])).toBe(0);
    expect(timeOf([[10], [undefined], [5]]).total([0, 1])).toBe(0);
    expect(timeOf([[10], [5]]).total([0])).toBe(0);
  });
});
