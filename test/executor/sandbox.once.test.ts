import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolDef } from "../../lib/executor/tool-types.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";
import { run } from "./sandboxed.ts";

describe("every form of a function", () => {
  const tool = {
    async method(args: { n: number }) {
      return `method ${args.n}`;
    },
    async ["computed name"](args: { n: number }) {
      return `computed ${args.n}`;
    },
    async(args: { n: number }) {
      return Promise.resolve(`named async ${args.n}`);
    },
  };
  class Tools {
    async run(args: { n: number }) {
      return `class ${args.n}`;
    }
  }
  test.each([
    [tool.method, "method 1"],
    [tool["computed name"], "computed 1"],
    [tool.async, "named async 1"],
    [Tools.prototype.run, "class 1"],
    [async (args: { n: number }) => `arrow ${args.n}`, "arrow 1"],
    [
      async function named(args: { n: number }) {
        return `function ${args.n}`;
      },
      "function 1",
    ],
    [({ n }: { n: number }) => `not async ${n}`, "not async 1"],
  ])("%s", async (execute, expected) => {
    expect(await run(execute, { n: 1 })).toBe(expected);
  });

  test("a function without source text, or with variables from outside, is an error", async () => {
    const outside = "x";
    await expect(run(async () => outside)).rejects.toThrow("Sandbox error: outside is not defined");
    await expect(run((async () => "").bind(null))).rejects.toThrow(/^Sandbox error: /);
  });
});

describe("input and output", () => {
  test("arguments, ids and metadata go in, results with artifacts come out", async () => {
    const { ctx } = recorded({ userId: "u", metadata: { tags: new Set(["a"]) } });
    const execute = async (
      args: { when: Date },
      context: { runId: string; userId: string; metadata: { tags: Set<string> } },
    ) => ({
      content: [args.when.toISOString(), context.runId, context.userId, context.metadata.tags.has("a")].join(),
      artifacts: [{ type: "bytes", data: new Uint8Array([1, 2]) }],
    });
    expect(await run(execute, { when: new Date(0) }, {}, ctx)).toEqual({
      content: "1970-01-01T00:00:00.000Z,run-1,u,true",
      artifacts: [{ type: "bytes", data: new Uint8Array([1, 2]) }],
    });
  });

  test("metadata that cannot be copied is left out", async () => {
    const { ctx } = recorded({ metadata: { log: () => {} } });
    expect(await run(async (_: object, context: object) => JSON.stringify(context), {}, {}, ctx)).toBe(
      '{"runId":"run-1","sessionId":"s-1","metadata":{}}',
    );
  });

  test("arguments or results that cannot be copied are an error", async () => {
    await expect(run(async () => "", { f: () => {} })).rejects.toThrow(/^Sandbox error: .*could not be cloned/);
    await expect(run(async () => () => {})).rejects.toThrow(/^Sandbox error: .*could not be cloned/);
  });

  test("errors of the function, also late ones", async () => {
    await expect(run(async () => Promise.reject(new Error("inside")))).rejects.toThrow("Sandbox error: inside");
    const sync = () => {
      throw "text";
    };
    await expect(run(sync)).rejects.toThrow("Sandbox error: text");
    const late = () => {
      setTimeout(() => {
        throw new Error("late");
      });
      return new Promise(() => {});
    };
    await expect(run(late)).rejects.toThrow("Sandbox error: late");
    const unhandled = () => {
      Promise.reject(new Error("unhandled"));
      return new Promise(() => {});
    };
    await expect(run(unhandled)).rejects.toThrow("Sandbox error: unhandled");
  });

  test("the environment has only the listed variables", async () => {
    process.env["LOOPGUARD_TEST_SECRET"] = "s3cret";
    try {
      const env = async () => JSON.stringify(process.env);
      expect(await run(env)).toBe("{}");
      expect(await run(env, {}, { env: { TOKEN: "t" } })).toBe('{"TOKEN":"t"}');
    } finally {
      delete process.env["LOOPGUARD_TEST_SECRET"];
    }
  });
});

describe("in the executor", () => {
  test("tools with and without a sandbox, side by side", async () => {
    const pid = async () => String(process.pid);
    const executor = new ToolExecutor(
      [makeTool("in", pid), makeTool("out", pid, { sandbox: false }), makeTool("bad", async () => missing())],
      { sandbox: { timeout: 10_000 } },
    );
    const calls = [makeCall("in"), makeCall("out"), makeCall("bad")];
    const [inside, outside, bad] = await executor.executeAll(calls, recorded().ctx);
    expect(inside?.error).toBeUndefined();
    expect(inside?.result).not.toBe(String(process.pid));
    expect(outside?.result).toBe(String(process.pid));
    expect(bad).toMatchObject({ error: "Sandbox error: missing is not defined" });
  });

  test("the function receives the output of the schema", async () => {
    const tool: ToolDef = {
      name: "double",
      description: "",
      parameters: z.object({ n: z.coerce.number() }),
      sandbox: true,
      async execute(args) {
        return String((args["n"] as number) * 2);
      },
    };
    const [result] = await new ToolExecutor([tool]).executeAll([makeCall("double", { n: "21" })], recorded().ctx);
    expect(result?.result).toBe("42");
  });
});

test.each([{ timeout: 9_000.5 }, { maxMemoryMB: 64.5 }, { maxMemoryMB: Infinity }])("takes %o", async (config) => {
  expect(await run(async () => "ran", {}, config)).toBe("ran");
});

declare function missing(): string;
