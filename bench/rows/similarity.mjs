/** `similarity` at 100 characters against Python's difflib and against the same in JavaScript. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { similarity } from "../../dist/node/index.cjs";
import { randomNumbers } from "../lib/arguments.mjs";
import { measure } from "../lib/measure.mjs";
import { finish, mustBeEqual, timing } from "../lib/row.mjs";
import { ratio } from "../rivals/difflib.mjs";

const LENGTH = 100;
const PAIRS = 200;
const WORDS =
  "how to configure retry policy for failed payments in the billing service of production region status latest error report".split(
    " ",
  );
const script = fileURLToPath(new URL("../rivals/difflib_ratio.py", import.meta.url));

/** Two queries of 100 characters each, the second with some words of the first changed: from alike to unlike. */
function queryPairs() {
  const next = randomNumbers(11);
  const word = () => WORDS[next(WORDS.length)];
  const cut = (words) => words.join(" ").padEnd(LENGTH, " and more").slice(0, LENGTH);
  return Array.from({ length: PAIRS }, () => {
    const words = Array.from({ length: 24 }, word);
    const changes = next(10);
    return [cut(words), cut(words.map((same) => (next(10) < changes ? word() : same)))];
  });
}

const pairs = queryPairs();

function python() {
  const run = spawnSync("python3", [script], { input: JSON.stringify(pairs), encoding: "utf8" });
  if (run.error !== undefined || run.status !== 0) return undefined;
  return JSON.parse(run.stdout);
}

function over(work) {
  return (n) => {
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const [a, b] = pairs[i % PAIRS];
      sum += work(a, b);
    }
    return sum;
  };
}

const ours = pairs.map(([a, b]) => similarity(a, b));
mustBeEqual(
  ours,
  pairs.map(([a, b]) => ratio(a, b)),
  "ratios of the JavaScript port",
);
const samples = await measure({ ours: over(similarity), port: over(ratio) }, { step: PAIRS });
timing("100 characters, similarity against a JavaScript port of difflib", {
  ours: samples.ours,
  rival: samples.port,
  target: 1 / 5,
});

const first = python();
if (first !== undefined) {
  mustBeEqual(ours, first.ratios, "ratios of Python's difflib");
  const rival = [];
  const own = [];
  for (let trial = 0; trial < 5; trial++) {
    const { nanoseconds } = python();
    rival.push(nanoseconds);
    own.push((await measure({ ours: over(similarity) }, { trials: 1, step: PAIRS })).ours[0]);
  }
  timing("100 characters, similarity against Python's difflib", { ours: own, rival, target: 1 / 30 });
} else timing("100 characters, similarity (no python3 to compare with)", { ours: samples.ours });
finish();
