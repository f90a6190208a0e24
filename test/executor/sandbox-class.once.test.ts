import { describe, expect, test } from "vitest";
import { resolveSandboxConfig, Sandbox } from "../../lib/executor/sandbox.ts";
import { recorded } from "./helpers.ts";

describe("by Agentium's names", () => {
  test.each([
    [[], null],
    [[true], { enabled: true }],
    [[undefined, true], { enabled: true }],
    [[false, true], null],
    [[null, { timeout: 1 }], { enabled: true, timeout: 1 }],
    [[{ timeout: 2 }, false], { enabled: true, timeout: 2 }],
    [[{ timeout: 2 }, { timeout: 1 }], { enabled: true, timeout: 2 }],
    [[{ enabled: false }, true], null],
    [[{ enabled: true, timeout: 3 }, false], { enabled: true, timeout: 3 }],
  ])("resolveSandboxConfig%j: %j", (levels, expected) => {
    expect(resolveSandboxConfig(...(levels as boolean[]))).toEqual(expected);
  });

  test("Sandbox runs a function with its configuration", async () => {
    const { ctx } = recorded();
    const sandbox = new Sandbox({ env: { WHO: "me" } });
    const told = sandbox.execute(async ({ n }) => `${process.env["WHO"]} ${n}`, { n: 1 }, ctx);
    await expect(told).resolves.toBe("me 1");
    const fails = sandbox.execute(
      async () => {
        throw new Error("no");
      },
      {},
      ctx,
    );
    await expect(fails).rejects.toThrow(new Error("Sandbox error: no"));
    const slow = new Sandbox({ timeout: 1 }).execute(() => new Promise(() => {}), {}, ctx);
    await expect(slow).rejects.toThrow("Sandbox execution timed out after 1ms");
  });
});
