/** Tests of what gets an anchored model out of its loop, for the driver of any framework. */
import { appendFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { toolsOf } from "../anchored/anchored-model.ts";
import { ALL, type Outcome, REFUSE, runOf, SEEDS, summaryOf, WAYS, type Way } from "../anchored/ways.ts";
import type { Agent, Driver } from "./conformance.ts";

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

function tell(file: string, runtime: string, mode: Mode, of: ReadonlyMap<Way, object>): void {
  const ways = [...of].map(([{ name }, summary]) => ({ name, ...summary }));
  appendFileSync(file, `${JSON.stringify({ runtime, mode, ways })}\n`);
}
