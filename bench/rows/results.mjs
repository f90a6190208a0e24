/**
 * What a result costs: `before` + `after` of a guard with its preset, against one sha256 of the result. The call has 200 B
 * of arguments, which the rival does not look at. Every result differs from the others, by more than times and ids.
 */
import { createHash } from "node:crypto";
import { LoopGuard } from "../../dist/node/index.cjs";
import { argumentsOf, cutsOf, logText, sourceText } from "../lib/arguments.mjs";
import { measure, net } from "../lib/measure.mjs";
import { finish, timing } from "../lib/row.mjs";

const KB = 1024;
const LARGEST = 64 * KB;
const make = argumentsOf(200);

function over(work, resultOf) {
  let i = 0;
  return (n) => {
    let made = 0;
    for (const end = i + n; i < end; i++) made += work(i, make(i), resultOf(i));
    return made;
  };
}

async function row(label, text, size, target) {
  const resultOf = cutsOf(text, size);
  const run = new LoopGuard().run("bench");
  const judge = (i, args, result) => {
    const call = { id: `call_${i}`, name: "read_file", arguments: args };
    const before = run.before(call);
    const after = run.after(call, { result });
    if (before.action !== "allow" || after.action !== "allow") throw new Error(`call ${i} was taken for a loop`);
    return 1;
  };
  const samples = await measure({
    build: over((i, args, result) => args.path.length + result.length + `call_${i}`.length, resultOf),
    ours: over(judge, resultOf),
    sha: over(
      (_, args, result) => args.path.length + createHash("sha256").update(result).digest("hex").length,
      resultOf,
    ),
  });
  timing(`${label}: preset, before + after against sha256 of the result, net`, {
    ours: net(samples.ours, samples.build),
    rival: net(samples.sha, samples.build),
    ...(target === undefined ? {} : { target }),
  });
}

const source = sourceText(3 * LARGEST, 5);
const log = logText(3 * LARGEST, 7);
for (const [label, size] of [
  ["1 KB", KB],
  ["8 KB", 8 * KB],
  ["64 KB", 64 * KB],
]) {
  const judged = size > KB;
  await row(`${label} of source`, source, size, judged ? 1.2 : undefined);
  await row(`${label} of a log`, log, size, judged ? 2 : undefined);
}
finish();
