import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readTraceFile, TRACE_FORMATS } from "../../lib/traces/read-trace.ts";
import { FIXTURES, NAMELESS } from "./expected.ts";
import { fixture, formatOf, Recorder } from "./recorder.ts";

/** The story without what hosts put around results, which differs each time: readers pass it on, and the core leaves it out. */
function withoutFrames(story: string): string {
  return story
    .replace(/"(?:Chunk ID: |Wall time: |Exit code: )(?:(?!\\nOutput:)[^"])*\\nOutput:(?:\\n)?/g, '"')
    .replace(/(?:\\nBackground PIDs: [0-9, ]+)?\\nProcess Group PGID: \d+/g, "")
    .replace(/<shellId: \d+ /g, "<shellId:  ");
}

describe("a file in each format", () => {
  it("there is one for each format, and an expectation for each file", () => {
    expect(readdirSync(fixture("")).sort()).toEqual([...Object.keys(FIXTURES), "compressed"].sort());
    expect(new Set(Object.values(FIXTURES).map(({ format }) => format))).toEqual(
      new Set(TRACE_FORMATS.map(({ name }) => name)),
    );
  });

  it.each(Object.entries(FIXTURES))("%s", async (name, { runs, broken, format }) => {
    for (const given of ["auto", format]) {
      const recorder = new Recorder();
      await readTraceFile(fixture(name), { ...recorder, format: given });
      expect(recorder.runs.map(({ id, line, story }) => [id, line, withoutFrames(story)])).toEqual(runs);
      const nameless = NAMELESS[name];
      expect(recorder.faults).toEqual([
        ...(broken === undefined ? [] : [{ line: broken, reason: expect.stringMatching(/^not JSON: Unterminated/) }]),
        ...(nameless === undefined ? [] : [{ line: nameless, reason: "a call without a name" }]),
      ]);
    }
  });
});

it("a run whose calls have no names is one fault, not one for each call", async () => {
  const recorder = new Recorder();
  const file = join(mkdtempSync(join(tmpdir(), "loopguard-nameless-")), "runs.jsonl");
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  writeFileSync(file, `${JSON.stringify({ id: "r", calls: [[0, 0], { result: "x" }, { name: "read", args: {} }] })}\n`);
  await readTraceFile(file, recorder);
  expect(recorder.faults).toEqual([{ line: 1, reason: "2 calls without a name" }]);
});

it.each(Object.entries(FIXTURES).filter(([name]) => name.endsWith(".jsonl")))(
  "%s: without its first lines it is of the same format, or of none",
  async (name, { format }) => {
    const lines = readFileSync(fixture(name), "utf8").split("\n");
    for (let from = 1; from < lines.length; from++) {
      const found = await formatOf(Buffer.from(`${lines.slice(from).join("\n")}\n`));
      expect([format, undefined], `from line ${from + 1}`).toContain(found);
    }
  },
);

describe("times", () => {
  const start = Date.UTC(2026, 2, 1, 10);

  it.each([
    ["claude-code.jsonl", 1_000, 3_000],
    ["codex.jsonl", 1_000, 7_000],
    ["gemini-cli-session.json", 0, 3_000],
    ["otel.jsonl", 0, 500],
    ["otel-sdk.jsonl", 0, 0],
    ["langfuse.jsonl", 0, 1_000],
    ["langsmith.jsonl", 0, 1_000],
    ["calls.jsonl", 0, 0],
  ])("of %s", async (name, begin, call) => {
    const recorder = new Recorder();
    await readTraceFile(fixture(name), recorder);
    expect([recorder.runs[0]?.startedAt, recorder.times[0]]).toEqual([start + begin, start + call]);
  });
});

it("every format is in the documentation", () => {
  const page = readFileSync(new URL("../../docs/cli/formats.md", import.meta.url), "utf8");
  const [table = ""] = page.split("\n## ");
  const rows = [...table.matchAll(/^\| `([a-z-]+)` \| .* \| .* \|$/gm)].map(([, name]) => name);
  expect(new Set(rows)).toEqual(new Set(TRACE_FORMATS.map(({ name }) => name)));
});
