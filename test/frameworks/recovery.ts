/** Tests of what gets an anchored model out of its loop, and of how a run ends that is to answer, for the driver of any framework. */
import { appendFileSync } from "node:fs";
import { findToolLoopError, type LoopRecovery } from "loopguard";
import { describe, expect, test } from "vitest";
import { PARTLY, toolsOf } from "../anchored/anchored-model.ts";
import { ALL, type Outcome, REFUSE, runOf, SEEDS, summaryOf, WAYS, type Way } from "../anchored/ways.ts";
import type { Agent, Driver, ScriptedResponse } from "./conformance.ts";

type Mode = "generate" | "stream";

/** Where `recovery-table.mjs` wants all ways told of, with more seeds. */
const TABLE = process.env["LOOPGUARD_RECOVERY"];

/** The driver's requests must tell which tools they offer. */
export function recovery(driver: Driver): void {
  const agent: Agent = driver.makeAgent({ script: () => ({ text: "" }), tools: {}, guard: "off" });
  const modes = (["generate", "stream"] as const).filter((mode) => agent[mode] !== undefined);

  describe.each(modes)(`${driver.name}: %s`, (mode) => {
    test("an anchored model ends its task with all of it, and not with refusals alone", async () => {
      const of = new Map<Way, ReturnType<typeof summaryOf>>();
      const ways = TABLE === undefined ? [REFUSE, ALL] : WAYS;
      for (const way of ways) of.set(way, summaryOf(await outcomesOf(driver, way, mode)));
      if (TABLE !== undefined) tell(TABLE, driver.name, mode, of);
      const [refused, all] = [of.get(REFUSE), of.get(ALL)];
      expect(all?.ended).toBe(100);
      expect(all?.over).toBeLessThanOrEqual(0);
      expect(refused?.ended).toBeLessThan(50);
    }, 600_000);

    test.each([
      ["answers", (): ScriptedResponse => ({ text: PARTLY }), PARTLY],
      ["goes on all the same", again, "The task was not finished"],
      ["fails", (): ScriptedResponse => fail(), "The task was not finished"],
    ])("a stopped run is asked once more, without tools: the model %s", async (_, last, text) => {
      const offered: (readonly string[] | undefined)[] = [];
      const recoveries: LoopRecovery[] = [];
      const made = driver.makeAgent({
        guard: { onRecovery: (recovery) => void recoveries.push(recovery) },
        onAbort: "answer",
        tools: { search: () => "It is 420.", read: () => "-" },
        script(request) {
          offered.push(request.tools);
          const { length } = request.tools ?? [];
          return length > 0 || request.tools === undefined ? again(offered.length) : last(offered.length);
        },
      });
      const result = await made[mode]?.();
      expect(offered.slice(0, -1).every((tools) => tools?.length === 2)).toBe(true);
      expect(offered.at(-1)).toEqual([]);
      expect(offered).toHaveLength(8);
      expect(JSON.stringify(result)).toContain(text);
      const [tried, ...more] = recoveries;
      expect(tried).toMatchObject({ rung: "answer", outcome: "tried" });
      expect(JSON.stringify(tried?.results)).toContain("It is 420.");
      expect(more.map(({ outcome }) => outcome)).toEqual(["ended"]);
      if (!driver.stops && mode === "generate") return; // there is nothing but a text
      expect(findToolLoopError(result)?.detection.toolName ?? findToolLoopError(stepsOf(result))?.toolName).toBe(
        "search",
      );
    });
  });
}

async function outcomesOf(driver: Driver, { guard, onAbort }: Way, mode: Mode): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let seed = 0; seed < (TABLE === undefined ? 6 : SEEDS); seed++)
    outcomes.push(
      await runOf(seed, async (respond) => {
        const tools = toolsOf();
        const made = driver.makeAgent({
          guard,
          tools,
          script: ({ raw, tools: offered }) => respond({ messages: messagesOf(raw), tools: offered }),
          ...(onAbort === undefined ? {} : { onAbort }),
        });
        try {
          await made[mode]?.();
        } catch (error) {
          if (onAbort !== undefined) throw error; // Genkit's limit of turns is an error
        }
      }),
    );
  return outcomes;
}

/** Without the definitions of the tools, which are no calls. */
function messagesOf(raw: unknown): unknown {
  return (raw as { input?: unknown }).input ?? raw;
}

function stepsOf(result: unknown): unknown {
  return (result as { steps?: unknown } | undefined)?.steps;
}

function again(request: number): ScriptedResponse {
  return { calls: [{ id: `call_${request}`, name: "search", arguments: { q: "x" } }] };
}

function fail(): never {
  throw new Error("503 overloaded");
}

function tell(file: string, runtime: string, mode: Mode, of: ReadonlyMap<Way, object>): void {
  const ways = [...of].map(([{ name }, summary]) => ({ name, ...summary }));
  appendFileSync(file, `${JSON.stringify({ runtime, mode, ways })}\n`);
}
