/** What docs/coming-from-agentium.md says of the shorthand, where Agentium does otherwise or nobody would look. */
import { expect, test } from "vitest";
import { createPollResultTool, defineAsyncTool } from "../../lib/executor/define-tool.ts";
import { plainSchema } from "../../lib/executor/parameter-schema.ts";
import { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { makeTool } from "./helpers.ts";

const SHORTHAND = { loopDetection: { maxRepeats: 2, action: "hint" } } as const;
const REFUSED = /^\[loop-detected\]/;
const context = () => new RunContext({ sessionId: "s" });
const never = (value: unknown): never => value as never;

function ask(executor: ToolExecutor, args: unknown, ctx: unknown, id = "1") {
  return executor
    .executeAll([{ id, name: "f", arguments: never(args) }], never(ctx))
    .then(([answer]) => answer?.result);
}

/** What four equal calls get. */
async function four(args: unknown, ctx: unknown): Promise<unknown[]> {
  const executor = new ToolExecutor([makeTool("f", async () => "r")], SHORTHAND);
  const said = [];
  for (let i = 0; i < 4; i++) said.push(await ask(executor, args, ctx, `${i}`));
  return said;
}

const THIRD = ["r", "r", expect.stringMatching(REFUSED), expect.stringMatching(REFUSED)];

test.each([[undefined], [null], [""]])("arguments of %j are none, and counted", async (args) => {
  expect(await four(args, context())).toEqual(THIRD);
});

test.each([[undefined], [null], [{}]])("a context of %j: the calls run, and are counted", async (ctx) => {
  expect(await four({ q: 1 }, ctx)).toEqual(THIRD);
});

test("arguments with a BigInt run, and are not counted", async () => {
  expect(await four({ q: 1n }, context())).toEqual(["r", "r", "r", "r"]);
});

test("10,000 other calls forget the one that was used longest ago", async () => {
  const executor = new ToolExecutor([makeTool("f", async () => "r")], SHORTHAND);
  const ctx = context();
  for (let i = 0; i < 2; i++) await ask(executor, { q: "first" }, ctx);
  const others = (count: number, from: number) =>
    executor.executeAll(
      Array.from({ length: count }, (_, i) => ({ id: `${from}-${i}`, name: "f", arguments: { q: from + i } })),
      ctx,
    );
  await others(9_999, 0);
  expect(await ask(executor, { q: "first" }, ctx)).toMatch(REFUSED);
  await others(10_000, 20_000);
  expect(await ask(executor, { q: "first" }, ctx)).toBe("r");
});

test("execute that is another after the executor was made is the one that runs", async () => {
  const tool = makeTool("f", async () => "r");
  const executor = new ToolExecutor([tool], SHORTHAND);
  tool.execute = async () => "another";
  expect(await ask(executor, {}, context())).toBe("another");
});

test("pollResult is judged by time with the shorthand, too", async () => {
  const slow = defineAsyncTool({
    name: "f",
    description: "never done",
    parameters: plainSchema({}).parameters as never,
    execute: () => new Promise(() => {}),
  });
  const executor = new ToolExecutor([slow, createPollResultTool()], SHORTHAND);
  const ctx = context();
  const { handle } = JSON.parse(String(await ask(executor, {}, ctx))) as { handle: string };
  for (let i = 0; i < 6; i++) {
    const [answer] = await executor.executeAll([{ id: `p${i}`, name: "pollResult", arguments: { handle } }], ctx);
    expect(answer?.result).toContain('"status":"pending"');
  }
});
