/** `loopguard scan` on a file in each format: each holds a loop, most a healthy run, and the JSONL ones a broken line. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ScanReport } from "../../lib/cli/scan-types.ts";
import { loopguard } from "./scan-process.ts";

const FOLDER = new URL("../traces/fixtures/", import.meta.url);
/** Telemetry has no results, and equal arguments alone are no loop; the other has no calls. */
const WITHOUT_LOOPS = ["gemini-cli-telemetry.log", "claude-agent.meta.json"];
/** Four equal calls: the third is the first whose last two results were the same, and it is the fourth's last three that were. */
const LOOP = {
  detector: "no_news",
  toolName: "search",
  callIndex: 2,
  repeats: 3,
  evidence: "strong",
  action: "hint",
  wastedCalls: 2,
};
const WEAK = { detector: "no_progress", evidence: "strong", action: "warn" };
const LOOPS = {
  "codex.jsonl": { ...LOOP, toolName: "shell" },
  "claude-code-live.jsonl": { ...LOOP, toolName: "Bash" },
  "codex-live.jsonl": { ...LOOP, toolName: "exec_command", callIndex: 3 },
  "copilot-live.jsonl": { ...LOOP, toolName: "bash" },
  "droid-live.jsonl": { ...LOOP, toolName: "Execute" },
  "gemini-cli-live.jsonl": { ...LOOP, toolName: "run_shell_command" },
  "kimi-code-live.jsonl": { ...LOOP, toolName: "Bash" },
  "qwen-code-live.jsonl": { ...LOOP, toolName: "run_shell_command" },
  // Twice in a row, which is little, and once more after a call that was new.
  "opencode-live.jsonl": [
    { ...WEAK, toolName: "bash", callIndex: 1, wastedCalls: 2 },
    { ...WEAK, toolName: "task", callIndex: 6, wastedCalls: 1 },
  ],
  "pi.jsonl": { ...LOOP, toolName: "bash" },
};
const names = readdirSync(FOLDER).filter((name) => name.includes("."));

function brokenLine(name: string): number | undefined {
  if (!name.endsWith(".jsonl")) return undefined;
  const at = readFileSync(new URL(name, FOLDER), "utf8").split("\n").findIndex(isCut);
  return at < 0 ? undefined : at + 1;
}

function isCut(line: string): boolean {
  try {
    return line.trim() !== "" && JSON.parse(line) === undefined;
  } catch {
    return true;
  }
}

describe("a file in each format", () => {
  it("there are fixtures of all of them", () => expect(names.length).toBeGreaterThanOrEqual(28));

  it.each(names)("%s: the loop is found, the healthy run is left alone, the broken line is named", async (name) => {
    const path = fileURLToPath(new URL(name, FOLDER));
    const preset = name === "opencode-live.jsonl" ? "strict" : "recommended";
    const { stdout, stderr, code } = await loopguard(["scan", "--json", "--preset", preset, path]);
    const { runs, errors, totals } = JSON.parse(stdout) as ScanReport;
    const loops = [LOOPS[name as keyof typeof LOOPS] ?? LOOP].flat();
    const wastedCalls = loops.reduce((sum, loop) => sum + loop.wastedCalls, 0);
    const flagged = runs.filter(({ detections }) => detections.length > 0);
    if (WITHOUT_LOOPS.includes(name)) {
      expect(flagged).toEqual([]);
      return;
    }
    expect(flagged).toHaveLength(1);
    expect(flagged[0]?.detections).toMatchObject(loops);
    expect(totals).toMatchObject({ files: 1, runsWithLoops: 1, wastedCalls });
    const broken = brokenLine(name);
    expect(code).toBe(errors.length > 0 ? 2 : 0);
    if (broken === undefined) return;
    expect(errors).toContainEqual({ file: path, line: broken, reason: expect.stringMatching(/^not JSON: ./) });
    expect(stderr).toContain(`${path}:${broken}: not JSON`);
  });
});
