/** What the README has for the AI SDK runs as it stands there, and prints what stands below it. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { blocksOf, Project } from "../docs/typescript-blocks.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test("a stuck model, without a guard and with one", () => {
  const [, code = "", printed] = /^```js\n([\s\S]*?)^```\n+```text\n([\s\S]*?)^```/m.exec(readme) ?? [];
  expect(code).toContain("loopguard/ai-sdk");
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module"], {
    cwd: import.meta.dirname,
    input: code,
    encoding: "utf8",
  });
  expect([stderr, stdout]).toEqual(["", printed]);
});

describe("every paste compiles as it stands, as a .ts file of a strict project without skipLibCheck", () => {
  const project = new Project(fileURLToPath(new URL("node_modules", import.meta.url)), ["ai", "zod", "@types/node"]);
  afterAll(() => project.remove());
  const pastes = new Map(blocksOf("README.md").map(({ line, code }) => [`line${line}.ts`, code]));

  test.each([
    ["nodenext", { module: "nodenext" }],
    ["bundler", { module: "esnext", moduleResolution: "bundler" }],
  ])("%s", async (name, resolution) => {
    expect(pastes.size).toBeGreaterThanOrEqual(4);
    expect(await project.compile(name, pastes, { ...resolution, types: ["node"] })).toEqual([]);
  });
});
