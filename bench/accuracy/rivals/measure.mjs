/** The same measure for each rule: what it refuses, what that would have given, what it says of healthy calls, its time. */
import { clockName, LIVE, NO_CLOCK } from "../clocks.mjs";
import { gaveOf } from "../measure.mjs";
import { Clock, callOf, outcomeOf } from "../replay.mjs";

const CLOCKS = [NO_CLOCK, LIVE];
/** The fastest of so many replays counts, by the time of the processor: what else the machine does only adds. */
const TIMED = 5;

/** @returns {{ clocks: string[], rows: { name, how, results, microseconds }[] }} `results`: one for each clock */
export function measureRivals(runs, rivals, core) {
  const prepared = [...runs.values()].map((run) => prepare(run, core));
  const calls = prepared.reduce((sum, { steps }) => sum + steps.length, 0);
  const nothing = timeOf(prepared, () => ({ rule: () => ({}), close() {} }));
  const rows = rivals.map(({ name, how, make }) => ({
    name,
    how,
    results: CLOCKS.map((pace) => resultOf(prepared, make, pace, core)),
    microseconds: Math.max(0, timeOf(prepared, make) - nothing) / calls,
  }));
  return { clocks: CLOCKS.map(clockName), rows };
}

function prepare(run, core) {
  const steps = run.calls.map((recorded, index) => ({
    recorded,
    batch: recorded.batch ?? index,
    call: callOf(recorded, index),
    outcome: outcomeOf(recorded),
  }));
  return { steps, gave: gaveOf(run, core) };
}

function resultOf(prepared, make, pace, core) {
  const clock = new Clock(pace);
  const { rule, close } = make(clock);
  let healthy = 0;
  let warned = 0;
  const regrets = prepared.map(({ steps, gave }) => {
    const refusals = new Map();
    play(rule(), steps, clock, (index, answer, loop) => {
      if (answer === "warn") {
        if (gave[index] === "news") warned++;
        return;
      }
      refusals.set(index, loop);
    });
    healthy += gave.filter((what) => what === "news").length;
    return core.regretOf(gave, refusals);
  });
  close();
  return { regret: core.summedRegret(regrets), warned, healthy };
}

function timeOf(prepared, make) {
  const times = Array.from({ length: TIMED }, () => {
    const clock = new Clock(LIVE);
    const { rule, close } = make(clock);
    const begin = process.cpuUsage();
    for (const { steps } of prepared) play(rule(), steps, clock, () => undefined);
    const { user, system } = process.cpuUsage(begin);
    close();
    return user + system;
  });
  return Math.min(...times);
}

/**
 * All calls of a round are asked about before any comes back. A rule that ends the run refuses all calls up to the user's
 * next turn, as one loop; what is refused does not come back. A call gets one word at most.
 */
function play(rule, steps, clock, said) {
  clock.begin();
  let ended;
  let turns = 0;
  for (let start = 0, last; start < steps.length; ) {
    const { batch } = steps[start];
    let end = start;
    while (end < steps.length && steps[end].batch === batch) end++;
    if (last !== undefined && batch - last > 1) {
      ended = undefined;
      turns++;
      rule.turn?.();
    }
    last = batch;
    clock.round();
    rule.round?.();
    const asked = [];
    for (let at = start; at < end; at++) {
      const { recorded, call } = steps[at];
      clock.request(recorded);
      const told = ended === undefined ? rule.before?.(call) : undefined;
      const answer = typeof told === "object" ? told.answer : told;
      const loop = told?.loop ?? `${turns} ${call.name} ${JSON.stringify(call.arguments)}`;
      if (answer === "end") ended = loop;
      if (ended !== undefined) said(at, "refuse", ended);
      else if (answer === "refuse") said(at, "refuse", loop);
      else asked.push({ at, warned: answer === "warn" });
    }
    for (const { at, warned } of asked) {
      const { recorded, call, outcome } = steps[at];
      clock.result(recorded);
      const answer = rule.after?.(call, outcome);
      if (warned || answer === "warn") said(at, "warn");
      if (answer === "end") ended ??= `${turns} end`;
    }
    start = end;
  }
  rule.close?.();
}
