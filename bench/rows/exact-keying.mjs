/**
 * A count by name and arguments: `LoopGuard({ maxRepeats })` against a Map keyed by `name::JSON`, and against the
 * `JSON.stringify` alone that such a key begins with.
 */
import { LoopGuard } from "../../dist/node/index.cjs";
import { argumentsOf, callNumber, WIDE_TEXT } from "../lib/arguments.mjs";
import { measure, net } from "../lib/measure.mjs";
import { finish, mustBeEqual, timing } from "../lib/row.mjs";
import { MapCount } from "../rivals/map-count.mjs";

const KB = 1024;
const MAX_REPEATS = 3;
/** Calls of one agent run; the next one begins with an empty state. */
const RUN_LENGTH = 1000;

function inRuns(call, reset) {
  return (n) => {
    let made = 0;
    for (let i = 0; i < n; i++) {
      const at = i % RUN_LENGTH;
      if (at === 0) reset();
      made += call(at);
    }
    return made;
  };
}

function checkEqual(size) {
  const make = argumentsOf(size);
  const run = new LoopGuard({ maxRepeats: MAX_REPEATS, action: "hint" }).run("check");
  const map = new MapCount();
  for (let i = 0; i < 2000; i++) {
    const args = make(i % 7 === 0 ? 3 : i % 300);
    const refused = run.before({ name: "write_file", arguments: args }).action !== "allow";
    mustBeEqual(refused, map.add("write_file", args) > MAX_REPEATS, `call ${i} of ${size} B`);
  }
}

/** `target`: the greatest part of the Map's time. */
async function row(label, size, target, text) {
  const make = argumentsOf(size, text);
  const run = new LoopGuard({ maxRepeats: MAX_REPEATS }).run("bench");
  const map = new MapCount();
  let id = 0;
  const before = (i) => run.before({ name: "write_file", arguments: make(callNumber(i)) }).message.length;
  const wholeCall = (i) => {
    const call = { id: `call_${id++}`, name: "write_file", arguments: make(callNumber(i)) };
    return run.before(call).message.length + run.after(call, { result: "done" }).message.length;
  };
  const samples = await measure(
    {
      build: inRuns(
        (i) => make(callNumber(i)).path.length,
        () => {},
      ),
      stringify: inRuns(
        (i) => JSON.stringify(make(callNumber(i))).length,
        () => {},
      ),
      map: inRuns(
        (i) => map.add("write_file", make(callNumber(i))),
        () => map.reset(),
      ),
      ours: inRuns(before, () => run.reset()),
      whole: inRuns(wholeCall, () => run.reset()),
    },
    { step: RUN_LENGTH },
  );
  const { build, stringify, map: byMap, ours, whole } = samples;
  timing(`${label}: count against Map, net of building`, {
    ours: net(ours, build),
    rival: net(byMap, build),
    target,
  });
  timing(`${label}: count against Map, raw`, { ours, rival: byMap });
  timing(`${label}: count against bare JSON.stringify, net`, {
    ours: net(ours, build),
    rival: net(stringify, build),
    target: 1,
  });
  timing(`${label}: before + after, with an id, against Map, net`, {
    ours: net(whole, build),
    rival: net(byMap, build),
  });
}

for (const size of [200, KB, 8 * KB, 64 * KB]) checkEqual(size);
/** V8's own JSON.stringify, which the Map needs, is two to three times as fast from Node.js 24 on. */
const major = Number(process.versions.node.split(".")[0]);
const [small, large] = major < 24 ? [0.3, 0.1] : major < 26 ? [0.5, 0.15] : [0.5, 0.25];
await row("200 B", 200, small);
await row("8 KB", 8 * KB, large);
await row("64 KB", 64 * KB, large);
await row("8 KB beyond Latin-1", 8 * KB, 0.25, WIDE_TEXT);
finish();
