/** The recommended preset, `before` and `after`, against what any implementation must do at least. */
import { hash } from "node:crypto";
import { LoopGuard } from "../../dist/node/index.cjs";
import { core } from "../../out/core/backend.js";
import { IdentityMode } from "../../out/core/layout.gen.js";
import { argumentsOf, resultOf } from "../lib/arguments.mjs";
import { measure, net } from "../lib/measure.mjs";
import { finish, timing } from "../lib/row.mjs";

const make = argumentsOf(200);
const key = new Uint8Array(16);

const run = new LoopGuard().run("bench");

function judge(i, args) {
  const call = { id: `call_${i}`, name: "read_file", arguments: args };
  const before = run.before(call);
  const after = run.after(call, { result: resultOf(i) });
  if (before.action !== "allow" || after.action !== "allow") throw new Error(`call ${i} was taken for a loop`);
  return 1;
}

function over(work) {
  let i = 0;
  return (n) => {
    let made = 0;
    for (const end = i + n; i < end; i++) made += work(i, make(i));
    return made;
  };
}

const nativeDigest = (i) => core.identify(key, IdentityMode.verbatim, "", resultOf(i));

const samples = await measure({
  build: over((i, args) => args.path.length + resultOf(i).length + `call_${i}`.length),
  ours: over(judge),
  digest: over((i, args) => JSON.stringify(args).length + nativeDigest(i).length + `call_${i}`.length),
  sha: over(
    (i, args) => JSON.stringify(args).length + (hash?.("sha256", resultOf(i)).length ?? 0) + `call_${i}`.length,
  ),
});
const { build, ours, digest, sha } = samples;
timing("preset, before + after against stringify + one digest by our core, net", {
  ours: net(ours, build),
  rival: net(digest, build),
});
if (hash !== undefined) {
  const rival = net(sha, build);
  timing("preset, before + after against stringify + one crypto.hash(sha256), net", {
    ours: net(ours, build),
    rival,
    target: 1.2,
  });
}
finish();
