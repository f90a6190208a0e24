/** A format of recorded runs: one line for each call, under names that no other format has. */
import { logged, type Recipe } from "./recipes.ts";

const FORMAT = `/** Logs of Example: a call on each line, with what it gave. */
import { idOf, timeOf } from "../field-values.ts";
import type { TraceFormatSpec } from "../run-writer.ts";

export const exampleFormat: TraceFormatSpec = {
  name: "example",
  description: "logs of Example: a call on each line",
  recognises: (value) => typeof value["exampleTool"] === "string",
  reader: (runs, fault) => ({
    value(value, line) {
      const { exampleTool: name, input, output } = value;
      if (typeof name !== "string") return fault({ line, reason: "a call without a name" });
      const run = runs.of(idOf(value["task"]), line, timeOf(value["at"]));
      run.round();
      const index = run.calls;
      run.call({ name, arguments: input });
      run.outcomeAfterRound(index, { result: output });
    },
  }),
};
`;

export const traceFormat: Recipe = {
  title: "A trace format",
  add(copy) {
    copy.create("lib/traces/formats/example.ts", FORMAT);
    copy.insert(
      "lib/traces/formats/index.ts",
      /exchangesFormat \} from/,
      'import { exampleFormat } from "./example.ts";',
    );
    copy.insert("lib/traces/formats/index.ts", "  exchangesFormat,", "  exampleFormat,");
    const line = JSON.stringify({ task: "run-1", exampleTool: "search", input: { q: "x" }, output: "nothing" });
    copy.create("test/traces/fixtures/example.jsonl", `${line}\n${line}\n`);
    copy.insert(
      "test/traces/expected.ts",
      '"langsmith-tree.json": {',
      `  "example.jsonl": { format: "example", runs: [["run-1", 1, '| 0:search({"q":"x"}) 0="nothing" | 1:search({"q":"x"}) 1="nothing"']] },`,
    );
    copy.insert("docs/cli/formats.md", "| `droid` | sessions", "| `example` | logs of Example | a task |");
    logged(copy, "`scan` reads the logs of Example");
  },
  checks: [
    "npx vitest run --project once test/traces/formats.test.ts test/traces/named-format.test.ts",
    "node scripts/check-docs.mjs && node scripts/check-rooms.mjs",
  ],
};
