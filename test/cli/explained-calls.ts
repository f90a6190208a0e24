/** What `explain` says of one call against what the engine said of it. */
import { expect } from "vitest";
import type { CallVerdict, ExplainedCall, Sighting } from "../../lib/cli/explain/explained-run.ts";

/** These look at calls before they run. */
const BEFORE: ReadonlySet<string> = new Set([
  "count",
  "duplicate",
  "limit",
  "similar_query",
  "no_news",
  "unknown_tool",
]);

const ofSaid = ({ detector, repeats, cycleLength, evidence }: CallVerdict) => ({
  detector,
  repeats,
  cycleLength,
  evidence,
});
const ofSighting = ({ detector, count, cycleLength, strong }: Sighting) => ({
  detector,
  repeats: count,
  cycleLength,
  evidence: strong ? "strong" : "weak",
});

/** The first in order that fired, of those that look at completed calls or of the others. */
function firstFired(call: ExplainedCall, before: boolean): Sighting | undefined {
  return call.sightings.find(({ detector, fired }) => fired && BEFORE.has(detector) === before);
}

/** Arguments that are not JSON: what the call completes is said at once, unless something was said before it. */
const isInvalid = ({ note }: ExplainedCall): boolean => note.includes("not JSON");

export function compareCompleted(call: ExplainedCall, shadow: boolean): void {
  if (isInvalid(call) && call.said.length > 0) return;
  const said = call.said.find(({ when }) => when === "after");
  // A warning about the call waits for its result.
  if (!shadow && said !== undefined && BEFORE.has(said.detector)) {
    const waited = firstFired(call, true);
    return expect(ofSaid(said)).toEqual(waited && ofSighting(waited));
  }
  // So does one of a pattern that goes on: it comes before a pattern that is found now, and only allowed.
  const goesOn = call.said.some(({ when, detector }) => when === "before" && detector === said?.detector);
  if (!shadow && said !== undefined && goesOn)
    return expect(call.sightings.filter(({ fired }) => fired).map(ofSighting)).toContainEqual(ofSaid(said));
  const fired = firstFired(call, false);
  // A guard that struck before the call ran does not strike again for the loop that the call goes on with.
  const spoken = call.said.some(({ when, detector }) => when === "before" && detector === fired?.detector);
  if (said === undefined && !shadow && spoken) return;
  expect(said && ofSaid(said)).toEqual(fired && ofSighting(fired));
}

/** A loop that was found earlier and goes on is objected to before the detectors after its own are asked. */
export function compareAsked(call: ExplainedCall): void {
  if (isInvalid(call) && firstFired(call, true) === undefined) return;
  const said = call.said.find(({ when }) => when === "before");
  const fired = firstFired(call, true);
  if (fired !== undefined) expect(said).toBeDefined();
  if (said !== undefined && BEFORE.has(said.detector)) expect(fired && ofSighting(fired)).toEqual(ofSaid(said));
  if (said === undefined || BEFORE.has(said.detector) || fired === undefined) return;
  const places = call.sightings.filter(({ detector }) => detector === said.detector).map(({ place }) => place);
  if (places.length > 0) expect(Math.min(...places)).toBeLessThan(fired.place);
}
