/** Reads traces from standard input, from the built package: prints the ids of the runs. */
import { readTraceFile } from "../../out/traces/read-trace.js";

const runs = [];
let faults = 0;
const sink = { round() {}, turn() {}, call() {}, outcome() {}, end() {} };
await readTraceFile("-", {
  open({ id }) {
    runs.push(id);
    return sink;
  },
  fault() {
    faults++;
  },
});
process.stdout.write(JSON.stringify({ runs, faults }));
