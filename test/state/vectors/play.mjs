/** Plays the steps of a vector, for those who write vectors and those who test them. */

/** A guard with a clock that only `wait` moves; `bytes`: restored from them. */
export function guardOf(loopguard, { detectors, ...options }, clock, bytes) {
  const full = {
    ...options,
    ...(detectors === undefined ? {} : { detectors: detectors.map(([name, given]) => loopguard[name](given)) }),
    now: () => clock.now,
  };
  const { LoopGuard } = loopguard;
  return { subject: bytes === undefined ? new LoopGuard(full) : LoopGuard.restore(bytes, full), clock };
}

/** What was said at each step that says something. `lone`: the run of steps that name none; `null`: the default run. */
export function play({ subject, clock }, steps, lone = null) {
  const said = [];
  // A call without an id is known by its object, and a vector's are read from JSON.
  const calls = new Map();
  for (const { does, run: key, call: asked, outcome, error, ms } of steps) {
    const text = JSON.stringify(asked);
    const call = does === "before" ? asked : (calls.get(text) ?? asked);
    if (does === "before") calls.set(text, call);
    const run = subject.run(key ?? lone ?? undefined);
    if (does === "wait") clock.now += ms;
    else if (does === "before") said.push(short(run.before(call)));
    else if (does === "after") said.push(short(run.after(call, outcome)));
    else if (does === "invalid") said.push(short(run.invalid(call, error)));
    else run[does]();
  }
  return said;
}

function short({ action, detection, waitMs }) {
  if (detection === null) return action;
  const { detector, repeats, strikes, cycleLength } = detection;
  return [action, detector, repeats, strikes, cycleLength, ...(waitMs === undefined ? [] : [waitMs])].join(" ");
}
