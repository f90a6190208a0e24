/** Why detectors fired or kept silent: both builds say the same, and it is what the reports say. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CoreClient } from "../../lib/core/client.ts";
import { stepEvent } from "../../lib/core/event.ts";
import type { CoreExplanation } from "../../lib/core/explanation.ts";
import { Step } from "../../lib/core/layout.gen.ts";
import { enough, tries } from "../effort.ts";
import { native, wasm } from "./both-builds.ts";
import { detected, KEY, ticketOf } from "./builds.ts";

const CONFIGURATION = {
  shadow: true,
  ladder: { warn: 1 },
  detectors: [
    { type: "count", maxRepeats: 3 },
    { type: "no_news", times: 3 },
    { type: "repeat", threshold: 2 },
    { type: "ping_pong", repetitions: 2 },
    { type: "stall", threshold: 4 },
    { type: "no_progress", threshold: 3 },
  ],
};
/** These look at calls before they run. */
const BEFORE = 2;

type Event = "round" | "turn" | readonly [name: string, args: string, result: string];
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Event>("round") },
  { weight: 1, arbitrary: fc.constant<Event>("turn") },
  {
    weight: 20,
    arbitrary: fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom("{}", "[1]"), fc.constantFrom("x", "y", "OK")),
  },
);

/** Everything that one build says of a run. */
function told(core: CoreClient, events: readonly Event[]): CoreExplanation[] {
  const guard = core.guard(KEY, CONFIGURATION);
  const run = guard.run();
  run.explain();
  const all: CoreExplanation[] = [];
  const listen = (packed: number, isBefore: boolean): number => {
    const explanation = run.explanation();
    const places = explanation.detectors.map((one, place) => ({ ...one, place }));
    const own = places.filter(({ place }) => place < BEFORE === isBefore);
    // A loop that was found goes on before the next call of it runs; a sibling is no observation that anybody looks at.
    const asked = isBefore ? places : explanation.seen === "completed" ? own : [];
    const first = asked.find(({ fires }) => fires);
    expect(detected(packed)).toBe(first !== undefined);
    if (first !== undefined) {
      const { detector, repeats, cycleLength, strong } = run.report();
      expect({ detector, repeats, cycleLength, strong }).toEqual({
        detector: first.place,
        repeats: first.count,
        cycleLength: first.cycleLength,
        strong: first.strong,
      });
    }
    for (const one of own)
      if (!one.fires && one.why === "counted") expect(one.count < one.threshold || one.sibling).toBe(true);
    all.push(explanation);
    return ticketOf(packed);
  };
  try {
    for (const it of events) {
      if (it === "round") run.tell(stepEvent(Step.beginRound));
      else if (it === "turn") run.tell(stepEvent(Step.beginTurn));
      else {
        const ticket = listen(run.before(it[0], it[1], undefined, undefined, 0, 0), true);
        listen(run.after(ticket, it[2], true, 0, undefined, 0), false);
      }
    }
  } finally {
    run.close();
    guard.close();
  }
  return all;
}

test("both builds say the same of random runs, and what they say is what the reports say", () => {
  let fired = 0;
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const all = told(native, events);
      expect(told(wasm, events)).toEqual(all);
      fired += all.filter(({ detectors }) => detectors.some(({ fires }) => fires)).length;
    }),
    { numRuns: tries(1000) },
  );
  expect(fired).toBeGreaterThan(enough(500));
});

test("a run that was not told to says nothing", () => {
  for (const core of [native, wasm]) {
    const guard = core.guard(KEY, CONFIGURATION);
    const run = guard.run();
    expect(() => run.explanation()).toThrow();
    run.explain();
    expect(run.explanation()).toMatchObject({ seen: "not", news: "not", detectors: { length: 6 } });
    run.close();
    guard.close();
  }
});
