/** `LoopDetector.push` against the same in forty lines of JavaScript. */
import { LoopDetector } from "../../dist/node/index.cjs";
import { randomNumbers } from "../lib/arguments.mjs";
import { measure, net } from "../lib/measure.mjs";
import { finish, mustBeEqual, timing } from "../lib/row.mjs";
import { TailScan } from "../rivals/tail-scan.mjs";

const TOOLS = ["read_file", "write_file", "post_tweet", "search_web", "run_command"];
const FAILURES = ["402:CreditsDepleted", "404:NotFound", "429:RateLimited", "500:InternalError"];
/** The choices of a stream are made beforehand, so that a signature costs no more than putting its string together. */
const PERIOD = 1 << 12;

/**
 * `(i) => signature`, a fresh string each time. Two of three are successes, told apart by their arguments; the others are
 * failures, which come again and again; every 64th place begins the same call three times over.
 */
function signaturesOf(argumentsText) {
  const next = randomNumbers(7);
  const tools = Array.from({ length: PERIOD }, () => TOOLS[next(TOOLS.length)]);
  const failures = Array.from({ length: PERIOD }, () => (next(3) === 0 ? FAILURES[next(FAILURES.length)] : undefined));
  return (i) => {
    const at = i % 64 < 3 ? (i - (i % 64)) % PERIOD : i % PERIOD;
    const failure = failures[at];
    return failure === undefined ? `${tools[at]}:${argumentsText(at)}` : `${tools[at]}:${failure}`;
  };
}

const streams = {
  "short signatures": signaturesOf((i) => `ok#${i}`),
  "signatures with 200 B of arguments": signaturesOf(
    (i) =>
      `{"filters":{"maxResults":50,"recursive":true,"types":["ts","md"]},"offset":${i},"path":"src/parser/rules-${i}.ts","query":"where is the tokenizer's state kept between two lines","reason":"find where it is defined"}`,
  ),
};

function checkEqual(signatureOf, options) {
  const [ours, rival] = [new LoopDetector(options), new TailScan(options)];
  for (let i = 0; i < 3000; i++) mustBeEqual(ours.push(signatureOf(i)), rival.push(signatureOf(i)), `push ${i}`);
  const blocks = ["a", "b", "c", "a", "b", "c"];
  for (let i = 0; i < 2000; i++) mustBeEqual(ours.push(blocks[i % 6]), rival.push(blocks[i % 6]), `loop ${i}`);
}

function pushing(detector, signatureOf) {
  let i = 0;
  return (n) => {
    let found = 0;
    for (const end = i + n; i < end; i++) if (detector.push(signatureOf(i)).detected) found++;
    return found;
  };
}

function building(signatureOf) {
  let i = 0;
  return (n) => {
    let made = 0;
    for (const end = i + n; i < end; i++) made += signatureOf(i).length;
    return made;
  };
}

async function against(label, signatureOf, options, target) {
  checkEqual(signatureOf, options);
  const samples = await measure({
    build: building(signatureOf),
    ours: pushing(new LoopDetector(options), signatureOf),
    rival: pushing(new TailScan(options), signatureOf),
  });
  const { build, ours, rival } = samples;
  timing(`${label}, net of building`, { ours: net(ours, build), rival: net(rival, build), target });
  timing(`${label}, raw`, { ours, rival });
}

for (const [label, signatureOf] of Object.entries(streams)) {
  await against(`defaults, ${label}`, signatureOf, {}, 1);
  const large = { windowSize: 1024, maxCycleLen: 256 };
  await against(`window 1024 and maxCycleLen 256, ${label}`, signatureOf, large, 0.3);
}

const signatureOf = streams["short signatures"];
const { large, small } = await measure({
  large: pushing(new LoopDetector({ windowSize: 4096, maxCycleLen: 8 }), signatureOf),
  small: pushing(new LoopDetector({ windowSize: 32, maxCycleLen: 8 }), signatureOf),
});
timing("window 4096 against window 32, maxCycleLen 8", { ours: large, rival: small, target: 1.5 });
finish();
