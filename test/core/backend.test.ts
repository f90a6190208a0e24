/** Which build of the core is taken, and who decides. */
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { IdentityMode } from "../../lib/core/layout.gen.ts";
import { KEY } from "./builds.ts";

describe("choosing a backend", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  async function load(env: Record<string, string>): Promise<typeof import("../../lib/core/backend.ts")> {
    vi.stubEnv("LOOPGUARD_BACKEND", undefined);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    vi.resetModules();
    return await import("../../lib/core/backend.ts");
  }

  it("takes the addon when nothing is asked for", async () => {
    const { backend, backendError } = await load({});
    expect({ backend, backendError }).toEqual({ backend: "native", backendError: undefined });
  });

  it.each(["native", "wasm"] as const)("LOOPGUARD_BACKEND=%s forces it", async (name) => {
    const { backend, backendError, core } = await load({ LOOPGUARD_BACKEND: name });
    expect({ backend, backendError }).toEqual({ backend: name, backendError: undefined });
    expect(core.identify(KEY, IdentityMode.verbatim, "a", {})).toMatch(/^[0-9a-f]{32}$/);
  });

  it("refuses any other value and says what is allowed", async () => {
    await expect(load({ LOOPGUARD_BACKEND: "fast" })).rejects.toMatchObject({
      code: "ERR_LOOPGUARD_BACKEND",
      message: 'LOOPGUARD_BACKEND must be "native" or "wasm", got "fast"',
    });
  });

  it("takes WebAssembly where the environment may not be read, as by require() in Deno", async () => {
    const { env } = process;
    const get = (_: NodeJS.ProcessEnv, name: string): string | undefined => {
      if (name.startsWith("LOOPGUARD_")) throw new Error(`Requires env access to "${name}"`);
      return env[name];
    };
    try {
      process.env = new Proxy(env, { get } as ProxyHandler<NodeJS.ProcessEnv>);
      vi.resetModules();
      const { backend, core } = await import("../../lib/core/backend.ts");
      expect(backend).toBe("wasm");
      expect(core.identify(KEY, IdentityMode.verbatim, "a", {})).toMatch(/^[0-9a-f]{32}$/);
    } finally {
      process.env = env;
    }
  });

  it("says so when the addon named by LOOPGUARD_BINDING does not load, even where another one does", async () => {
    const folder = await mkdtemp(join(tmpdir(), "loopguard-"));
    try {
      const path = join(folder, "broken.node");
      writeFileSync(path, "no library");
      const { backend, backendError } = await load({ LOOPGUARD_BINDING: path });
      expect(backend).toBe("native");
      expect(backendError).toMatchObject({ code: "ERR_LOOPGUARD_BACKEND", message: `Could not load ${path}` });
      expect(backendError?.cause).toBeInstanceOf(Error);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
