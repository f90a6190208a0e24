/** `scan --ndjson --columns`: rows in, lines out, byte for byte. loopguard-scan reads the same file. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FileErrors } from "../../lib/cli/scan/file-errors.ts";
import { JobScanner } from "../../lib/cli/scan/job-scanner.ts";
import { LineReport } from "../../lib/cli/scan/line-report.ts";
import { MissingColumns } from "../../lib/cli/scan/missing-columns.ts";
import type { ScanLine } from "../../lib/cli/scan-types.ts";
import { readColumns } from "../../lib/traces/columns.ts";

interface Case {
  name: string;
  columns: string;
  preset?: "recommended" | "strict" | "lenient" | "observe";
  config?: object;
  sorted?: boolean;
  input: string[];
  output: string[];
  exit: number;
  errors?: number;
}

const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(path, import.meta.url), "utf8"));
const { cases } = (await read("scan-lines.json")) as { cases: Case[] };
const schema = (await read("../../docs/cli/scan-line.schema.json")) as object;
const valid = new Ajv({ strict: false, formats: { "date-time": true } }).compile(schema);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loopguard-lines-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function scanned({ input, preset, config, columns, sorted }: Case): Promise<{ out: string; errors: number }> {
  const file = { path: "-", size: 0 };
  const path = join(folder, "config.json");
  if (config !== undefined) await writeFile(path, JSON.stringify(config));
  const guard = { ...(preset && { preset }), ...(config && { config: path }) };
  const scanner = await JobScanner.create({
    ...{ guard, format: "auto", allRuns: false, strips: false, columns: readColumns(columns), prompt: true },
    ...(sorted && { sorted }),
  });
  let out = "";
  const lines = new LineReport(async (text) => {
    out += text;
  });
  const errors = new FileErrors();
  const missing = new MissingColumns();
  async function* chunks(): AsyncGenerator<Uint8Array> {
    // In pieces that no row ends with.
    const bytes = Buffer.from(input.map((line) => `${line}\n`).join(""));
    for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997);
  }
  try {
    await scanner.run({ kind: "stream", file, chunks: chunks() }, async (part) => {
      await lines.runs(part.runs);
      for (const error of part.errors) errors.add(error);
      if (part.tally !== undefined) missing.add(part.tally);
    });
  } finally {
    scanner.close();
  }
  for (const error of missing.errors([file])) errors.add(error);
  return { out, errors: errors.all().length };
}

describe("rows in, lines out", () => {
  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const { out, errors } = await scanned(one);
    expect(out.split("\n").slice(0, -1)).toEqual(one.output);
    expect(errors).toBe(one.errors ?? 0);
    expect(one.exit).toBe(errors > 0 ? 2 : 0);
    for (const line of one.output) expect(valid(JSON.parse(line)), JSON.stringify(valid.errors)).toBe(true);
  });
});

describe("fingerprints", () => {
  const linesOf = (name: string): ScanLine[] => {
    const one = cases.find((other) => other.name === name);
    return (one?.output ?? []).map((line) => JSON.parse(line) as ScanLine);
  };
  const printOf = (name: string): string | undefined => linesOf(name)[0]?.fingerprint;

  test("are those of fingerprint(), for a loop of one call", async () => {
    const { fingerprint } = await import("../../lib/text/identity.ts");
    const call = fingerprint("search", { q: "refunds", n: 1 });
    expect(printOf("no progress: the same call with the same result")).toBe(fingerprint("no_news", ["search", call]));
  });

  test("are equal for equal calls, whatever the order of their keys and the name of their run", () => {
    expect(printOf("the same loop with keys in another order, and as text")).toBe(
      printOf("no progress: the same call with the same result"),
    );
  });

  test("of a cycle are equal whichever step came first, and differ with the arguments", () => {
    const [edit, read] = [
      printOf("detector cycle: of two"),
      printOf("detector cycle: of two, begun at the other step"),
    ];
    expect(edit).toMatch(/^[0-9a-f]{32}$/);
    expect(edit).toBe(read);
    const [a, b, c, d] = linesOf("detector cycle: two runs with the same cycle, two with other arguments").map(
      ({ fingerprint }) => fingerprint,
    );
    expect(a).toBe(b);
    expect(c).toBe(d);
    expect(a).not.toBe(c);
  });
});
