import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import { tries } from "../effort.ts";
import { fixture, Recorder } from "./recorder.ts";
import { zstdFrame } from "./zstd-frame.ts";

const FILES = readdirSync(fixture("")).filter((name) => name.includes("."));

async function read(chunks: Iterable<Uint8Array>): Promise<Recorder> {
  const recorder = new Recorder();
  await readTraceLines(chunks, "trace", recorder);
  return recorder;
}

/** The same bytes in pieces, cut at these parts of the whole. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const borders = [0, ...places.map((place) => Math.floor(place * bytes.length)), bytes.length].sort((a, b) => a - b);
  return borders.slice(1).map((end, i) => bytes.subarray(borders[i], end));
}

const told = ({ runs, faults, times }: Recorder) => ({ runs, faults, times });

describe("bytes that come in any pieces", () => {
  it.each(FILES)("%s: borders anywhere give the same", async (name) => {
    const bytes = readFileSync(fixture(name));
    const whole = told(await read([bytes]));
    expect(whole.runs.length).toBeGreaterThan(0);
    const forms = { plain: bytes, gzip: gzipSync(bytes), zstd: zstdFrame(bytes) };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<keyof typeof forms>("plain", "gzip", "zstd"),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }),
        async (form, places) => {
          expect(told(await read(cut(forms[form], places)))).toEqual(whole);
        },
      ),
      { numRuns: tries(30) },
    );
  });

  it.each(["openai-chat.jsonl", "otel.json", "gemini-cli-telemetry.log"])("%s, byte by byte", async (name) => {
    const bytes = Buffer.from(`\n \n${readFileSync(fixture(name), "utf8")}`);
    const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
    expect(told(await read(single))).toEqual(told(await read([bytes])));
  });

  it.each(FILES)("%s: with a byte order mark, carriage returns, and no newline at the end", async (name) => {
    const text = readFileSync(fixture(name), "utf8");
    const other = Buffer.from(`\ufeff${text.trimEnd().replaceAll("\n", "\r\n")}`);
    expect(told(await read([other]))).toEqual(told(await read([Buffer.from(text)])));
  });

  it("empty lines count as lines, and are nothing else", async () => {
    const { runs, faults } = await read([Buffer.from('\n  \n{"id":"r","calls":[{"name":"a"}]}\n\n \t\r\n{"x":\n')]);
    expect(runs).toEqual([{ id: "r", line: 3, story: "| 0:a(undefined)" }]);
    expect(faults).toEqual([{ line: 6, reason: expect.stringContaining("not JSON") }]);
  });

  it("values that follow each other over several lines, and texts with brackets in them", async () => {
    const runs = [
      { id: "r1", calls: [{ name: "a", args: '} ] " \\', result: "[{" }] },
      { id: "r2", calls: [] },
    ];
    const text = runs.map((run) => JSON.stringify(run, undefined, 2)).join("\n");
    const recorder = await read([Buffer.from(text)]);
    expect(recorder.runs).toEqual([
      { id: "r1", line: 1, story: '| 0:a(} ] " \\) 0="[{"' },
      { id: "r2", line: 11, story: "" },
    ]);
    expect(recorder.faults).toEqual([]);
  });

  it("a list that was cut off: what is whole is read, the rest is a fault", async () => {
    const text = '[\n{"id":"r1","calls":[{"name":"a"}]},\n{"id":"r2","calls":[{"na';
    const { runs, faults } = await read([Buffer.from(text)]);
    expect(runs.map(({ id }) => id)).toEqual(["r1"]);
    expect(faults).toEqual([{ line: 3, reason: expect.stringContaining("not JSON") }]);
  });
});
