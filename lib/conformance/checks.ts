/** What must hold of an adapter, whatever the framework. */
import { builtin, needed } from "../base/platform.ts";
import type { LoopRecovery } from "../base/types.ts";
import { LoopGuard } from "../guard/loop-guard.ts";
import { budget, delegation, duplicate, errorStreak, noProgress, repeat, unknownTool } from "../rules/factories.ts";
import type { LoopGuardOptions } from "../rules/options.ts";
import { findToolLoopError, type ToolLoopError } from "../rules/tool-loop-error.ts";
import type { Driver, Scenario, ScriptedCall, ScriptedResponse } from "./trial.ts";
import {
  type Ending,
  loopOf,
  noResults,
  PATIENCE,
  REFUSAL,
  Spy,
  stuckOptions,
  type Trial,
  throwing,
  tryStuckAgent,
  WARNING,
} from "./trial.ts";

/** Requests until a stuck model is stopped. */
const STUCK_STEPS = 5;
/** Steps of an agent that no guard is to stop; a loop ends sooner. */
const HEALTHY = 8;

type Check = (trial: Trial) => Promise<void>;

/** The checks that fit the driver, by title. */
export function checksOf(driver: Driver): ReadonlyMap<string, Check> {
  const checks = new Map<string, Check>([
    ["a stuck model: 2 executions, 2 refusals, the end at the fifth call", stuckModelEnds],
    ["three identical parallel calls are one observation", parallelCallsAreOne],
    ["repeated parallel calls are a loop", repeatedParallelCalls],
    ["two concurrent agents on one guard are two runs", concurrentAgents],
    ["two runs of one agent are two runs", twoRuns],
    ["calls of other tools, or with other arguments, are other calls", otherCalls],
    ["results that change are progress, and results that do not are a loop", resultsCount],
    ["a healthy agent's requests are the same as without a guard, byte for byte", healthyAgent],
    ["an error of a tool has the same answer as without a guard", toolError],
    ["a tool that throws the same error again is an error streak", sameErrors],
  ]);
  if (driver.delegates !== false)
    checks.set("a tool that starts an agent is refused when the task comes again", repeatedTask);
  if (driver.replays !== false) checks.set("an earlier result that is replayed reaches the model", replays);
  if (driver.rounds !== false) checks.set("after an abort no sibling runs that has not started", siblingsAreRefused);
  if (driver.stops) checks.set("with onAbort: stop the run ends quietly, and its result says why", endsQuietly);
  if (driver.answers) for (const [what, last, text] of LAST) checks.set(`${ANSWER}${what}`, answers(last, text));
  if (driver.hasOnAbort ?? driver.stops) checks.set("an onAbort with a typo is refused", typoIsRefused);
  for (const [what, name, args] of UNUSABLE)
    if (driver.sees[what]) checks.set(`calls that no tool can take end the run: ${what}`, unusableCalls(name, args));
  return checks;
}

async function stuckModelEnds(trial: Trial): Promise<void> {
  const { executions, modelCalls, results, ending } = await tryStuckAgent(trial);
  counted({ executions, modelCalls }, { executions: 2, modelCalls: 5 });
  const [first, second = "", ...refusals] = results;
  equal(first, "No results.");
  holds(second, "No results.");
  holds(second, WARNING);
  equal(refusals.length, 2, `the model saw ${results.length} results, 4 were expected: ${JSON.stringify(results)}`);
  for (const refusal of refusals) holds(refusal, REFUSAL);
  const { name, code, toolName, detection } = endedBy(ending, repeat());
  equal([name, code, toolName, detection.strikes], ["ToolLoopError", "ERR_TOOL_LOOP", "search", 4]);
}

async function endsQuietly(trial: Trial): Promise<void> {
  const { spy, ending } = await trial.stuck({ onAbort: "stop" });
  counted(spy, { executions: 2, modelCalls: 5 });
  const error = findToolLoopError(resultOf(ending));
  equal(error?.toolName, "search", "findToolLoopError did not find the error in the result of the run");
}

const ANSWER = "with onAbort: answer a stopped run is asked once more, without tools, and the model ";
/** Far more than all responses before. */
const USAGE = { inputTokens: 90_000, outputTokens: 10_000 };
const ALL_TOKENS = USAGE.inputTokens + USAGE.outputTokens;
const KNOWN = "All that I know.";
const OURS = "The task was not finished";
const LAST: readonly (readonly [what: string, last: (spy: Spy) => ScriptedResponse, text: string])[] = [
  ["answers", () => ({ text: KNOWN, usage: USAGE }), KNOWN],
  ["says nothing", () => ({ text: "", usage: USAGE }), OURS],
  ["calls all the same", (spy) => ({ calls: [spy.call("search", { q: "x" })], usage: USAGE }), OURS],
  ["fails", throwing, OURS],
];

/** The run has a result with this text and with what calls returned; nothing else fails, and the usage is counted once. */
function answers(last: (spy: Spy) => ScriptedResponse, text: string): Check {
  return async (trial) => {
    const spy = new Spy();
    const counts: unknown[] = [];
    const recoveries: LoopRecovery[] = [];
    const guard: LoopGuardOptions = {
      ...stuckOptions(),
      detectors: [repeat({ threshold: 2 }), budget({ tokens: ALL_TOKENS })],
      onDetection: ({ details: { used } }) => void (used !== undefined && counts.push(used)),
      onRecovery: (recovery) => void recoveries.push(recovery),
    };
    const script = spy.script((step) => (step < STUCK_STEPS ? [spy.call("search", { q: "x" })] : last(spy)));
    const tools = { search: spy.tool(noResults), read: spy.tool(noResults) };
    const unhandled: unknown[] = [];
    const listen = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", listen);
    const asked = trial.scenario({ script, tools, guard, onAbort: "answer" });
    const ending = await asked.finally(async () => {
      await new Promise((resolve) => setTimeout(resolve)); // what is unhandled is told then
      process.off("unhandledRejection", listen);
    });
    const result = resultOf(ending);
    counted(spy, { executions: 2, modelCalls: STUCK_STEPS + 1 });
    equal(spy.requests.at(-1)?.tools ?? [], [], "the last request offers tools");
    ok(JSON.stringify(result).includes(text), `the result does not say ${JSON.stringify(text)}`);
    equal(
      recoveries.map(({ rung, outcome }) => `${rung} ${outcome}`),
      ["answer tried", "answer ended"],
    );
    holds(JSON.stringify(recoveries[0]?.results), noResults());
    if (trial.driver.stops) holds(JSON.stringify(findToolLoopError(result)?.results), noResults());
    equal(unhandled, []);
    const times = counts.map((used) => Math.floor(Number(used) / ALL_TOKENS));
    equal(times, last === throwing ? [] : [1], "the usage of the last response was not counted once");
  };
}

async function parallelCallsAreOne(trial: Trial): Promise<void> {
  const { spy, ending } = await trial.stuck({ names: ["search", "search", "search"], steps: 1 });
  resultOf(ending);
  equal(spy.executions, 3);
  equal(spy.results, ["No results.", "No results.", "No results."]);
}

async function repeatedParallelCalls(trial: Trial): Promise<void> {
  const { spy, ending } = await trial.stuck({ names: ["search", "search"] });
  equal(spy.executions, 4);
  equal(spy.results.slice(0, 2), ["No results.", "No results."]);
  const warned = spy.results.slice(2, 4);
  ok(
    warned.some((result) => result.includes(WARNING)),
    `no warning in ${JSON.stringify(warned)}`,
  );
  ok(spy.modelCalls <= 5, `the model was asked ${spy.modelCalls} times, 5 at most were to be expected`);
  endedBy(ending, repeat());
}

async function concurrentAgents(trial: Trial): Promise<void> {
  const guard = new LoopGuard(stuckOptions());
  for (const { spy, ending } of await Promise.all([trial.stuck({ guard }), trial.stuck({ guard })])) {
    counted(spy, { executions: 2, modelCalls: 5 });
    endedBy(ending, repeat());
  }
}

async function twoRuns(trial: Trial): Promise<void> {
  const spy = new Spy();
  const tools = { search: spy.tool(noResults) };
  const { driver } = trial;
  const agent = driver.makeAgent({ script: spy.repeating(["search"], 2 * PATIENCE), tools, guard: stuckOptions() });
  const endings = driver.concurrentRuns
    ? await Promise.all([trial.run(agent), trial.run(agent)])
    : [await trial.run(agent), await trial.run(agent)];
  counted(spy, { executions: 4, modelCalls: 10 });
  for (const ending of endings) endedBy(ending, repeat());
}

async function otherCalls(trial: Trial): Promise<void> {
  const spy = new Spy();
  const tools = { search: spy.tool(noResults), read: spy.tool(noResults) };
  // search 0, read 0, read 1, search 1, search 2, ...: each call has the name or the argument of the one before
  const script = spy.script((step) => {
    const name = Math.ceil(step / 2) % 2 === 0 ? "search" : "read";
    return step < HEALTHY ? [spy.call(name, { q: `${Math.floor(step / 2)}` })] : "Done.";
  });
  const ending = await trial.scenario({ script, tools, guard: stuckOptions() });
  resultOf(ending);
  counted(spy, { executions: HEALTHY, modelCalls: HEALTHY + 1 });
  equal(spy.results, Array(HEALTHY).fill("No results."), "healthy calls were warned about or refused");
}

async function resultsCount(trial: Trial): Promise<void> {
  const guard = stuckOptions(noProgress({ threshold: 2 }));
  let found = 0;
  const moving = await trial.stuck({ guard, steps: HEALTHY, result: () => `Found ${++found}.` });
  resultOf(moving.ending);
  counted(moving.spy, { executions: HEALTHY, modelCalls: HEALTHY + 1 });

  const { spy, ending } = await trial.stuck({ guard });
  counted(spy, { executions: 2, modelCalls: 5 });
  endedBy(ending, noProgress());
}

async function healthyAgent(trial: Trial): Promise<void> {
  const { executions, requests, ending } = await sameWithGuard(trial, (spy) => ({
    tools: { search: spy.tool(({ q }) => `Found ${q}.`), read: spy.tool(({ q }) => `{"page": "${q}"}`) },
    script: spy.script((step) => {
      if (step === 0) return [spy.call("search", { q: "a" }), spy.call("search", { q: "b" })];
      if (step < 4) return [spy.call("read", { q: `page ${step}` })];
      return step === 4 ? [spy.call("search", { q: "a" })] : "Done.";
    }),
  }));
  resultOf(ending);
  equal([executions, requests.length], [6, 6], "the agent without a guard did other calls");
}

async function toolError(trial: Trial): Promise<void> {
  const { executions } = await sameWithGuard(trial, (spy) => ({
    tools: { search: spy.tool(throwing) },
    script: spy.script((step) => (step < 2 ? [spy.call("search", { q: `${step}` })] : "Done.")),
  }));
  ok(executions > 0, "the tool never ran");
}

/** A guard changes nothing of what is asked, and of how it ends. Gives the run without it. */
async function sameWithGuard(trial: Trial, make: (spy: Spy) => Pick<Scenario, "tools" | "script">) {
  const run = async (guard: "off" | undefined) => {
    const spy = new Spy();
    const ending = await trial.scenario({ ...make(spy), guard });
    return { executions: spy.executions, requests: spy.requests, ending };
  };
  const [alone, guarded] = await Promise.all([run("off"), run(undefined)]);
  const seen = ({ ending, ...rest }: typeof alone) => JSON.stringify({ ...rest, failed: "error" in ending });
  equal(seen(guarded), seen(alone));
  return alone;
}

async function sameErrors(trial: Trial): Promise<void> {
  const spy = new Spy();
  const guard = { ...stuckOptions(errorStreak({ threshold: 2 })), ladder: { warn: 1, hint: 2, abort: 3 } };
  const tools = { search: spy.tool(throwing) };
  const script = spy.script((step) => (step < PATIENCE ? [spy.call("search", { q: `${step}` })] : "I give up."));
  const ending = await trial.scenario({ script, tools, guard });
  counted(spy, { executions: 2, modelCalls: 4 });
  holds(spy.results.at(-1) ?? "", REFUSAL);
  // With the error, or after it: not every framework lets an adapter change the text of an error.
  holds(JSON.stringify(spy.requests.at(-1)), WARNING);
  endedBy(ending, errorStreak());
}

async function siblingsAreRefused(trial: Trial): Promise<void> {
  const spy = new Spy();
  const other = new Spy();
  const tools = { search: spy.tool(noResults), read: other.tool(noResults) };
  const script = spy.script((step) => {
    const search = spy.call("search", { q: "x" });
    return step === STUCK_STEPS - 1 ? [search, spy.call("read", { q: "x" })] : [search];
  });
  endedBy(await trial.scenario({ script, tools, guard: stuckOptions() }), repeat());
  equal(other.executions, 0, "a sibling ran after the call that ended the run");
}

async function replays(trial: Trial): Promise<void> {
  let found = 0;
  const guard: LoopGuardOptions = { detectors: [duplicate({ replay: true })] };
  const { spy, ending } = await trial.stuck({ guard, steps: 2, result: () => `Found ${++found}.` });
  resultOf(ending);
  counted(spy, { executions: 1, modelCalls: 3 });
  holds(spy.results.at(-1) ?? "", "Found 1.");
}

async function repeatedTask(trial: Trial): Promise<void> {
  const guard = new LoopGuard({ detectors: [delegation({ threshold: 3, ladder: { hint: 1 } })] });
  guard.startsAgents("search", (task) => ({ agent: "researcher", task }));
  const { spy, ending } = await trial.stuck({ guard, steps: 4 });
  resultOf(ending);
  counted(spy, { executions: 2, modelCalls: 5 });
  for (const refusal of spy.results.slice(2)) holds(refusal, "was given the same task");
}

async function typoIsRefused(trial: Trial): Promise<void> {
  const spy = new Spy();
  const made = trial.stuck({ spy, steps: 1, onAbort: "stopp" as "stop" });
  const { ending } = await made.catch((error: unknown): { ending: Ending } => ({ ending: { error } }));
  const code = "error" in ending ? (ending.error as { code?: unknown } | null)?.code : undefined;
  equal(code, "ERR_LOOPGUARD_OPTION", `onAbort: "stopp" was not refused: ${describeEnding(ending)}`);
  equal(spy.modelCalls, 0);
}

const UNUSABLE: readonly (readonly [keyof Driver["sees"], name: string, args: ScriptedCall["arguments"]])[] = [
  ["unknownTool", "serach", { q: "x" }],
  ["invalidArguments", "search", { q: 1, query: "x" }],
  ["brokenJson", "search", '{"q": "x'],
];

function unusableCalls(name: string, args: ScriptedCall["arguments"]): Check {
  return async (trial) => {
    const guard = { ...stuckOptions(unknownTool({ threshold: 2 })), ladder: { warn: 1, hint: 2, abort: 3 } };
    const { spy, ending } = await trial.stuck({ guard, names: [name], args });
    counted(spy, { executions: 0, modelCalls: 4 });
    endedBy(ending, unknownTool());
  };
}

/** `node:assert` with the first check: what it takes to load is a fifth of an empty process. */
function equal(actual: unknown, expected: unknown, message?: string): void {
  const assert: typeof import("node:assert/strict") = needed(builtin("node:assert/strict"), "A check");
  assert.deepEqual(actual, expected, message);
}

function ok(value: unknown, message: string): asserts value {
  if (!value) equal(value, true, message);
}

/** Calls that ran, and requests to the model. */
type Counts = Pick<Spy, "executions" | "modelCalls">;

function counted({ executions, modelCalls }: Counts, expected: Counts): void {
  equal(
    { executions, modelCalls },
    expected,
    `${executions} calls ran and the model was asked ${modelCalls} times; ` +
      `${expected.executions} and ${expected.modelCalls} were expected`,
  );
}

/** The run ended with the error of a detection by this detector. */
function endedBy(ending: Ending, { type }: { readonly type: string }): ToolLoopError {
  const error = loopOf(ending);
  ok(error, `the run did not end with a ToolLoopError: ${describeEnding(ending)}`);
  equal(error.detection.detector, type);
  return error;
}

function resultOf(ending: Ending): unknown {
  ok("result" in ending, `the run was rejected: ${describeEnding(ending)}`);
  return ending.result;
}

function holds(text: string, part: string): void {
  ok(text.includes(part), `${JSON.stringify(text)} does not contain ${JSON.stringify(part)}`);
}

function describeEnding(ending: Ending): string {
  return "error" in ending ? String(ending.error) : "it ended with a result";
}
