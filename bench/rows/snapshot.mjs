/** The state of a run with 1,000 distinct calls as bytes, and back: size and time, against targets of their own. */
import { LoopGuard } from "../../dist/node/index.cjs";
import { argumentsOf, resultOf } from "../lib/arguments.mjs";
import { measure } from "../lib/measure.mjs";
import { finish, mustBeEqual, quantity } from "../lib/row.mjs";

const CALLS = 1000;
const make = argumentsOf(200);
const setups = {
  "count()": { maxRepeats: 3 },
  "recommended preset": {},
};

function busyGuard(options) {
  const guard = new LoopGuard(options);
  for (let i = 0; i < CALLS; i++) {
    const call = { id: `call_${i}`, name: "read_file", arguments: make(i) };
    guard.before(call);
    guard.after(call, { result: resultOf(i) });
  }
  return guard;
}

function times(work) {
  return (n) => {
    let made = 0;
    for (let i = 0; i < n; i++) made += work();
    return made;
  };
}

const microseconds = (samples) => samples.map((nanoseconds) => nanoseconds / 1e3);

for (const [name, options] of Object.entries(setups)) {
  const guard = busyGuard(options);
  const run = guard.run();
  const bytes = run.snapshot();
  const again = LoopGuard.restore(bytes, options);
  mustBeEqual([...again.run().snapshot()], [...bytes], "the snapshot of a restored run");
  again.close();
  const samples = await measure({
    write: times(() => run.snapshot().length),
    read: times(() => {
      run.restore(bytes);
      return 1;
    }),
  });
  const what = `${CALLS.toLocaleString("en")} distinct calls, ${name}`;
  quantity(`${what}: size of a snapshot`, { ours: [bytes.length / 1024], unit: "KB", target: 40 });
  quantity(`${what}: snapshot`, { ours: microseconds(samples.write), unit: "µs", target: 200 });
  quantity(`${what}: restore`, { ours: microseconds(samples.read), unit: "µs", target: 200 });
  guard.close();
}
finish();
