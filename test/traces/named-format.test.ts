/** A format that was asked for, and faults beyond counting. */
import { describe, expect, it } from "vitest";
import { Recent } from "../../lib/traces/limits.ts";
import { readTraceLines, TRACE_FORMATS } from "../../lib/traces/read-trace.ts";
import { Recorder } from "./recorder.ts";

async function read(format: string, ...lines: unknown[]): Promise<Recorder> {
  const recorder = new Recorder();
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  await readTraceLines([Buffer.from(text)], "trace", { ...recorder, format });
  return recorder;
}

const chat = { messages: [{ role: "user", content: "Hello" }] };

describe("a format that was asked for", () => {
  it("is a fault where the file has nothing of it, with what it looks like", async () => {
    const { faults } = await read("codex", { hello: 1 }, chat, chat);
    expect(faults).toEqual([{ line: 0, reason: "contains nothing in the format codex; it looks like messages" }]);
  });

  it.each(TRACE_FORMATS.map(({ name }) => name))("%s: something else altogether is a fault", async (name) => {
    const { faults } = await read(name, { hello: "world" }, [{ hello: "again" }]);
    expect(faults.at(-1)?.reason).toBe(`contains nothing in the format ${name}`);
    expect(faults.at(-1)?.line).toBe(0);
  });

  it("is none where one value is of it, though nothing was called", async () => {
    expect((await read("codex", chat, { type: "session_meta", payload: { id: "s" } })).faults).toEqual([]);
    expect((await read("messages", { hello: 1 }, [[], [chat]])).faults).toEqual([]);
    const chain = { traceId: "t", attributes: { "openinference.span.kind": "CHAIN" } };
    expect((await read("otel", chain)).faults).toEqual([]);
  });

  it("is none where calls were found in what would not be taken for it", async () => {
    const { faults, runs } = await read("calls", { name: "list" }, { name: "list" });
    expect([faults, runs]).toMatchObject([[], [{ story: "| 0:list(undefined) | 1:list(undefined)" }]]);
    const lists = await read("messages", [[{ hello: 1 }], [{ name: "list" }]], { hello: 2 });
    expect([lists.faults, lists.runs.length]).toEqual([[], 2]);
  });

  it("an empty file, or one of broken lines only, is not accused of that", async () => {
    expect((await read("codex", "", " ", [])).faults).toEqual([]);
    expect((await read("codex", '{"cut')).faults).toMatchObject([{ line: 1 }]);
  });
});

describe("faults beyond counting", () => {
  const broken = (count: number): string[] => Array.from({ length: count }, () => '{"cut');

  it("the first hundred are told, and how many more there are", async () => {
    const { faults } = await read("auto", chat, ...broken(5_000), chat);
    expect(faults).toHaveLength(101);
    expect(faults[99]).toMatchObject({ line: 101, reason: expect.stringMatching(/^not JSON/) });
    expect(faults[100]).toEqual({
      line: 102,
      reason: "4900 more errors, up to line 5001; only the first 100 are listed",
    });
  });

  it("none is left out unsaid", async () => {
    expect((await read("auto", chat, ...broken(100))).faults).toHaveLength(100);
    const { faults } = await read("auto", chat, ...broken(101));
    expect(faults[100]).toMatchObject({ line: 102, reason: "1 more error; only the first 100 are listed" });
  });

  it("what is wrong with the whole file is always told", async () => {
    const { faults } = await read("codex", ...broken(200), { hello: 1 });
    expect(faults).toContainEqual({ line: 0, reason: "contains nothing in the format codex" });
  });
});

it("Recent forgets what was set longest ago", () => {
  const recent = new Recent<number>(2);
  for (const [key, value] of [["a", 1], ["b", 2], ["a", 3], ["c", 4]] as const) recent.set(key, value); // biome-ignore format: pairs
  expect(["a", "b", "c"].map((key) => recent.get(key))).toEqual([3, undefined, 4]);
});
