import { describe, expect, test } from "vitest";
import {
  approxByteSize,
  createArtifactTools,
  getArtifact,
  isPointer,
  listArtifacts,
  type StoredArtifact,
  storeArtifact,
} from "../../lib/executor/artifacts.ts";
import type { RunContext } from "../../lib/executor/run-context.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { ARTIFACT_POINTER_PREFIX } from "../../lib/executor/tool-types.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";

async function run(content: string, config = { maxToolOutputBytes: 10, previewChars: 4 }, name = "read") {
  const { ctx, resultTexts } = recorded();
  const call = makeCall(name);
  const executor = new ToolExecutor([makeTool(name, async () => content)], { artifacts: config });
  const [result] = await executor.executeAll([call], ctx);
  return { ctx, call, result: result?.result as string, resultTexts };
}

describe("in the executor", () => {
  test("a cached output becomes one artifact in each session that uses it", async () => {
    let n = 0;
    const tool = makeTool("read", async () => `${++n} ${"x".repeat(99)}`, { cache: { ttl: 60_000 } });
    const executor = new ToolExecutor([tool, ...createArtifactTools()], { artifacts: { maxToolOutputBytes: 10 } });
    const read = async (ctx: RunContext) => {
      const [result] = await executor.executeAll([makeCall("read")], ctx);
      return JSON.parse(result?.result as string).pointer as string;
    };
    const [first, second] = [recorded().ctx, recorded().ctx];
    const pointers = [await read(first), await read(second), await read(second), await read(first)] as const;
    expect(pointers).toEqual([pointers[0], pointers[1], pointers[1], pointers[0]]);
    const call = makeCall("getArtifact", { pointerOrName: pointers[1] });
    const [full] = await executor.executeAll([call], second);
    expect(full?.result).toBe(`1 ${"x".repeat(99)}`);
    expect(listArtifacts(second)).toHaveLength(1);
  });

  test("a large output is stored and replaced by a pointer", async () => {
    const { ctx, call, result, resultTexts } = await run("0123456789 and more");
    const shown = JSON.parse(result);
    expect(shown).toEqual({
      pointer: expect.stringMatching(/^art:[0-9a-f-]{36}$/),
      preview: "0123... (15 more chars)",
      sizeBytes: 19,
      note: expect.stringMatching(/^Output too large; .*getArtifact\(pointer\)/),
    });
    expect(Object.keys(shown)).toEqual(["pointer", "preview", "sizeBytes", "note"]);
    expect(resultTexts()).toEqual([result]);
    const stored = getArtifact(ctx, shown.pointer);
    const id = shown.pointer.slice("art:".length);
    expect(stored).toEqual({
      id,
      name: `read_${call.id}`,
      value: "0123456789 and more",
      preview: "0123... (15 more chars)",
      sizeBytes: 19,
      storedAt: expect.any(Number),
      contentType: "text/plain",
    });
    expect(getArtifact(ctx, `read_${call.id}`)).toBe(stored);
    const state = ctx.sessionState["__artifacts"] as Map<string, StoredArtifact>;
    expect([...state]).toEqual([
      [id, stored],
      [`name:read_${call.id}`, stored],
    ]);
  });

  test.each([
    ["0123456789", false],
    ["0123456789x", true],
    ["ééééé", false],
    ["éééééé", true],
    ["😀😀a", false],
    ["😀😀abc", true],
  ])("%j, in bytes of UTF-8, is over 10: %s", async (content, over) => {
    const { result } = await run(content);
    expect(result.startsWith('{"pointer"')).toBe(over);
  });

  test("the preview does not split a surrogate pair", async () => {
    const { result } = await run("abc😀😀😀😀");
    expect(JSON.parse(result).preview).toBe("abc... (8 more chars)");
  });

  test.each(["storeArtifact", "getArtifact", "listArtifacts"])("the result of %s is not replaced", async (name) => {
    const { result } = await run("0123456789 and more", undefined, name);
    expect(result).toBe("0123456789 and more");
  });

  test("a result with other fields keeps them", async () => {
    const artifacts = [{ type: "image", data: "AAAA" }];
    const executor = new ToolExecutor([makeTool("t", async () => ({ content: "x".repeat(99), artifacts }))], {
      artifacts: { maxToolOutputBytes: 10, previewChars: 0 },
    });
    const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(result?.result).toMatchObject({ content: expect.stringMatching(/^{"pointer"/), artifacts });
  });
});

describe("functions", () => {
  test("store, get by pointer, name and id, list", () => {
    const { ctx } = recorded();
    expect(listArtifacts(ctx)).toEqual([]);
    expect(getArtifact(ctx, "report")).toBeNull();
    expect(getArtifact(ctx, "art:nope")).toBeNull();
    const first = storeArtifact(ctx, "é", { name: "report", contentType: "text/x" });
    expect(first).toEqual({
      pointer: expect.stringMatching(/^art:[0-9a-f-]{36}$/),
      preview: "é",
      sizeBytes: 2,
      name: "report",
    });
    const stored = getArtifact(ctx, first.pointer) as StoredArtifact;
    expect(stored).toMatchObject({ id: first.pointer.slice(4), name: "report", value: "é", contentType: "text/x" });
    expect(getArtifact(ctx, stored.id)).toBe(stored);
    const second = storeArtifact(ctx, "newer", { name: "report" });
    expect(getArtifact(ctx, "report")?.value).toBe("newer");
    const third = storeArtifact(ctx, "unnamed", { previewChars: 2 });
    expect(third).toEqual({ pointer: third.pointer, preview: "un... (5 more chars)", sizeBytes: 7 });
    expect(listArtifacts(ctx).map(({ id }) => `art:${id}`)).toEqual(
      [first, second, third].map(({ pointer }) => pointer),
    );
  });

  test("any value, also one without JSON text", () => {
    const { ctx } = recorded();
    const rows = { rows: [1, "é"] };
    const pointer = storeArtifact(ctx, rows);
    expect(pointer).toMatchObject({ preview: '{"rows":[1,"é"]}', sizeBytes: 17 });
    expect(getArtifact(ctx, pointer.pointer)?.value).toBe(rows);
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    for (const [value, preview] of [
      [undefined, "undefined"],
      [cycle, "[object Object]"],
      [12n, "12"],
      [null, "null"],
    ] as const)
      expect(storeArtifact(ctx, value)).toMatchObject({ preview, sizeBytes: value === null ? 4 : 0 });
    expect(storeArtifact(ctx, "x".repeat(500)).preview).toBe(`${"x".repeat(200)}... (300 more chars)`);
    expect(storeArtifact(ctx, "abc", { previewChars: -1 }).preview).toBe("... (3 more chars)");
  });

  test("a text and its options in one object; the same object as a value, with options as the third argument", () => {
    const { ctx } = recorded();
    const input = { value: "v", name: "n", contentType: "text/x", previewChars: 1 };
    const stored = storeArtifact(ctx, input);
    expect(stored).toMatchObject({ name: "n", value: "v", preview: "v", contentType: "text/x" });
    expect(stored).toMatchObject(getArtifact(ctx, "n") as StoredArtifact);
    for (const [value, ...options] of [[input, {}], [{ value: 1 }], [{ value: "v", rows: [] }], [["v"]]] as const)
      expect(getArtifact(ctx, storeArtifact(ctx, value as unknown, ...options).pointer)?.value).toBe(value);
  });

  test("pointers and sizes", () => {
    expect(["art:x", "art:", "name", 1, null].map(isPointer)).toEqual([true, true, false, false, false]);
    expect(ARTIFACT_POINTER_PREFIX).toBe("art:");
    expect(["é", { é: 1 }, undefined].map(approxByteSize)).toEqual([2, 8, 0]);
  });
});

describe("the tools", () => {
  const executor = new ToolExecutor(createArtifactTools(), { artifacts: { maxToolOutputBytes: 5, previewChars: 5 } });

  test("store, read and list; their own results are not replaced", async () => {
    const { ctx } = recorded();
    const call = async (name: string, args: Record<string, unknown> = {}) =>
      (await executor.executeAll([makeCall(name, args)], ctx))[0]?.result as string;
    const stored = JSON.parse(await call("storeArtifact", { name: "log", value: "line 1\nline 2", other: 1 }));
    expect(stored).toEqual({
      pointer: expect.stringMatching(/^art:[0-9a-f-]{36}$/),
      preview: "line 1\nline 2",
      sizeBytes: 13,
      name: "log",
    });
    expect(await call("getArtifact", { pointerOrName: "log" })).toBe("line 1\nline 2");
    expect(await call("getArtifact", { pointerOrName: stored.pointer })).toBe("line 1\nline 2");
    expect(await call("getArtifact", { pointerOrName: "nope" })).toBe("[no artifact found for 'nope']");
    storeArtifact(ctx, { rows: [1] });
    const items = JSON.parse(await call("listArtifacts"));
    expect(items[0]).toEqual({ ...stored, storedAt: expect.any(Number) });
    expect(await call("getArtifact", { pointerOrName: items[1].pointer })).toBe('{"rows":[1]}');
  });

  test("their definitions, and their messages for invalid arguments", async () => {
    expect(executor.getToolDefinitions().map(({ name, parameters }) => [name, parameters])).toMatchObject([
      ["storeArtifact", { type: "object", required: ["name", "value"] }],
      ["getArtifact", { required: ["pointerOrName"] }],
      ["listArtifacts", { type: "object", properties: {} }],
    ]);
    const wrong = [makeCall("storeArtifact", { value: 1 }), makeCall("getArtifact", null as never)];
    const results = await executor.executeAll(wrong, recorded().ctx);
    expect(results.map(({ error }) => error)).toEqual([
      "Invalid arguments: name: Required; value: Expected string, received number",
      "Invalid arguments: pointerOrName: Required",
    ]);
  });

  test("run in this process, also when other tools are sandboxed", async () => {
    const sandboxed = new ToolExecutor(createArtifactTools(), { sandbox: true });
    const { ctx } = recorded();
    await sandboxed.executeAll([makeCall("storeArtifact", { name: "a", value: "b" })], ctx);
    expect(getArtifact(ctx, "a")?.value).toBe("b");
  });
});

test("an object that counts as a text with its options has a pointer, too", () => {
  const { ctx } = recorded();
  const row: { value: string; name: string } = { value: "text", name: "n" };
  // TypeScript says ArtifactPointer here.
  const { pointer } = storeArtifact(ctx, row);
  expect(getArtifact(ctx, pointer)).toMatchObject({ value: "text", name: "n" });
  const stored = storeArtifact(ctx, { value: "text" });
  expect(stored).toEqual({ ...getArtifact(ctx, stored.pointer), pointer: `art:${stored.id}` });
});
