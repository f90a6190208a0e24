/**
 * From runs to rates: what a preset finds and refuses, by the labels and by what the refused calls gave. The measure
 * itself is the command's (`lib/cli/tune`); it comes as `core`, so that tests can measure what was not built yet.
 */
import { Clock, callOf, outcomeOf, replay } from "./replay.mjs";
import { firedUnlabelled, score } from "./score.mjs";
import { sampleOf } from "./tuned-on.mjs";

/**
 * Replays each run under `options`. `pace`: seconds from round to round, where a run has no times of its own; without it,
 * there is no clock.
 *
 * @param {Map<string, any>} runs
 * @param {object} options
 * @param {any} core
 * @param {{ turns?: boolean, pace?: number | undefined }} [how]
 * @returns {Map<string, any>} by id: what `replay` gives, and the run's `regret`
 */
export function replayAll(runs, options, core, { turns = true, pace } = {}) {
  const clock = new Clock(pace);
  const guard = new core.LoopGuard({ ...options, now: clock.now });
  const replays = new Map();
  for (const [id, run] of runs) {
    const replayed = replay(run, guard, { turns, clock });
    const refusals = new Map();
    replayed.verdicts.forEach((verdict, index) => {
      core.noteRefusal(refusals, index, verdict);
    });
    replays.set(id, { ...replayed, regret: core.regretOf(gaveOf(run, core), refusals) });
  }
  guard.close();
  return replays;
}

/** What each call of a run gave. */
export function gaveOf(run, core) {
  const calls = run.calls.map((call, index) => {
    const { name, arguments: args } = callOf(call, index);
    const known = !run.no_results && (call.result !== undefined || call.error);
    return {
      name,
      args: core.fingerprint(name, args),
      result: known ? core.newsKey(name, outcomeOf(call)) : undefined,
    };
  });
  return core.gaveOf(calls);
}

/**
 * One row for each group of runs: all, in-sample or not, by age of the models, by file.
 *
 * @returns {any[]}
 */
export function tableOf({ runs, labels }, replays, core) {
  return groupsOf([...runs.values()]).map(({ name, wanted, kind }) => {
    const own = [...runs.values()].filter(wanted);
    const known = labels.filter(({ id }) => wanted(runs.get(id)));
    return {
      name,
      kind,
      sample: sampleOf(own),
      runs: own.length,
      calls: own.reduce((sum, { calls }) => sum + calls.length, 0),
      labelled: known.length,
      regret: core.summedRegret(own.map(({ id }) => replays.get(id).regret)),
      any: score(known, runs, replays, "any"),
      blocking: score(known, runs, replays, "blocking"),
      unlabelled: firedUnlabelled(labels, runs, replays, "blocking", wanted),
    };
  });
}

function groupsOf(runs) {
  const places = [...new Set(runs.map(({ place }) => place))].sort();
  const one = (what) => (run) => sampleOf([run]) === what;
  const mixed = sampleOf(runs) === "partly in-sample";
  return [
    { name: "all", kind: "all", wanted: () => true },
    { name: "in-sample", kind: "sample", wanted: (run) => mixed && one("in-sample")(run) },
    { name: "not known to be in-sample", kind: "sample", wanted: (run) => mixed && one("not known")(run) },
    { name: "modern models", kind: "age", wanted: ({ modern }) => modern },
    { name: "2023-24 models", kind: "age", wanted: ({ modern }) => !modern },
    ...places.map((place) => ({ name: place, kind: "file", wanted: (run) => run.place === place })),
  ].filter(({ wanted }) => runs.some(wanted));
}
