/**
 * `tune --promise`: a setting that refuses at most a share of healthy runs, whatever the distribution of the runs is:
 * docs/cli/tune.md says why. Settings are put into an order on one half of the sessions, and tested on the other half in this
 * order, up to the first that fails: then each is tested at the whole level.
 */
import { basename } from "node:path";
import { getOrAdd } from "../../base/property.ts";
import { counted } from "../scan/totals-text.ts";
import { CHANCE, measure, percent, type Recommendation, upperBound } from "./recommend.ts";
import { BASE, type Setting } from "./settings.ts";
import { digest, type Firing, type TriedRun } from "./tried-run.ts";

type Named = Pick<TriedRun, "id" | "file" | "content">;

/**
 * The sessions, of runs that are not independent of each other: a run and its sub-agents, or copies of one run. Each is in the
 * half that a digest of its own name says: about as many in each, and where one is does not depend on the others.
 */
export function halves<T extends Named>(runs: readonly T[]): { training: T[][]; calibration: T[][] } {
  const ids = new Set(runs.map(({ id }) => id));
  const sessions = new Map<string, T[]>();
  for (const run of runs) getOrAdd(sessions, sessionName(run, ids), (): T[] => []).push(run);
  const half = (rest: number) =>
    [...sessions].flatMap(([name, session]) => ((digest(name)[0] as number) % 2 === rest ? [session] : []));
  return { training: half(0), calibration: half(1) };
}

/**
 * The id of the session: `s` for the runs `s` and `s/agent-1`. A run without an id of its own is named by its file, and
 * folders may have files of the same name, so its name is what it contains.
 */
function sessionName({ id, file, content }: Named, ids: ReadonlySet<string>): string {
  const named = basename(file);
  if (id === named || id.startsWith(`${named}:`)) return `${id} ${content}`;
  for (let end = id.indexOf("/"); end >= 0; end = id.indexOf("/", end + 1))
    if (ids.has(id.slice(0, end))) return id.slice(0, end);
  return id;
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

/** Counts of sessions; a session is refused if one of its healthy runs is. */
export interface Count {
  healthy: number;
  refused: number;
}

export function countRefused<T>(sessions: readonly T[][], firing: (run: T) => Judged): Count {
  const judged = sessions.map((session) => session.map((run) => refusedHealthy(firing(run))));
  return {
    healthy: judged.filter((runs) => runs.some((refused) => refused !== undefined)).length,
    refused: judged.filter((runs) => runs.includes(true)).length,
  };
}

/**
 * From the most lenient to the strictest: what refuses more healthy sessions, or as many and gains more. Each gains more than
 * all before it. Where nothing is to be gained, the base preset alone.
 */
export function inOrder<T extends { setting: Setting; harm: number; gain: number }>(all: readonly T[]): T[] {
  const size = ({ setting }: T) => (setting.name === BASE ? 0 : setting.detectors.length);
  const known = all.filter(({ gain }) => gain > 0);
  if (known.length === 0) return all.filter(({ setting }) => setting.name === BASE);
  known.sort((a, b) => a.harm - b.harm || a.gain - b.gain || size(a) - size(b));
  return known.filter(({ gain }, place) => known.slice(0, place).every((before) => before.gain < gain));
}

/** A setting on the half of the sessions that nothing was chosen by. */
export interface Tested extends Count {
  name: string;
  /** The upper bound of the share that is refused, and whether it is within what was asked for. */
  bound: number;
  kept: boolean;
}

/** The tests in a fixed sequence: up to the first that fails, which is the last of the answer. */
export function testInOrder<T>(
  order: readonly T[],
  share: number,
  count: (one: T) => Count & { name: string },
): Tested[] {
  const tested = order.map((one) => {
    const counts = count(one);
    const bound = upperBound(counts.refused, counts.healthy);
    return { ...counts, bound, kept: bound <= share };
  });
  return tested.filter((_, place) => tested.slice(0, place).every(({ kept }) => kept));
}

export interface Promised extends Recommendation {
  /** Sessions that settings were put in order on, and that they were tested on; the last one `tested` that is kept is promised. */
  promise: { share: number; confidence: number; training: number; calibration: number; tested: Tested[] };
}

/** A setting of which the runs show that at most `share` of healthy ones are refused. Throws an `Error` if they do so of none. */
export function promised(runs: readonly TriedRun[], settings: readonly Setting[], share: number): Promised {
  const { training, calibration } = halves(runs);
  const measured = measure(settings, training.flat());
  const under = (sessions: TriedRun[][], setting: Setting) =>
    countRefused(sessions, ({ firings }) => firings[settings.indexOf(setting)] as Firing);
  const effects = measured.map((one) => {
    return { one, setting: one.setting, gain: one.regret.saved, harm: under(training, one.setting).refused };
  });
  const order = inOrder(effects);
  const tested = testInOrder(order, share, ({ setting }) => ({ name: setting.name, ...under(calibration, setting) }));
  const last = tested.findLastIndex(({ kept }) => kept);
  const recommended = order[last]?.one;
  const sure = `with ${percent(1 - CHANCE)} confidence`;
  const most = `at most ${Number((share * 100).toFixed(6))} % of healthy runs like these`;
  if (recommended === undefined)
    throw new Error(
      `No setting can be promised ${sure} to refuse ${most}. ${did(tested[0] as Tested)}, and it is the most lenient one. Bring more runs, ask for more than that, or see with loopguard scan what is refused: a tool may need a policy (poll, mutates, ignore)`,
    );
  const failed = tested[last + 1];
  const why = [
    `Promised ${sure}: it refuses ${most}.`,
    `Chosen on ${counted(training.length, "run")} and tested on ${calibration.length} others: ${did(tested[last] as Tested)}. ` +
      (failed === undefined ? "None stricter was left to test." : `The next stricter one: ${did(failed)}.`),
    "Healthy is any run but those in which no refused call gave news. A session and its sub-agents, or copies of a run, count as one.",
    "Of runs of other agents, models, tools and tasks nothing is promised.",
  ].join("\n");
  const counts = { training: training.length, calibration: calibration.length };
  return { measured, recommended, why, promise: { share, confidence: 1 - CHANCE, ...counts, tested } };
}

function did({ name, refused, healthy, bound }: Tested): string {
  return `${name} refused ${refused} of ${counted(healthy, "healthy run")}, up to ${percent(bound)} of all`;
}
