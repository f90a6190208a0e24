import { describe, expect, test } from "vitest";
import { getArtifact, listArtifacts, type StoredArtifact, storeArtifact } from "../../lib/executor/artifacts.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";

async function run(content: string, config = { maxToolOutputBytes: 10, previewChars: 4 }, name = "read") {
  const { ctx, resultTexts } = recorded();
  const call = makeCall(name);
  const executor = new ToolExecutor([makeTool(name, async () => content)], { artifacts: config });
  const [result] = await executor.executeAll([call], ctx);
  return { ctx, call, result: result?.result as string, resultTexts };
}

describe("in the executor", () => {
  test("a large output is stored and replaced by a pointer", async () => {
    const { ctx, call, result, resultTexts } = await run("0123456789 and more");
    const shown = JSON.parse(result);
    expect(shown).toEqual({
      pointer: expect.stringMatching(/^art:[0-9a-f-]{36}$/),
      preview: "0123",
      sizeBytes: 19,
      note: expect.any(String),
    });
    expect(resultTexts()).toEqual([result]);
    const stored = getArtifact(ctx, shown.pointer);
    expect(stored).toMatchObject({ id: shown.pointer, name: `read_${call.id}`, value: "0123456789 and more" });
    expect(getArtifact(ctx, `read_${call.id}`)).toBe(stored);
    expect((ctx.sessionState["__artifacts"] as Map<string, StoredArtifact>).get(`name:read_${call.id}`)).toBe(stored);
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

  test("the preview does not cut a character in two", async () => {
    const { result } = await run("abc😀😀😀😀");
    expect(JSON.parse(result).preview).toBe("abc");
  });

  test.each(["storeArtifact", "getArtifact", "listArtifacts"])("%s is left alone", async (name) => {
    const { result } = await run("0123456789 and more", undefined, name);
    expect(result).toBe("0123456789 and more");
  });

  test("a result that is more than text keeps the rest", async () => {
    const artifacts = [{ type: "image", data: "AAAA" }];
    const executor = new ToolExecutor([makeTool("t", async () => ({ content: "x".repeat(99), artifacts }))], {
      artifacts: { maxToolOutputBytes: 10, previewChars: 0 },
    });
    const [result] = await executor.executeAll([makeCall("t")], recorded().ctx);
    expect(result?.result).toMatchObject({ content: expect.stringMatching(/^{"pointer"/), artifacts });
  });
});

describe("functions", () => {
  test("store, get by pointer and by name, list", () => {
    const { ctx } = recorded();
    expect(listArtifacts(ctx)).toEqual([]);
    expect(getArtifact(ctx, "report")).toBeUndefined();
    const first = storeArtifact(ctx, { value: "é", name: "report", contentType: "text/x" });
    expect(first).toMatchObject({ name: "report", value: "é", preview: "é", sizeBytes: 2, contentType: "text/x" });
    const second = storeArtifact(ctx, { value: "newer", name: "report" });
    const third = storeArtifact(ctx, { value: "unnamed", previewChars: 2 });
    expect(third).toMatchObject({ preview: "un" });
    expect(getArtifact(ctx, "report")).toBe(second);
    expect(getArtifact(ctx, first.id)).toBe(first);
    expect(listArtifacts(ctx)).toEqual([first, second, third]);
  });
});
