/** What the desk does to requests of a run in a loop, and at its end. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import { type AgentRun, desk, refusalText } from "../../lib/adapter.ts";
import { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import {
  LoopGuard,
  type LoopGuardOptions,
  type LoopRecovery,
  type RecoveryMessage,
  ToolLoopError,
} from "../../lib/index.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { toolsOf } from "../anchored/anchored-model.ts";
import { ALL, REFUSE, runOf, SEEDS, type Summary, summaryOf, type Way } from "../anchored/ways.ts";

type Message = Record<string, unknown>;
const user = (content: string): Message => ({ role: "user", content });
const form = { refused: refusalText };
const textOf = (messages: readonly Message[]): string => JSON.stringify(messages);

/** A conversation in the form of OpenAI, with a run at the desk. */
class Talk {
  readonly messages: Message[] = [user("Find x.")];
  readonly run: AgentRun;
  #calls = 0;

  constructor(run: AgentRun) {
    this.run = run;
  }

  async call(name = "search", result = "No results."): Promise<void> {
    const id = `c${this.#calls++}`;
    this.run.round();
    const content = await this.run.call({ id, name, arguments: { q: "x" } }, () => result, form);
    const call = { id, type: "function", function: { name, arguments: '{"q":"x"}' } };
    this.messages.push({ role: "assistant", content: null, tool_calls: [call] });
    this.messages.push({ role: "tool", tool_call_id: id, content });
  }
}

const both = [
  ["in memory", (options: LoopGuardOptions) => new LoopGuard(options).run({})],
  ["in a store", (options: LoopGuardOptions) => new LoopGuard(options).storedRun("r", memoryStore())],
] as const;

describe.each(both)("a run %s", (_, runOf) => {
  it("each refusal leads to the next thing, once, until the ladder ends the run", async () => {
    const heard: LoopRecovery[] = [];
    const other = { name: "other model" };
    const run = desk(
      runOf({ recover: { models: [other], temperature: 1 }, onRecovery: (one) => void heard.push(one) }),
    ).run();
    const talk = new Talk(run);
    expect(run.next()).toEqual({ end: undefined, note: undefined, edit: undefined });
    await talk.call();
    await talk.call();
    expect(run.next().edit).toBeUndefined();

    await talk.call(); // refused
    const prune = run.next().edit;
    expect(textOf(prune?.messages(talk.messages, user) ?? [])).toContain(
      "was refused 1 time. These calls were left out",
    );
    expect(prune?.tools(["search", "read"], String)).toEqual(["search", "read"]);
    expect(run.next().edit).toBe(prune); // asked again about the same request

    await talk.call();
    const tools = run.next().edit;
    expect(tools?.tools(["search", "read"], String)).toEqual(["read"]);
    expect(tools?.tools(["search"], String)).toEqual(["search"]); // none would be left
    expect(tools?.messages(talk.messages, user)).toHaveLength(5);

    await talk.call();
    expect(run.next().edit).toMatchObject({ model: other, temperature: 1 });

    await talk.call();
    const fresh = run.next().edit?.messages(talk.messages, user) ?? [];
    expect(fresh).toHaveLength(2);
    expect(fresh[0]).toBe(talk.messages[0]);
    expect(fresh[1]?.["content"]).toMatch(
      /What is known:\n- search\({"q":"x"}\): No results\.\nWhat was tried in vain.*\n- search\({"q":"x"}\), 6 times$/,
    );

    await talk.call("read", "news");
    const later = run.next().edit?.messages(talk.messages, user) ?? [];
    expect(later).toEqual([...fresh, ...talk.messages.slice(-2)]); // it stays
    expect(heard.map(({ rung, outcome, requests }) => `${rung} ${outcome} ${requests}`)).toEqual([
      "prune tried 1",
      "prune failed 1",
      "tools tried 2",
      "tools failed 2",
      "model tried 3",
      "model failed 3",
      "fresh tried 4",
      "fresh ended 4",
    ]);
    expect(run.run.stats().recoveries).toEqual({
      prune: { tried: 1, ended: 0 },
      tools: { tried: 1, ended: 0 },
      model: { tried: 1, ended: 0 },
      fresh: { tried: 1, ended: 1 },
    });
  });

  it("a run that is over asks once more, without tools, and then ends", async () => {
    const run = desk(runOf({}), { onAbort: "answer" }, { answers: true }).run();
    const talk = new Talk(run);
    for (let step = 0; step < 7; step++) {
      expect(run.next().end).toBeUndefined();
      await talk.call();
    }
    expect(run.over).toBe(false);
    const { end, edit } = run.next();
    expect(end).toBeUndefined();
    expect(edit?.answers).toBeInstanceOf(ToolLoopError);
    expect(edit?.tools(["search", "read"], String)).toEqual([]);
    const sent = edit?.messages(talk.messages, user) ?? [];
    expect(sent.at(-1)?.["content"]).toMatch(/Answer with what you have, and say what you could not do/);
    expect(sent).toHaveLength(6);
    expect(edit?.answers?.results).toEqual(["No results."]);

    await talk.call(); // it will not hear
    const last = run.next();
    expect(last.end).toBeInstanceOf(ToolLoopError);
    const text = run.finish(last.end as ToolLoopError, { stopped: (_error, own) => own });
    expect(text).toMatch(/^The task was not finished: .*search.*The last result was:\n\nNo results\.$/s);
    expect(run.turn("Something else.")).toBe(true);
    expect(run.next().end).toBeUndefined();
  });
});

it.each<[string, (other: { model?: unknown }) => boolean, string[]]>([
  ["asks no other model", () => false, ["prune", "tools", "fresh"]],
  ["sets no temperature", ({ model }) => model !== undefined, ["prune", "tools", "model", "fresh"]],
])("an adapter that %s is not told to, and no such rung is told of", async (_, asksOther, rungs) => {
  for (const [recover, expected] of [
    [{ models: [{ name: "other" }] }, rungs],
    [{ temperature: 1 }, ["prune", "tools", "fresh"]],
  ] as const) {
    const run = desk({ recover }, {}, { asksOther }).run();
    const talk = new Talk(run);
    for (let step = 0; step < 6; step++) {
      await talk.call();
      run.next();
    }
    expect(Object.keys(run.run.stats().recoveries)).toEqual(expected);
  }
});

it("the next loop of a run begins with what ended the last one", async () => {
  const tried: string[] = [];
  const onRecovery = ({ rung, outcome }: LoopRecovery) => void (outcome === "tried" && tried.push(rung));
  const run = desk({ recover: true, onRecovery }).run();
  const talk = new Talk(run);
  for (const [name, times] of [
    ["search", 4],
    ["read", 3],
    ["list", 4],
  ] as const)
    for (let step = 0; step < times; step++) {
      await talk.call(name);
      run.next();
    }
  expect(tried).toEqual(["prune", "tools", "tools", "tools", "fresh"]);
  run.turn("Something else.");
  for (let step = 0; step < 3; step++) {
    await talk.call("search", "No results.");
    run.next();
  }
  expect(tried.at(-1)).toBe("prune");
});

it("how much of a budget is left is said once, and its end is an answer", async () => {
  const run = desk({ budget: { calls: 5 } }, { onAbort: "answer" }, { answers: true }).run();
  const talk = new Talk(run);
  for (let step = 0; step < 5; step++) await talk.call("read", `page ${step}`);
  const told = talk.messages.filter(({ content }) => String(content).includes("used to 80 % (4); you have 1 left"));
  expect(told).toHaveLength(1);
  await talk.call("read", "page 6");
  const { end, edit } = run.next();
  expect(end).toBeUndefined();
  expect(edit?.answers?.detection.detector).toBe("budget");
  expect(edit?.answers?.results).toHaveLength(5);
});

it("a budget that a response has used up ends with an answer, too", () => {
  const run = desk({ budget: { tokens: 100 } }, { onAbort: "answer" }, { answers: true }).run();
  expect(run.next().edit).toBeUndefined();
  run.usage({ inputTokens: 105 });
  expect(run.next().edit?.answers?.detection.detector).toBe("budget");
  expect(run.next().edit?.answers).toBeDefined(); // asked again about the same request
});

it("an adapter that cannot ask once more ends with an answer of ours", async () => {
  const run = desk({}, { onAbort: "answer" }).run();
  const talk = new Talk(run);
  for (let step = 0; step < 7; step++) await talk.call();
  expect(run.onAbort).toBe("stop");
  const { end } = run.next();
  expect(run.finish(end as ToolLoopError, { stopped: (_, text) => text })).toMatch(/^The task was not finished/);
});

it("is told on a channel, and costs nothing where there is no loop", async () => {
  const messages: RecoveryMessage[] = [];
  const listen = (message: unknown) => void messages.push(message as RecoveryMessage);
  subscribe("loopguard:recovery", listen);
  const guard = new LoopGuard({ recover: true });
  const run = desk(guard).run("session");
  const talk = new Talk(run);
  for (let step = 0; step < 3; step++) await talk.call();
  run.next();
  run.answered();
  unsubscribe("loopguard:recovery", listen);
  expect(messages).toMatchObject([
    { runId: "session", recovery: { rung: "prune", outcome: "tried", detection: { toolName: "search" } } },
    { runId: "session", recovery: { rung: "prune", outcome: "ended" } },
  ]);
  expect(JSON.stringify(messages)).not.toContain("No results");
});

it("the error of a run has its results, the newest 64, and the call", async () => {
  const run = desk({ maxRepeats: 100, action: "abort" }).run();
  const talk = new Talk(run);
  for (let step = 0; step < 101; step++) await talk.call("search", `result ${step}`);
  const { end } = run.next();
  expect(end?.results).toHaveLength(64);
  expect(end?.results.at(-1)).toBe("result 99");
  expect(end?.call?.name).toBe("search");
  expect(end?.explanation).toContain('The call: search({"q":"x"})');
});

it.each([
  [{ recover: 1 }, "recover"],
  [{ recover: { models: "gpt" } }, "recover.models"],
  [{ recover: { temperature: -1 } }, "recover.temperature"],
  [{ recover: { prun: true } }, 'did you mean "prune"'],
  [{ onRecovery: true }, "onRecovery"],
])("%j is refused", (options, named) => {
  expect(() => new LoopGuard(options as LoopGuardOptions)).toThrow(named);
});

/** The loop of a host that has an executor. */
async function byExecutor({ guard, onAbort }: Way, seed: number) {
  return runOf(seed, async (respond) => {
    const tools = Object.entries(toolsOf()).map(([name, execute]) => ({
      name,
      description: name,
      parameters: { safeParse: (data: unknown) => ({ success: true as const, data }) },
      execute: async (args: unknown) => execute(args as { q: string }),
    }));
    const loopGuard = guard === "off" ? undefined : new LoopGuard(guard);
    const executor = new ToolExecutor(tools as never, loopGuard === undefined ? {} : { loopDetection: loopGuard });
    const ctx = new RunContext({ sessionId: "session" });
    const run = loopGuard && desk(loopGuard, { onAbort: onAbort ?? "throw" }, { answers: true }).run(ctx.runId);
    const messages: Message[] = [user("Book the invoices of March.")];
    for (let step = 0; step < 40; step++) {
      const { end, edit } = run?.next() ?? {};
      if (end !== undefined) return run?.finish(end, { stopped: (_, text) => text });
      const names = tools.map(({ name }) => name);
      const { calls, text } = respond({
        messages: edit?.messages(messages, user) ?? messages,
        tools: edit?.tools(names, String) ?? names,
      });
      if (calls === undefined) return text;
      messages.push({ role: "assistant", tool_calls: calls });
      try {
        for (const { toolCallId, result } of await executor.executeAll(calls, ctx))
          messages.push({ role: "tool", tool_call_id: toolCallId, content: result });
      } catch (error) {
        if (!ToolLoopError.isInstance(error)) throw error;
        messages.push({ role: "tool", tool_call_id: calls[0]?.id, content: error.message });
      }
    }
    return undefined;
  });
}

it("an anchored model ends its task with all of it, and not with refusals alone", async () => {
  const of = async (way: Way): Promise<Summary> => {
    const seeds = Array.from({ length: SEEDS }, (_, seed) => seed);
    return summaryOf(await Promise.all(seeds.map((seed) => byExecutor(way, seed))));
  };
  const all = await of(ALL);
  expect(all.ended).toBe(100);
  expect(all.over).toBeLessThanOrEqual(0);
  expect((await of(REFUSE)).ended).toBeLessThan(50);
});
