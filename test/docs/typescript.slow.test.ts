/** TypeScript in README.md, in docs/ and in `@example` of the declarations compiles, in strict projects of every kind. */
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { blocksFor, preludeOf, STAND_INS } from "./prelude.ts";
import { type Block, Project, root } from "./typescript-blocks.ts";

const all = blocksFor("here");
/** These types are Node.js's own, or come with packages that need them. */
const NEEDS_NODE =
  /"(?:node:|redis"|ioredis"|vitest"|@opentelemetry\/)|\bprocess\.|\bBuffer\b|readFile|loopguard\/(?:vitest|otel)|instrumentLoopGuard|recordToolCalls|await using/;
const needsNode = (block: Block): boolean => NEEDS_NODE.test(block.code);

const project = new Project(join(root, "node_modules"), ["@types/node", "zod", "redis", "vitest", "@opentelemetry"]);
afterAll(() => project.remove());

const resolutions = { nodenext: { module: "nodenext" }, bundler: { module: "esnext", moduleResolution: "bundler" } };

describe.each(Object.entries(resolutions))("with %s", (name, resolution) => {
  test("with @types/node", async () => {
    const options = { ...resolution, types: ["node"] };
    expect(await project.compileBlocks(`${name}-node`, all, preludeOf, options, STAND_INS)).toEqual([]);
  });

  test("without", async () => {
    const blocks = all.filter((block) => !needsNode(block));
    const options = { ...resolution, types: [] };
    expect(await project.compileBlocks(`${name}-plain`, blocks, preludeOf, options, STAND_INS)).toEqual([]);
  });
});

test("there are such blocks, on most pages and in most declarations", () => {
  expect(all.filter(({ page }) => page.endsWith(".md")).length).toBeGreaterThan(20);
  expect(all.filter(({ page }) => page.endsWith(".d.ts")).length).toBeGreaterThan(40);
  expect(all.filter((block) => !needsNode(block)).length).toBeGreaterThan(20);
});
