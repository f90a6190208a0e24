/** `scan --ndjson --columns`: rows in, lines out, byte for byte. loopguard-scan reads the same file. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ScanLine } from "../../lib/cli/scan-types.ts";
import { readColumns } from "../../lib/traces/columns.ts";
import { type Scanned, scanBytes } from "./scan-bytes.ts";

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
  const path = join(folder, "config.json");
  if (config !== undefined) await writeFile(path, JSON.stringify(config));
  const guard = { ...(preset && { preset }), ...(config && { config: path }) };
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
