/** The order in which `tune --promise` tests settings, and the tests: up to the first that fails. */
import { upperBound } from "./binomial.ts";
import { compare } from "./choose.ts";
import type { Count } from "./judge.ts";
import type { Asked, Tested } from "./promise-types.ts";
import type { Measured } from "./scores.ts";
import { BASE } from "./settings.ts";

/** A setting, and what it does on the training half: healthy sessions refused, and what refusals are for. */
interface Effect<T> {
  readonly one: T;
  readonly harm: number;
  readonly gain: number;
}

type Rank<T> = (effect: Effect<T>) => readonly number[];

/**
 * From the most lenient to the strictest: the presets, and between them the settings that gain the most for each further
 * healthy session refused. Each gains more than the one before it. Few steps, since a test that fails ends the sequence.
 * Where nothing is to be gained, the base preset alone.
 */
export function inOrder<T extends Pick<Measured, "setting">>(
  all: readonly T[],
  effect: (one: T) => Omit<Effect<T>, "one">,
): T[] {
  const known = all.map((one) => ({ one, ...effect(one) })).filter(({ gain }) => gain > 0);
  if (known.length === 0) return all.filter(({ setting }) => setting.name === BASE);
  const simple = ({ one: { setting } }: Effect<T>) => (setting.name === BASE ? 0 : -setting.detectors.length);
  const steps = known.filter(({ one }) => one.setting.family === "preset");
  let step = first(known, (it) => [-it.harm, it.gain, simple(it)]);
  while (step !== undefined) {
    const { harm, gain } = step;
    steps.push(step);
    const stricter = known.filter((it) => it.gain > gain);
    step = first(stricter, (it) => [(it.gain - gain) / (it.harm - harm), it.gain, simple(it)]);
  }
  steps.sort((a, b) => a.harm - b.harm || a.gain - b.gain || simple(b) - simple(a));
  let most = 0;
  return steps.flatMap(({ one, gain }) => {
    if (gain <= most) return [];
    most = gain;
    return [one];
  });
}

/** The one with the highest rank; among equals the first. */
function first<T>(all: readonly Effect<T>[], rank: Rank<T>): Effect<T> | undefined {
  return all.reduce<Effect<T> | undefined>(
    (found, it) => (found === undefined || compare(rank(it), rank(found)) > 0 ? it : found),
    undefined,
  );
}

/** The tests in a fixed sequence: up to the first that fails, which is the last of the answer. */
export function testInOrder<T>(
  order: readonly T[],
  { share, confidence }: Asked,
  count: (one: T) => Count & { name: string },
): Tested[] {
  const tested: Tested[] = [];
  for (const one of order) {
    const counted = count(one);
    const bound = upperBound(counted.refused, counted.healthy, 1 - confidence);
    const kept = bound <= share;
    tested.push({ ...counted, bound, kept });
    if (!kept) break;
  }
  return tested;
}
