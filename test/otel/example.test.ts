/** The example runs from the built package, and the documentation has every name that leaves the process. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { Name } from "../../lib/guard/telemetry.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

it("examples/otel.mjs shows a loop on spans and in Prometheus' text", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["examples/otel.mjs"], { cwd: root, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout.split("\n").slice(0, 5)).toEqual([
    "execute_tool search: no loop",
    "execute_tool search: no loop",
    "execute_tool search: call-3, count, warn",
    "execute_tool search: call-4, count, hint",
    "execute_tool search: call-5, count, abort",
  ]);
  expect(stdout).toContain("'error.type': 'ERR_TOOL_LOOP'");
  expect(stdout).toMatch(/^tool_loop_refused_calls_total\{.*tool_loop_action="abort".*\} 1$/m);
  expect(stdout).toMatch(/^tool_loop_calls_total\{tool_loop_guard="support".*\} 5$/m);
});

it("docs/otel.md has every attribute and every metric", () => {
  const text = readFileSync(`${root}/docs/otel.md`, "utf8");
  const sources = [readFileSync(`${root}/lib/guard/telemetry.ts`, "utf8")];
  const metrics = [...sources.join("").matchAll(/create\w+\("([\w.]+)"/g)].map(([, name]) => name);
  expect(metrics).toHaveLength(9);
  for (const name of [...Object.values(Name), ...metrics]) expect(text).toContain(`\`${name}\``);
});
