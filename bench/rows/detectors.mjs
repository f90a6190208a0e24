/** Ten detectors against one: a call is digested once, whatever the number of detectors. */
import { detectors, LoopGuard } from "../../dist/node/index.cjs";
import { argumentsOf, resultOf } from "../lib/arguments.mjs";
import { measure, net } from "../lib/measure.mjs";
import { finish, timing } from "../lib/row.mjs";

const { count, cycle, duplicate, errorStreak, limit, noProgress, pingPong, repeat, stall, unknownTool } = detectors;

const make = argumentsOf(200);
/** Names that never form a block. */
const TOOLS = ["read_file", "search_code", "read_file", "run_tests", "write_file", "search_code", "list_files"];

/** Those that the core finds by calls and results alone, each with its defaults; `similarQuery` has its own row. */
const ten = () => [
  count(),
  repeat(),
  stall(),
  pingPong(),
  cycle(),
  duplicate(),
  limit({ default: Number.POSITIVE_INFINITY }),
  noProgress(),
  errorStreak(),
  unknownTool(),
];

function judging(detectors) {
  const run = new LoopGuard({ detectors }).run("bench");
  let i = 0;
  return (n) => {
    let allowed = 0;
    for (const end = i + n; i < end; i++) {
      const call = { id: `call_${i}`, name: TOOLS[i % 7], arguments: make(i) };
      const before = run.before(call);
      const after = run.after(call, { result: resultOf(i) });
      if (before.action !== "allow" || after.action !== "allow") throw new Error(`call ${i} was taken for a loop`);
      allowed++;
    }
    return allowed;
  };
}

function building() {
  let i = 0;
  return (n) => {
    let made = 0;
    for (const end = i + n; i < end; i++) made += make(i).path.length + resultOf(i).length + `call_${i}`.length;
    return made;
  };
}

const { build, all, verbatim, canonical, last, progress } = await measure({
  build: building(),
  all: judging(ten()),
  verbatim: judging([count()]),
  canonical: judging([count({ canonical: true })]),
  last: judging([repeat()]),
  progress: judging([noProgress()]),
});
for (const [label, one] of [
  ["count", verbatim],
  ["count({ canonical: true })", canonical],
  ["repeat", last],
  ["noProgress", progress],
])
  timing(`ten detectors against ${label} alone, net`, { ours: net(all, build), rival: net(one, build), target: 1.5 });
finish();
