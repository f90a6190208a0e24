/** What it costs to make a guard. */
import { logged, type Recipe } from "./recipes.ts";

const BENCH = `/** \`new LoopGuard()\`, closed at once. */
import { LoopGuard } from "../../dist/node/index.cjs";
import { measure } from "../lib/measure.mjs";
import { finish, timing } from "../lib/row.mjs";

const { ours } = await measure({
  ours(n) {
    for (let i = 0; i < n; i++) new LoopGuard().close();
    return n;
  },
});
timing("a guard is made and closed", { ours });
finish();
`;

export const benchmark: Recipe = {
  title: "A benchmark",
  add(copy) {
    copy.create("bench/rows/new-guard.mjs", BENCH);
    copy.insert("bench/run.mjs", '{ name: "detectors"', '  { name: "new-guard", backends: ["native"] },');
    copy.insert("bench/README.md", /^\| count a call/, "| a guard is made and closed | 100 µs | |");
    logged(copy, "a benchmark of making a guard");
  },
  checks: [
    "node bench/run.mjs --only new-guard --json out/new-guard.json && grep -q 'made and closed' out/new-guard.json",
  ],
};
