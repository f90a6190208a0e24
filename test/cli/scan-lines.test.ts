/** `scan --ndjson --columns`: rows in, lines out, byte for byte. The program in C reads the same file. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ScanLine } from "../../lib/cli/scan-types.ts";
import { readColumns } from "../../lib/traces/columns.ts";
import { type Scanned, scanBytes } from "./scan-bytes.ts";
import { loopguard } from "./scan-process.ts";

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

async function scanned({ input, preset, config, columns, sorted = false }: Case): Promise<Scanned> {
  const guard = config ?? (preset === undefined ? {} : { preset });
  return scanBytes(input.map((line) => `${line}\n`).join(""), { guard, columns: readColumns(columns), sorted });
}

describe("rows in, lines out", () => {
  test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const { lines, errors } = await scanned(one);
    expect(lines).toEqual(one.output);
    expect(errors).toHaveLength(one.errors ?? 0);
    expect(one.exit).toBe(errors.length > 0 ? 2 : 0);
    for (const line of one.output) expect(valid(JSON.parse(line)), JSON.stringify(valid.errors)).toBe(true);
  });
});

describe("the command", () => {
  const first = cases[0] as Case;
  const columns = ["--columns", first.columns];

  test("prints the lines and nothing else, and exits with 1 where --fail-on is met", async () => {
    const input = `${first.input.join("\n")}\n`;
    const { stdout, stderr, code } = await loopguard(["scan", "-", "--ndjson", ...columns, "--fail-on", "hint"], {
      input,
    });
    expect(stdout.split("\n").slice(0, -1)).toEqual(first.output);
    expect([stderr, code]).toEqual(["", 1]);
  });

  test("reads several files, and takes their columns for those of one table", async () => {
    const paths = ["one.jsonl", "two.tsv"].map((name) => join(folder, name));
    await writeFile(paths[0] as string, '{"tool":"search","run":"r","result":"none"}\n'.repeat(4));
    await writeFile(paths[1] as string, "tool\trun\terror\n".concat("search\ts\t1\n".repeat(4)));
    const map = (more: string) => `tool=tool,run=run,result=result,error=error${more}`;
    const { stdout, stderr, code } = await loopguard(["scan", ...paths, "--ndjson", "--columns", map("")]);
    const lines = stdout.split("\n").slice(0, -1);
    expect(lines.map((line) => JSON.parse(line) as ScanLine).map(({ run, file, line }) => [run, file, line])).toEqual([
      ["r", paths[0], 1],
      ["s", paths[1], 2],
    ]);
    expect([stderr, code]).toEqual(["", 0]);
    const wrong = await loopguard(["scan", ...paths, "--ndjson", "--columns", map(",time=at")]);
    expect(wrong.stdout).toBe(stdout);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toBe(`${paths[0]} and 1 more: no row has the column "at", which --columns names for time\n`);
  });

  test.each([
    [["--ndjson", "--json"], "cannot be used with option"],
    [["--columns", "tool=a", "--format", "calls"], "cannot be used with option"],
    [["--columns", "run=a"], "no column for the field tool; known: tool, run,"],
    [["--columns", "tool=a,what=b"], 'no field "what"; known: tool, run,'],
  ])("%j is wrong usage", async (args, words) => {
    const { stdout, stderr, code } = await loopguard(["scan", "x", ...args]);
    expect([stdout, code]).toEqual(["", 2]);
    expect(stderr).toContain(words);
  });
});

describe("fingerprints", () => {
  const linesOf = (name: string): ScanLine[] => {
    const one = cases.find((other) => other.name === name);
    return (one?.output ?? []).map((line) => JSON.parse(line) as ScanLine);
  };
  const printOf = (name: string): string | undefined => linesOf(name)[0]?.fingerprint;

  test("are those of fingerprint(), for a loop of one call", async () => {
    const { fingerprint } = await import("../../lib/core/identity.ts");
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
