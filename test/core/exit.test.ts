import { describe, expect, it } from "vitest";
import { BUILDS } from "../left-out.ts";
import { runChild } from "./child.ts";

describe.each(BUILDS)("a process that ends with open handles (%s)", (backend) => {
  it.each(["return", "exit", "throw"])("by %s: ends with status 0", async (how) => {
    await expect(runChild("exit.mjs", [backend, how])).resolves.toEqual({ open: 250 });
  });
});
