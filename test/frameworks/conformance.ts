/**
 * What holds in every framework. A framework's test makes a `Driver` of its agent and its mock model, calls
 * `conformance(driver)`, and adds tests of its own for its traps.
 *
 * The model of every scenario is `scenario.script`: the driver's mock model hands it the request and plays back what it
 * answers. It also counts: a call of the script is a model call, a call of a tool is an execution.
 */
import { errorStreak, findToolLoopError, LoopGuard, type LoopGuardOptions, repeat, unknownTool } from "loopguard";
import { describe, expect, test } from "vitest";

/** A tool call that the model requests. A string in `arguments` is the raw text, which need not be JSON. */
export interface ScriptedCall {
  id: string;
  name: string;
  arguments: Record<string, unknown> | string;
}

/** One response of the model: calls (with ids that no other response uses), or a text that ends the run. */
export interface ScriptedResponse {
  calls?: ScriptedCall[];
  text?: string;
}

export interface ScriptedRequest {
  /** The texts of all tool results in the request, oldest first, as the model sees them; of an object its JSON text. */
  results: string[];
  /** Everything that the model receives, without random ids and times: a guard must not change it. */
  raw: unknown;
}

export interface Scenario {
  script: (request: ScriptedRequest) => ScriptedResponse;
  /** By name. Each takes `{ q: string }`, and returns a text or throws. */
  tools: Record<string, (args: { q: string }) => string>;
  /** `"off"`: the framework alone, without any of our code. */
  guard: LoopGuard | LoopGuardOptions | undefined | "off";
  /** Default `"throw"`. */
  onAbort?: "throw" | "stop";
}

/** How a run ended: rejected, or with a result. */
export type Ending = { error: unknown } | { result: unknown };

export interface Agent {
  /** One run. Rejects or throws as the framework does. */
  generate?: () => Promise<unknown>;
  /** One run, streamed to its end. Rejects with an error that a reader of the stream would get. */
  stream?: () => Promise<unknown>;
}

export interface Driver {
  name: string;
  /** An agent that runs for at least 20 steps unless it is stopped. */
  makeAgent(scenario: Scenario): Agent;
  /** Whether one agent object may have two runs at a time. */
  concurrentRuns: boolean;
  /** `onAbort: "stop"` ends quietly, and `findToolLoopError` finds the reason in the result. */
  stops: boolean;
  /** Whether invalid calls reach the guard, and the framework continues the run after one. */
  sees: { unknownTool: boolean; invalidArguments: boolean; brokenJson: boolean };
}

/** 2 executions, 2 refusals, the end at the fifth call. */
const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const WARNING = "repetitive pattern";
const REFUSAL = "This call was not run";
/** After so many steps the model stops, so that with a broken guard a test fails and does not hang. */
const PATIENCE = 12;

/** Counts what a scenario does. */
class Watch {
  readonly requests: ScriptedRequest[] = [];
  executions = 0;
  #ids = 0;

  /** Asks for `names` with one and the same argument at every step, until `steps` are over. */
  repeating(
    names: string[],
    steps: number = PATIENCE,
    args: ScriptedCall["arguments"] = { q: "x" },
  ): Scenario["script"] {
    return this.script((step) => (step < steps ? names.map((name) => this.call(name, args)) : "I give up."));
  }

  script(respond: (step: number) => ScriptedCall[] | string): Scenario["script"] {
    return (request) => {
      const response = respond(this.requests.length);
      this.requests.push(request);
      return typeof response === "string" ? { text: response } : { calls: response };
    };
  }

  call(name: string, args: ScriptedCall["arguments"]): ScriptedCall {
    return { id: `call_${++this.#ids}`, name, arguments: args };
  }

  tool(run: (args: { q: string }) => string): (args: { q: string }) => string {
    return (args) => {
      this.executions++;
      return run(args);
    };
  }

  get modelCalls(): number {
    return this.requests.length;
  }

  /** The tool results that the model saw last. */
  get results(): string[] {
    return this.requests.at(-1)?.results ?? [];
  }
}

async function ending(run: () => Promise<unknown>): Promise<Ending> {
  try {
    return { result: await run() };
  } catch (error) {
    return { error };
  }
}

function loopOf(end: Ending): ReturnType<typeof findToolLoopError> {
  return "error" in end ? findToolLoopError(end.error) : undefined;
}

const noResults = (): string => "No results.";

export function conformance(driver: Driver): void {
  const probe = driver.makeAgent({ script: () => ({ text: "" }), tools: {}, guard: "off" });
  const modes = (["generate", "stream"] as const).filter((mode) => probe[mode] !== undefined);
  describe.each(modes)(`${driver.name}, %s`, (mode) => {
    const run = (agent: Agent): Promise<Ending> => ending(agent[mode] as () => Promise<unknown>);
    const runScenario = (scenario: Scenario): Promise<Ending> => run(driver.makeAgent(scenario));

    test("a stuck model: 2 executions, 2 refusals, the end at the fifth call", async () => {
      const watch = new Watch();
      const tools = { search: watch.tool(noResults) };
      const end = await runScenario({ script: watch.repeating(["search"]), tools, guard: STUCK });
      expect(watch.executions).toBe(2);
      expect(watch.modelCalls).toBe(5);
      const [first, second, ...refusals] = watch.results;
      expect(first).toBe("No results.");
      expect(second).toContain("No results.");
      expect(second).toContain(WARNING);
      expect(refusals).toHaveLength(2);
      for (const refusal of refusals) expect(refusal).toContain(REFUSAL);
      expect(loopOf(end)).toMatchObject({
        name: "ToolLoopError",
        code: "ERR_TOOL_LOOP",
        toolName: "search",
        detection: { detector: "repeat", strikes: 4 },
      });
    });

    const quietly = async (): Promise<void> => {
      const watch = new Watch();
      const tools = { search: watch.tool(noResults) };
      const end = await runScenario({ script: watch.repeating(["search"]), tools, guard: STUCK, onAbort: "stop" });
      expect([watch.executions, watch.modelCalls]).toEqual([2, 5]);
      expect(end).toHaveProperty("result");
      expect(findToolLoopError((end as { result: unknown }).result)?.toolName).toBe("search");
    };
    if (driver.stops) test("with onAbort: stop the run ends quietly, and its result says why", quietly);

    test("three identical parallel calls are one observation", async () => {
      const watch = new Watch();
      const tools = { search: watch.tool(noResults) };
      const script = watch.repeating(["search", "search", "search"], 1);
      expect(await runScenario({ script, tools, guard: STUCK })).toHaveProperty("result");
      expect(watch.executions).toBe(3);
      expect(watch.results).toEqual(["No results.", "No results.", "No results."]);
    });

    test("repeated parallel calls are a loop", async () => {
      const watch = new Watch();
      const tools = { search: watch.tool(noResults) };
      const end = await runScenario({ script: watch.repeating(["search", "search"]), tools, guard: STUCK });
      expect(watch.executions).toBe(4);
      expect(watch.results.slice(0, 2)).toEqual(["No results.", "No results."]);
      expect(watch.results.slice(2, 4).some((result) => result.includes(WARNING))).toBe(true);
      expect(watch.modelCalls).toBeLessThanOrEqual(5);
      expect(loopOf(end)?.toolName).toBe("search");
    });

    test("two concurrent agents on one guard are two runs", async () => {
      const guard = new LoopGuard(STUCK);
      const watches = [new Watch(), new Watch()];
      const ends = await Promise.all(
        watches.map((watch) =>
          runScenario({ script: watch.repeating(["search"]), tools: { search: watch.tool(noResults) }, guard }),
        ),
      );
      for (const watch of watches) expect([watch.executions, watch.modelCalls]).toEqual([2, 5]);
      for (const end of ends) expect(loopOf(end)?.toolName).toBe("search");
    });

    test("two runs of one agent are two runs", async () => {
      const watch = new Watch();
      const tools = { search: watch.tool(noResults) };
      const agent = driver.makeAgent({ script: watch.repeating(["search"], 2 * PATIENCE), tools, guard: STUCK });
      const ends = driver.concurrentRuns
        ? await Promise.all([run(agent), run(agent)])
        : [await run(agent), await run(agent)];
      expect([watch.executions, watch.modelCalls]).toEqual([4, 10]);
      for (const end of ends) expect(loopOf(end)?.toolName).toBe("search");
    });

    test("a healthy agent's requests are the same as without a guard, byte for byte", async () => {
      const runs = await Promise.all(
        (["off", undefined] as const).map(async (guard) => {
          const watch = new Watch();
          const tools = {
            search: watch.tool(({ q }) => `Found ${q}.`),
            read: watch.tool(({ q }) => `{"page": "${q}"}`),
          };
          const script = watch.script((step) => {
            if (step === 0) return [watch.call("search", { q: "a" }), watch.call("search", { q: "b" })];
            if (step < 4) return [watch.call("read", { q: `page ${step}` })];
            return step === 4 ? [watch.call("search", { q: "a" })] : "Done.";
          });
          const end = await runScenario({ script, tools, guard });
          expect(end).toHaveProperty("result");
          return { executions: watch.executions, requests: watch.requests };
        }),
      );
      expect(runs[0]?.executions).toBe(6);
      expect(runs[0]?.requests).toHaveLength(6);
      expect(JSON.stringify(runs[1])).toBe(JSON.stringify(runs[0]));
    });

    test("an error of a tool has the same answer as without a guard", async () => {
      const runs = await Promise.all(
        (["off", undefined] as const).map(async (guard) => {
          const watch = new Watch();
          const tools = { search: watch.tool(throwing) };
          const script = watch.script((step) => (step < 2 ? [watch.call("search", { q: `${step}` })] : "Done."));
          const end = await runScenario({ script, tools, guard });
          return { executions: watch.executions, requests: watch.requests, failed: "error" in end };
        }),
      );
      expect(runs[0]?.executions).toBeGreaterThan(0);
      expect(JSON.stringify(runs[1])).toBe(JSON.stringify(runs[0]));
    });

    test("a tool that throws the same error again is an error streak", async () => {
      const watch = new Watch();
      const guard = { detectors: [errorStreak({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 3 } };
      const tools = { search: watch.tool(throwing) };
      const script = watch.script((step) =>
        step < PATIENCE ? [watch.call("search", { q: `${step}` })] : "I give up.",
      );
      const end = await runScenario({ script, tools, guard });
      expect([watch.executions, watch.modelCalls]).toEqual([2, 4]);
      expect(loopOf(end)?.detection.detector).toBe("error_streak");
    });

    const unusable: [what: keyof Driver["sees"], name: string, args: ScriptedCall["arguments"]][] = [
      ["unknownTool", "serach", { q: "x" }],
      ["invalidArguments", "search", { q: 1, query: "x" }],
      ["brokenJson", "search", '{"q": "x'],
    ];
    test.each(unusable.filter(([what]) => driver.sees[what]))(
      "calls that no tool can take end the run: %s",
      async (_, name, args) => {
        const watch = new Watch();
        const guard = { detectors: [unknownTool({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 3 } };
        const tools = { search: watch.tool(noResults) };
        const end = await runScenario({ script: watch.repeating([name], PATIENCE, args), tools, guard });
        expect([watch.executions, watch.modelCalls]).toEqual([0, 4]);
        expect(loopOf(end)?.detection.detector).toBe("unknown_tool");
      },
    );
  });
}

function throwing(): never {
  throw new Error("The index is being rebuilt.");
}
