/**
 * `tune --promise`: a setting that refuses at most a share of healthy runs, with a stated confidence, whatever the
 * distribution of the runs is: docs/cli/tune.md says why. Settings are put into an order on one half of the sessions, and
 * tested on the other half in this order, up to the first that fails: then each is tested at the whole level.
 */
import { counted, Failure } from "../terminal.ts";
import { type Measured, measure } from "./measured.ts";
import { highest, percent, type Recommendation, trialsNeeded, upperBound } from "./recommend.ts";
import { BASE, type Setting } from "./settings.ts";
import { type Firing, halves, type Session, type TriedRun } from "./tried-run.ts";

/** What is to be promised: at most `share` of healthy runs refused. */
export interface Asked {
  readonly share: number;
  /** The probability, over the draw of the runs, that what is promised is true. */
  readonly confidence: number;
}

/** Counts of sessions; a session is refused if one of its healthy runs is. */
export interface Count {
  healthy: number;
  refused: number;
}

/** A setting on the half of the sessions that nothing was chosen by. */
export interface Tested extends Count {
  name: string;
  /** The upper bound of the share that is refused. */
  bound: number;
  /** Whether the bound is within the share that was asked for. */
  kept: boolean;
}

/** What is promised of the recommended setting, and by which evidence. Counts are of sessions. */
export interface TunePromise extends Asked {
  /** Healthy sessions that it takes, if none of them is refused. */
  readonly needed: number;
  /** Sessions that the settings were put in order on, and those that they were tested on; healthy or not. */
  readonly training: number;
  readonly calibration: number;
  /** In the order of the tests. The last one that is kept is the promised setting. */
  readonly tested: readonly Tested[];
}

type Judged = Pick<Firing, "blocking" | "regret">;

/**
 * Whether a healthy run was refused; `undefined`: it is not healthy, or not known to be. A run with a refusal of news is
 * healthy and was refused; one whose refusals were all right is stuck; any other is healthy. Where no refused call has a
 * recorded result, nothing shows that a refusal was right.
 */
export function refusedHealthy({ blocking, regret }: Judged): boolean | undefined {
  if (regret.runs === 0) return undefined;
  if (regret.wrongedRuns > 0) return true;
  if (blocking === Infinity) return false;
  return regret.refusedRuns > 0 ? undefined : true;
}

export function countRefused<T>(sessions: readonly Session<T>[], firing: (run: T) => Judged): Count {
  const judged = sessions.map((session) => session.map((run) => refusedHealthy(firing(run))));
  return {
    healthy: judged.filter((runs) => runs.some((refused) => refused !== undefined)).length,
    refused: judged.filter((runs) => runs.includes(true)).length,
  };
}

interface Effect {
  readonly setting: Setting;
  readonly harm: number;
  readonly gain: number;
}

/**
 * From the most lenient to the strictest: the presets, and between them the settings that gain the most for each further
 * healthy session refused. Each gains more than the one before it. Few steps, since a test that fails ends the sequence.
 * Where nothing is to be gained, the base preset alone.
 */
export function inOrder<T extends Effect>(all: readonly T[]): T[] {
  const known = all.filter(({ gain }) => gain > 0);
  if (known.length === 0) return all.filter(({ setting }) => setting.name === BASE);
  const simple = ({ setting }: T) => (setting.name === BASE ? 0 : -setting.detectors.length);
  const steps = known.filter(({ setting }) => setting.family === "preset");
  let step = highest(known, (it) => [-it.harm, it.gain, simple(it)]);
  while (step !== undefined) {
    const { harm, gain } = step;
    steps.push(step);
    const stricter = known.filter((it) => it.gain > gain);
    step = highest(stricter, (it) => [(it.gain - gain) / (it.harm - harm), it.gain, simple(it)]);
  }
  steps.sort((a, b) => a.harm - b.harm || a.gain - b.gain || simple(b) - simple(a));
  let most = 0;
  return steps.filter(({ gain }) => {
    const more = gain > most;
    most = Math.max(most, gain);
    return more;
  });
}

/** The tests in a fixed sequence: up to the first that fails, which is the last of the answer. */
export function testInOrder<T>(
  order: readonly T[],
  { share, confidence }: Asked,
  count: (one: T) => Count & { name: string },
): Tested[] {
  const tested: Tested[] = [];
  for (const one of order) {
    const counts = count(one);
    const bound = upperBound(counts.refused, counts.healthy, 1 - confidence);
    tested.push({ ...counts, bound, kept: bound <= share });
    if (bound > share) break;
  }
  return tested;
}

export interface Promised extends Recommendation {
  /** Of the half that settings are chosen on. */
  readonly measured: readonly Measured[];
  readonly promise: TunePromise;
}

/** Throws a `Failure` if nothing can be promised. */
export function promised(runs: readonly TriedRun[], settings: readonly Setting[], asked: Asked): Promised {
  const { training, calibration } = halves(runs);
  const chance = 1 - asked.confidence;
  const needed = trialsNeeded(asked.share, chance);
  const cannot = `It cannot be promised with ${sure(asked)} confidence that at most ${most(asked)} of healthy runs are refused`;
  // Under a setting that refuses nothing, every run that is known is healthy.
  const known = ({ firings: [first] }: TriedRun) => ({
    blocking: Infinity,
    regret: { ...(first as Firing).regret, wrongedRuns: 0 },
  });
  const { healthy } = countRefused(calibration, known);
  if (healthy < needed) {
    const instead = healthy === 0 ? "" : `, or promise ${percentUp(upperBound(0, healthy, chance))} or more`;
    throw new Failure(
      `${cannot}: that takes ${needed} healthy runs to test on, and these traces have ${healthy}, beside those that settings are chosen on. Bring about ${2 * needed} healthy runs in all${instead}`,
    );
  }
  const measured = measure(settings, training.flat());
  const under = (sessions: readonly Session<TriedRun>[], setting: Setting) =>
    countRefused(sessions, ({ firings }) => firings[settings.indexOf(setting)] as Firing);
  const effects = measured.map((one) => ({ one, setting: one.setting, gain: one.regret.saved }));
  const order = inOrder(effects.map((it) => ({ ...it, harm: under(training, it.setting).refused })));
  const tested = testInOrder(order, asked, ({ setting }) => ({ name: setting.name, ...under(calibration, setting) }));
  const kept = tested.filter((one) => one.kept);
  const recommended = order[kept.length - 1]?.one;
  if (recommended === undefined)
    throw new Failure(
      `${cannot}: ${did(tested[0])}, and it is the most lenient of the settings. Ask for more than that of new runs, or see with loopguard scan what is refused: a tool may need a policy (poll, mutates, ignore)`,
    );
  const promise = { ...asked, needed, training: training.length, calibration: calibration.length, tested };
  return { measured, recommended, why: promiseText(promise, runs.length), promise };
}

function promiseText(promise: TunePromise, runs: number): string {
  const { needed, training, calibration, tested } = promise;
  const failed = tested.find((one) => !one.kept);
  const together =
    training + calibration < runs ? " A session and its sub-agents, or copies of a run, count as one." : "";
  return [
    `Promised with ${sure(promise)} confidence: it refuses at most ${most(promise)} of healthy runs like these.`,
    `Chosen on ${counted(training, "run")} and tested on ${calibration} others: ${did(tested.findLast((one) => one.kept))}. ` +
      (failed === undefined ? "None stricter was left to test." : `The next stricter one: ${did(failed)}.`),
    `Healthy is any run but those in which no refused call gave news; refused wrongly is one in which some did.${together}`,
    "Like these: from the same agents, models, tools and tasks in the same mixture, none depending on another. Of other runs nothing is promised.",
    `This takes ${needed} healthy runs to test on when none of them is refused, and more when some are.`,
  ].join("\n");
}

function did(tested: Tested | undefined): string {
  const { name, refused, healthy, bound } = tested as Tested;
  return `${name} refused ${refused} of ${counted(healthy, "healthy run")}, up to ${percentUp(bound)} of all`;
}

const sure = ({ confidence }: Asked): string => percent(confidence, 6);
const most = ({ share }: Asked): string => percent(share, 6);

/** Of an upper bound, which must not look smaller than it is: `0.04211` as "4.22 %". */
function percentUp(bound: number): string {
  // A bound of exactly 2 % must not become 2.01 % by an error in the sixteenth digit.
  return `${Math.ceil(Number((bound * 1e4).toFixed(6))) / 100} %`;
}
