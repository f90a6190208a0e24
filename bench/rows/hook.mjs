/**
 * One call of the hook, whole process: from its start to its end, as an agent waits for it. The C program against
 * `loopguard hook` in Node, in turns, on one session that has fifty calls behind it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { finish, mustBeEqual, quantity, timing } from "../lib/row.mjs";

const WARM_CALLS = 50;
const RUNS = 200;

const root = fileURLToPath(new URL("../..", import.meta.url));
const built = readdirSync(join(root, "prebuilds")).map((name) => join(root, "prebuilds", name, "loopguard"));
const program = built.find((path) => existsSync(path));
if (program === undefined) throw new Error("the hook program is not built: npm run build:native");

const folder = mkdtempSync(join(tmpdir(), "loopguard-bench-"));
const config = join(folder, "config.json");
const policies = { Read: { volatile: ["timestamps"] }, "mcp__*": { poll: true }, Bash: { limit: 500 } };
writeFileSync(config, JSON.stringify({ preset: "strict", ladder: { warn: 1, hint: 2, abort: 6 }, tools: policies }));

const contenders = {
  c: [program, "hook", "--claude"],
  preset: [program, "hook", "--claude", "--preset", "strict"],
  config: [program, "hook", "--claude", "--config", config],
  node: [process.execPath, join(root, "dist", "cli", "main.js"), "hook", "--claude"],
  /** What a process costs that does nothing. */
  nothing: ["/bin/true"],
  /** What Node costs that does nothing. */
  bareNode: [process.execPath, "-e", ""],
};

function event(name, id) {
  const call = { session_id: "bench", hook_event_name: name, tool_name: "Read", tool_use_id: `t${id}` };
  const input = { file_path: `/repo/src/file-${id}.ts`, offset: 1, limit: 200 };
  return JSON.stringify({
    ...call,
    tool_input: input,
    cwd: "/repo",
    ...(name === "PostToolUse" && { tool_response: TEXT }),
  });
}
const TEXT = { type: "text", file: { content: "const a = 1;\n".repeat(300), numLines: 300 } };

/** A contender with a state of its own, which has seen the calls of a session. */
function prepare(command) {
  const state = mkdtempSync(join(tmpdir(), "loopguard-bench-"));
  const env = { PATH: process.env.PATH, XDG_STATE_HOME: state };
  const [file, ...args] = command;
  const tell = (input) => spawnSync(file, args, { input, env, encoding: "utf8" });
  for (let id = 0; id < WARM_CALLS; id++) for (const name of ["PreToolUse", "PostToolUse"]) tell(event(name, id));
  return { state, tell };
}

const prepared = Object.fromEntries(Object.entries(contenders).map(([name, command]) => [name, prepare(command)]));
const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
let id = WARM_CALLS;
for (let run = 0; run < RUNS; run++) {
  const name = run % 2 === 0 ? "PreToolUse" : "PostToolUse";
  const input = event(name, id);
  const outputs = {};
  const order = Object.keys(prepared);
  for (const one of run % 2 === 0 ? order : order.reverse()) {
    const begin = process.hrtime.bigint();
    const { status, stdout } = prepared[one].tell(input);
    samples[one].push(Number(process.hrtime.bigint() - begin));
    outputs[one] = [status, stdout];
  }
  mustBeEqual(outputs.c, outputs.node, "the two programs' answers");
  if (name === "PostToolUse") id++;
}
for (const { state } of Object.values(prepared)) rmSync(state, { recursive: true, force: true });
rmSync(folder, { recursive: true, force: true });

const milliseconds = (values) => values.map((value) => value / 1e6);
quantity("one call, C, whole process", {
  ours: milliseconds(samples.c),
  rival: milliseconds(samples.nothing),
  unit: "ms",
  target: 5,
  note: "beside it a process that does nothing",
});
timing("one call, --preset", { ours: samples.preset, rival: samples.nothing, target: 1.3, note: "against nothing" });
timing("one call, --config", { ours: samples.config, rival: samples.nothing, target: 1.3, note: "against nothing" });
timing("one call, C against Node", { ours: samples.c, rival: samples.node, target: 1 / 8 });
timing("one call, Node", { ours: samples.node, rival: samples.bareNode, note: "against a Node that does nothing" });
finish();
