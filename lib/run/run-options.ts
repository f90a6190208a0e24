/** The options that relate a run to others: who started it, and who works in it. */

import { checkKeys, text } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { RunPlace } from "./lineage.ts";

/** A run that stands among others. */
interface PlacedRun {
  readonly place: RunPlace;
}

/** The options, checked. */
export interface Relation {
  readonly parent: RunPlace | undefined;
  readonly agent: string | undefined;
}

/** The names of the options. */
export const RELATION = ["parent", "agent"] as const;

/**
 * Reads `parent` and `agent`; `named` gives the run with a key. Throws `ERR_LOOPGUARD_OPTION`, for the run of another guard
 * too: what two guards have seen cannot be compared.
 */
export function readRelation(
  guard: object,
  { parent, agent }: Readonly<Record<string, unknown>>,
  named: (key: string) => PlacedRun,
): Relation {
  if (agent !== undefined) text(agent, "agent");
  return { parent: placeOf(guard, parent, named), agent: agent as string | undefined };
}

/** Throws for an option that a run does not have. */
export function checkRunOptions(options: Record<string, unknown>): void {
  checkKeys(options, "", RELATION);
}

function placeOf(guard: object, parent: unknown, named: (key: string) => PlacedRun): RunPlace | undefined {
  if (parent === undefined) return undefined;
  const run: unknown = typeof parent === "string" && parent !== "" ? named(parent) : parent;
  const place = typeof run === "object" && run !== null && "place" in run ? run.place : undefined;
  if (!(place instanceof RunPlace) || place.guard !== guard)
    throw optionError("type", "parent", parent, "a run of this guard, or the key of one");
  return place;
}
