/**
 * What holds in every framework whose agents can be tools of other agents, for a guard with `delegation`. A framework's
 * test makes a `NestingDriver` and calls `nesting(driver)`.
 */
import { detectors, findToolLoopError, type LoopDetection, LoopGuard } from "loopguard";
import { describe, expect, test } from "vitest";
import type { ScriptedResponse } from "./conformance.ts";

const { delegation, noNews } = detectors;

/** What one start of an agent does: its model is asked with the texts of the tool results so far. */
export type AgentScript = (results: string[], task: string) => ScriptedResponse;

export interface AgentSpec {
  script: AgentScript;
  /** By name. Each takes `{ q: string }`. */
  tools?: Record<string, (q: string) => string>;
  /** The agents that it can start. */
  starts?: string[];
}

export interface NestingDriver {
  name: string;
  /** What an agent that starts one that is stopped is told. Default: why it was stopped, and its last result. */
  stopped?: "reason";
  /** Without a `delegation` detector an agent and those that it starts are one run. */
  oneRun?: true;
  /** The name of the tool by which this agent is started, and the arguments for a task. */
  toolOf(agent: string): string;
  argumentsOf(task: string): Record<string, unknown>;
  /**
   * Lets the first agent work on "Go.", to its end. All agents are guarded by `guard`, and `task` of a script is what the
   * agent was given.
   */
  run(agents: Record<string, AgentSpec>, guard: LoopGuard): Promise<unknown>;
}

const LADDER = { hint: 1, abort: 4 };
/** Starts that an agent may see before a test gives up. */
const ENOUGH = 24;

let ids = 0;
const start = (driver: NestingDriver, agent: string, task: string): ScriptedResponse => ({
  calls: [{ id: `start_${++ids}`, name: driver.toolOf(agent), arguments: driver.argumentsOf(task) }],
});
const use = (tool: string, q: string): ScriptedResponse => ({
  calls: [{ id: `use_${++ids}`, name: tool, arguments: { q } }],
});
/** A guard, and the detections that it made. */
function guardWith(depth = 8) {
  const found: LoopDetection[] = [];
  const onDetection = (detection: LoopDetection) => void found.push(detection);
  return {
    guard: new LoopGuard({ detectors: [delegation({ depth }), noNews()], ladder: LADDER, onDetection }),
    found,
  };
}

/** Of an agent in the tool of another one, in a guard that looks at delegation, or does not, or in a guard of its own. */
export function stopped(driver: NestingDriver, looking: (boolean | "apart")[]): void {
  test.each(looking)(`${driver.name}: an agent that is stopped gives a result to its starter (%s)`, async (looks) => {
    const options = { detectors: [noNews()], ladder: LADDER };
    const guard =
      looks === true ? guardWith().guard : looks ? (options as unknown as LoopGuard) : new LoopGuard(options);
    let searched = 0;
    let seen: string[] = [];
    const script: AgentScript = (results) => {
      seen = results;
      return results.length === 0 ? start(driver, "researcher", "find x") : { text: "I answer with that." };
    };
    const researcher = {
      script: () => (++searched < ENOUGH ? use("search", "x") : { text: "I am free." }),
      tools: { search: () => "Three pages about x." },
    };
    const result = await driver.run({ planner: { script, starts: ["researcher"] }, researcher }, guard);
    expect(findToolLoopError(result)).toBeUndefined();
    expect(searched).toBeLessThan(10);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain("search");
    if (driver.stopped !== "reason") expect(seen[0]).toContain("Three pages about x.");
  });
}

export function nesting(driver: NestingDriver): void {
  const kinds = (found: LoopDetection[]) => found.map(({ details }) => details["kind"]);
  const run = (agents: Record<string, AgentSpec>, guard: LoopGuard) =>
    driver.run(agents, guard).catch((error: unknown) => error);

  describe(`${driver.name}: agents that start agents`, () => {
    test("the same task for the same agent again and again is refused, though each answer has other words", async () => {
      const { guard, found } = guardWith();
      let started = 0;
      const seen: string[] = [];
      await run(
        {
          planner: {
            script: (results) => {
              seen.splice(0, seen.length, ...results);
              return results.length < 5 ? start(driver, "researcher", "find x") : { text: "I give up." };
            },
            starts: ["researcher"],
          },
          researcher: {
            script: (results) =>
              results.length === 0 ? use("search", "x") : { text: `Attempt ${++started}: there was nothing.` },
            tools: { search: () => "No results." },
          },
        },
        guard,
      );
      // The first search was news, so the first start does not count.
      expect(started).toBe(3);
      expect(kinds(found)).toContain("same_task");
      expect(found[0]).toMatchObject({ detector: "delegation", toolName: driver.toolOf("researcher"), strikes: 1 });
      expect(seen.join("\n")).toContain("was given the same task 3 times, and nothing new has happened since");
    });

    test("agents that start each other inside each other are a circle", async () => {
      const { guard, found } = guardWith();
      let started = 0;
      const passOn =
        (agent: string, task: string): AgentScript =>
        (results) =>
          results.length === 0 && ++started < ENOUGH
            ? start(driver, agent, task)
            : { text: `I passed it on, ${started}.` };
      await run(
        {
          writer: { script: passOn("critic", "judge it"), starts: ["critic"] },
          critic: { script: passOn("writer", "improve it"), starts: ["writer"] },
        },
        guard,
      );
      // writer, critic, writer, critic, writer: the third critic would work on the task of the first one.
      expect(started).toBe(5);
      expect(found).toHaveLength(1);
      const [critic, writer] = [driver.toolOf("critic"), driver.toolOf("writer")];
      expect(found[0]).toMatchObject({
        toolName: critic,
        evidence: "strong",
        pattern: [critic, writer],
        details: { kind: "circle", depth: 4, count: 3, lineage: expect.arrayContaining([critic, writer]) },
      });
    });

    test("agents that start agents without end are refused at the depth that is allowed", async () => {
      const { guard, found } = guardWith(3);
      let started = 0;
      await run(
        {
          manager: {
            script: (results) =>
              results.length === 0 && ++started < ENOUGH
                ? start(driver, "manager", `part ${started}`)
                : { text: "Managed." },
            starts: ["manager"],
          },
        },
        guard,
      );
      expect(started).toBe(4); // depth 0 to 3
      expect(kinds(found)).toEqual(["depth"]);
      expect(found[0]?.details).toMatchObject({ depth: 4 });
    });

    test("three tasks for the same agent, and one task with news each time, are work", async () => {
      const { guard, found } = guardWith();
      const tasks = ["find a", "find b", "find c", "run the tests", "run the tests", "run the tests"];
      const given: string[] = [];
      let page = 0;
      await run(
        {
          planner: {
            script: (results) => {
              const task = tasks[results.length];
              return task === undefined ? { text: "Done." } : start(driver, "worker", task);
            },
            starts: ["worker"],
          },
          worker: {
            script: (results, task) => {
              if (results.length === 0) return use("work", task);
              given.push(task);
              return { text: `It is done, see page ${page}.` };
            },
            tools: { work: () => `page ${++page}` },
          },
        },
        guard,
      );
      expect(found).toEqual([]);
      expect(given).toEqual(tasks);
    });

    stopped(driver, driver.oneRun ? [true] : [true, false]);

    test("a guard without the detector looks at no delegation", async () => {
      let started = 0;
      const found: LoopDetection[] = [];
      const guard = new LoopGuard({ detectors: [noNews()], onDetection: (one) => void found.push(one) });
      await run(
        {
          planner: {
            script: (results) => (results.length < 4 ? start(driver, "worker", "go") : { text: "Done." }),
            starts: ["worker"],
          },
          worker: { script: () => ({ text: `Attempt ${++started}.` }) },
        },
        guard,
      );
      expect(started).toBe(4);
      expect(found).toEqual([]);
    });
  });
}
