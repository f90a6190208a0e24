/** The scan of the program in C prints the bytes of `scan - --ndjson --columns` for the same rows. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { noCallsText, notRecordedText } from "../../lib/cli/scan/scan-output.ts";
import { noTotals } from "../../lib/cli/scan/totals-text.ts";
import { plainText } from "../../lib/cli/terminal.ts";
import { DETECTOR_TYPES } from "../../lib/core/layout.gen.ts";
import { readOptions } from "../../lib/rules/options.ts";
import { needOutcomes } from "../../lib/rules/table.ts";
import { COLUMN_FIELDS, type Columns, readColumns } from "../../lib/traces/columns.ts";
import { tries } from "../effort.ts";
import { cProgram } from "../left-out.ts";
import { scanBytes } from "./scan-bytes.ts";

interface Settings {
  columns: string;
  preset?: "recommended" | "strict" | "lenient" | "observe";
  config?: object;
  sorted?: boolean;
}

interface Case extends Settings {
  name: string;
  input: string[];
  output: string[];
  exit: number;
  errors?: number;
}

const { cases } = JSON.parse(readFileSync(new URL("scan-lines.json", import.meta.url), "utf8")) as { cases: Case[] };
const program = cProgram();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "loopguard-scan-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function inC(input: string | Uint8Array, { columns, preset, config, sorted }: Settings, ...more: string[]) {
  const args = ["scan", "--columns", columns, ...more];
  if (preset !== undefined) args.push("--preset", preset);
  if (sorted) args.push("--sorted");
  if (config !== undefined) {
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    args.push(`--config=${join(folder, "config.json")}`);
  }
  const { status, stdout, stderr } = spawnSync(program as string, args, { input, timeout: 60_000, maxBuffer: 1 << 28 });
  return {
    status,
    lines: stdout.toString().split("\n").slice(0, -1),
    errors: stderr.toString().split("\n").slice(0, -1),
  };
}

async function inNode(input: string | Uint8Array, { columns, preset, sorted = false }: Settings) {
  const guard = preset === undefined ? {} : { preset };
  const { lines, errors } = await scanBytes(input, { guard, columns: readColumns(columns), sorted });
  return { lines, errors: errors.map(({ file, line, reason }) => `${line > 0 ? `${file}:${line}` : file}: ${reason}`) };
}

/** What is said of one run without outcomes. */
const notRecorded = (columns: Columns) =>
  notRecordedText({ ...noTotals(), files: 1, runsWithoutResults: 1 }, columns)
    .split("\n")
    .slice(0, -1);

function messageOf(fail: () => unknown): string {
  try {
    fail();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing was wrong");
}

/** Without what is said of the whole at the end. */
const faults = (errors: readonly string[]) => errors.filter((error) => error.startsWith("stdin"));

/** V8 says what is wrong with a text that is not JSON, and C does not. */
const plain = (errors: readonly string[]) => errors.map((error) => error.replace(/not JSON.*$/s, "not JSON"));

describe.skipIf(program === undefined)("loopguard scan in C", () => {
  test.each(cases.map((one) => [one.name, one] as const))("%s", (_, one) => {
    const { status, lines, errors } = inC(one.input.map((line) => `${line}\n`).join(""), one);
    expect(lines).toEqual(one.output);
    expect(faults(errors)).toHaveLength(one.errors ?? 0);
    expect(status).toBe(one.exit);
  });

  it("prints the same as the program in TypeScript for random rows", async () => {
    await fc.assert(
      fc.asyncProperty(tables, settings, async (rows, how) => {
        // Begun with a row: what begins otherwise is TSV for the program in TypeScript, and no JSON here.
        const input = [{ t: null }, ...rows]
          .map((row) => `${typeof row === "string" ? row : JSON.stringify(row)}\n`)
          .join("");
        const expected = await inNode(input, how);
        const { lines, errors } = inC(input, how);
        expect(lines).toEqual(expected.lines);
        expect(plain(faults(errors))).toEqual(plain(expected.errors));
      }),
      { numRuns: tries(600) },
    );
  });

  test.each(["1e400", "-1e400", "[1e400]", '{"a":-1e400}', "[null]", `1${"0".repeat(900)}`])(
    "a number beyond all doubles is what it is in JavaScript: %s",
    async (number) => {
      for (const field of ["a", "r", "e"]) {
        const input =
          `{"t":"read","r":1,"${field}":${number}}\n`.repeat(5) + `{"t":"read","${field}":[1e400]}\n`.repeat(2);
        const how: Settings = { columns: "tool=t,arguments=a,result=r,error=e", preset: "strict" };
        expect(inC(input, how).lines).toEqual((await inNode(input, how)).lines);
      }
    },
  );

  it("tells all calls of a cycle of which the report names the last 64", () => {
    const input = Array.from({ length: 600 }, (_, i) => `{"t":"t${i % 200}","r":${i}}\n`).join("");
    const cycles: Settings = {
      columns: "tool=t,result=r",
      config: { detectors: [{ type: "cycle", windowSize: 2000, maxCycleLen: 256 }] },
    };
    const { lines } = inC(input, cycles);
    expect(lines).toEqual([expect.stringContaining("The same 200 calls (…, 't136', 't137', ")]);
  });

  it("tells errors of one kind from one error", () => {
    const input = [1, 2, 3].map((i) => `{"t":"read","a":{"p":${i}},"e":"No such file: /a/${i}"}\n`).join("");
    const alike: Settings = {
      columns: "tool=t,arguments=a,error=e",
      config: { detectors: [{ type: "error_streak", alike: true }] },
    };
    const { lines } = inC(input, alike);
    expect(lines).toEqual([
      expect.stringContaining("Tool 'read' failed 3 times in a row with the same kind of error."),
    ]);
  });

  it("reads numbers of any length as JavaScript does, also from texts", async () => {
    const zeros = "0".repeat(900);
    const numbers = ["1761998400.5", `${zeros}1761998400`, `1761998400.${zeros}5`, `1${zeros}`, `0.${zeros}7`];
    const beside = [`9007199254740993.${zeros}1`, `9007199254740993.${zeros}`, `1${"2".repeat(900)}.5e-890`, "1e400"];
    const values = [...numbers.map((number) => `"${number}"`), ...beside, "-1e400", "[1761998400,1e400]"];
    for (const field of ["u", "at", "k", "r", "e"]) {
      const input = values.map((value) => `{"t":"read","r":1,"${field}":${value}}\n`.repeat(5)).join("");
      const how: Settings = { columns: "tool=t,run=u,result=r,error=e,time=at,tokens=k", preset: "strict" };
      const { lines, errors } = inC(input, how);
      expect(lines).not.toEqual([]);
      expect({ lines, errors }).toEqual(await inNode(input, how));
    }
  });

  // More siblings than the core keeps open, or the scan; then the first of them alone, again and again.
  test.each([300, 1100])("a result that is held until its round of %i ends is the same after", async (siblings) => {
    const number = "12345678901234567890";
    const row = (i: number, round: string) =>
      `{"t":"read","o":${round},"a":{"n":${number},"i":${i}},"r":{"q":${number}}}\n`;
    const input = Array.from({ length: siblings }, (_, i) => row(i, "1")).join("") + row(0, "null").repeat(4);
    const how: Settings = { columns: "tool=t,arguments=a,result=r,round=o" };
    const { lines } = inC(input, how);
    expect(lines).not.toEqual([]);
    expect(lines).toEqual((await inNode(input, how)).lines);
  });

  it("reads bytes that are no UTF-8 as JavaScript does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 6 }), { minLength: 6, maxLength: 6 }), async (texts) => {
        const line = (bytes: Uint8Array) =>
          Buffer.concat([Buffer.from('{"t":"read'), bytes.filter((byte) => byte >= 0x80), Buffer.from('","r":1}\n')]);
        // Each name loops, so that what was made of its bytes is in the lines.
        const input = Buffer.concat(texts.flatMap((text) => Array.from({ length: 6 }, () => line(text))));
        const how: Settings = { columns: "tool=t,result=r", preset: "strict" };
        const { lines } = inC(input, how);
        expect(lines).not.toEqual([]);
        expect(lines).toEqual((await inNode(input, how)).lines);
      }),
      { numRuns: tries(200) },
    );
  });

  it("exits with 1 where --fail-on is met, and with 2 for wrong usage", () => {
    const rows = '{"t":"read","a":{},"r":"same"}\n'.repeat(6);
    const how = { columns: "tool=t,arguments=a,result=r" };
    expect(inC(rows, how, "--fail-on", "hint").status).toBe(1);
    expect(inC(rows, { ...how, preset: "observe" }, "--fail-on", "warn").status).toBe(0);
    expect(inC(`${rows}no JSON\n`, how, "--fail-on=warn").status).toBe(2);
    for (const columns of ["run=r", "tool=t,tool=u", "tool=t,model=m", "tool=", "tool", 'tool="t', 'tool="\\x"']) {
      const { status, errors } = inC(rows, { columns });
      expect([status, errors]).toEqual([2, [`loopguard scan: ${messageOf(() => readColumns(columns))}, in --columns`]]);
    }
    expect(inC(rows, how, "--preset", "none").errors[0]).toContain('Option "preset"');
    expect(inC(rows, how, "--formt").errors).toEqual(["loopguard scan: unknown option --formt"]);
  });

  it("lists the fields of --columns in its help", () => {
    const { status, lines } = inC("", { columns: "tool=t" }, "--help");
    expect([status, lines]).toEqual([0, expect.arrayContaining([`${" ".repeat(22)}${COLUMN_FIELDS.join(", ")}`])]);
  });

  it("reads a result that ends in many warnings as quickly as any other", () => {
    const warned = WARNED.slice(WARNED.indexOf(". ") + 2);
    const row = `${JSON.stringify({ t: "read", r: `Tool 'x ${warned}`.repeat(20_000) })}\n`;
    const begin = performance.now();
    expect(inC(row.repeat(3), { columns: "tool=t,result=r" }).lines).toHaveLength(1);
    expect(performance.now() - begin).toBeLessThan(10_000); // it was a minute
  });

  it("says so when there is no memory, and writes no half of a line", () => {
    const row = `{"t":"read","o":1,"a":"${"x".repeat(1000)}","r":"same"}\n`;
    const command = 'ulimit -v 40000; exec "$0" scan --columns tool=t,arguments=a,result=r,round=o';
    const { status, stdout, stderr } = spawnSync("sh", ["-c", command, program as string], {
      input: row.repeat(50_000),
    });
    expect([status, stdout.toString(), stderr.toString()]).toEqual([2, "", "loopguard scan: out of memory\n"]);
  });

  it("takes the words of loopguard scan, and refuses options without a value", () => {
    const rows = '{"t":"read","r":"same"}\n'.repeat(6);
    const how = { columns: "tool=t,result=r" };
    expect(inC(rows, how, "--ndjson")).toEqual(inC(rows, how));
    for (const option of ["--preset", "--config", "--fail-on"])
      for (const words of [[option, ""], [`${option}=`], [option]]) expect(inC(rows, how, ...words).status).toBe(2);
  });

  it("ends without an error when its reader has seen enough", () => {
    const command = `yes '{"t":"read","r":"same"}' | head -c 3000000 | awk '{print "{\\"u\\":" int(NR/6) "," substr($0,2)}' | {
      "$0" scan --sorted --columns tool=t,result=r,run=u; echo $? >&2; } | head -1`;
    const { stdout, stderr } = spawnSync("sh", ["-c", command, program as string]);
    expect([stdout.toString().split("\n").length, stderr.toString()]).toEqual([2, "0\n"]);
  });

  it("says in which runs nothing could be found, and then fails", async () => {
    const rows = '{"t":"read","r":null}\n'.repeat(4);
    const blind = inC(rows, { columns: "tool=t,result=r" }, "--fail-on=warn");
    expect([blind.status, blind.errors]).toEqual([2, notRecorded({ tool: "t", result: "r" })]);
    expect(inC(rows, { columns: "tool=t" }).errors).toEqual(notRecorded({ tool: "t" }));
    expect(inC(rows, { columns: "tool=t" }).status).toBe(0);
    const wrong = 'stdin: no row has the column "x", which --columns names for';
    expect(inC(rows, { columns: "tool=t,result=x" }).errors).toEqual([
      `${wrong} result`,
      ...notRecorded({ tool: "t" }),
    ]);
    expect(inC(rows, { columns: "tool=x" }).errors).toEqual([`${wrong} tool`]);
    const types = DETECTOR_TYPES.filter(
      (type) => !["budget", "custom", "poll", "similar_query", "stop_loop"].includes(type),
    ).map((type) => ({ type }));
    const more = [
      { type: "no_news", times: 1 },
      { type: "cycle", sameResults: true },
    ];
    for (const detector of [...types, ...more]) {
      const counted = inC(rows, { columns: "tool=t", config: { detectors: [detector] } }, "--fail-on=abort");
      expect([detector, counted.status === 2]).toEqual([
        detector,
        needOutcomes(readOptions({ detectors: [detector] } as never).detectors),
      ]);
    }
  });

  it("says that no row is a call, and then fails", () => {
    const columns = { tool: 'the "tool"' };
    const said = noCallsText({ ...noTotals(), files: 1 }, [], columns)
      .split("\n")
      .slice(0, -1);
    for (const input of ["", '{"the \\"tool\\"":null}\n', '{"the \\"tool\\"":""}\n']) {
      const how = { columns: `tool=${JSON.stringify(columns.tool)}` };
      const { status, errors } = inC(input, how, "--fail-on=abort");
      expect([status, errors]).toEqual([2, said]);
      expect(inC(input, how).errors).toEqual(errors);
    }
    expect(inC('{"t":""}\n', { columns: "tool=t" }).status).toBe(0);
    expect(inC('{"t":""}\n{"t":"a","r":1}\n', { columns: "tool=t,result=r" }, "--fail-on=abort").status).toBe(0);
  });

  it("prints what a terminal may see of a value, as JavaScript does", async () => {
    const codes = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
    const odd = codes.filter((code) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]/u.test(String.fromCodePoint(code)));
    const near = [...new Set(odd.flatMap((code) => [code - 1, code, code + 1]))].filter((code) => codes.includes(code));
    const texts = Array.from({ length: Math.ceil(near.length / 9) }, (_, at) => near.slice(at * 9, at * 9 + 9));
    expect(texts.length).toBeLessThanOrEqual(100); // more faults are not listed
    const input = texts.map((text) => `${JSON.stringify({ t: [String.fromCodePoint(...text)] })}\n`).join("");
    const { errors } = await inNode(input, { columns: "tool=t" });
    expect(faults(inC(input, { columns: "tool=t" }).errors)).toEqual(errors.map(plainText));
  });

  it("skips a line that is too long, whatever the chunks, and goes on", async () => {
    const rows = '{"t":"read","a":{},"r":"same"}\n'.repeat(4);
    const how = { columns: "tool=t,arguments=a,result=r" };
    const input = `${rows}{"t":"${"x".repeat(16_000_001)}"}\n${rows}`;
    const { lines, errors } = inC(input, how);
    expect(lines).toEqual((await inNode(`${rows}\n${rows}`, how)).lines);
    expect(errors).toEqual([
      "stdin:5: skipped: 16.0 MB in one line or value, more than the limit of 16 MB; split it into several lines",
    ]);
  });
});

const settings: fc.Arbitrary<Settings> = fc.record({
  columns: fc.constantFrom(
    "tool=t,run=u,arguments=a,result=r,error=e",
    "tool=t,run=u,arguments=a,result=r,error=e,time=at,tokens=k",
    "tool=t,run=u,arguments=a,result=r,error=e,round=o,turn=n,tokens=k,time=at",
    "tool=t,run=u,arguments=a,result=r,error=e,time=at,end=z",
    'tool=t,arguments=a,result=r,error="e",round=o,id=i',
  ),
  preset: fc.constantFrom("recommended", "strict", "lenient", "observe"),
  sorted: fc.boolean(),
});

const WARNED =
  "Tool 'read' was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since. You have been calling tools in a repetitive pattern that is not making progress. Step back, reconsider the goal, and try a different approach.";
const REFUSED =
  "Tool 'read' was called again with the same arguments; it gave the same result 3 times, and nothing new has happened since, so it was not run again. That result is above: use it, change the arguments, use another tool, or answer with what you have.";
/** Few values, so that calls repeat; of each kind that is read in another way. */
const values = fc.constantFrom<unknown>(
  ...[
    "",
    "same",
    "same",
    "same",
    "ok",
    " \u00a0",
    "{",
    '{"q":1}',
    '{ "q": 1.0 }',
    '{"id":9007199254740993}',
    "\ud800é😀",
  ],
  ...[0, -0, 1.5, 1e21, 123456789012, true, false, null, [], {}, [1, [2, "x"]], { q: 1 }, { message: "timed out" }],
  ...[
    { status: 503, message: "no" },
    { code: "ECONNRESET", n: 1 },
    { loopguard: "stop", rows: 3 },
    { b: 1, a: { "2": 2, "1": 1 } },
  ],
  ...[REFUSED, WARNED, `found\n\n${WARNED}`, `{"rows":3,"loopguard":"x"}`, "x".repeat(700), "finished in 12 ms"],
  ...[`Error: ${REFUSED}`, `é\u00a0${REFUSED}`, `said ${REFUSED}`, `${REFUSED}\nmore`, `"${REFUSED}" and more`],
  ...[`${REFUSED}. Command: a\nb`, `{"error":"${REFUSED}","code":1}`, `a\n${REFUSED}`],
);
const times = fc.constantFrom<unknown>(
  ...[
    "2026-11-01 12:00:00.123456",
    "2026-11-01T12:00:05Z",
    "2026-11-01 12:00:09+02",
    "2026-02-31T24:00:00-0130",
    "yesterday",
  ],
  ...[
    1761998400,
    1761998400123,
    1761998400123456,
    1.7619984e18,
    "1761998400.5",
    [1761998400, 5e8],
    null,
    "2026-13-01 00:00",
  ],
);
const row = fc.record(
  {
    t: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom<unknown>("read", "read", "read", "edit") },
      {
        weight: 1,
        arbitrary: fc.constantFrom<unknown>("", null, 7, "n".repeat(600), 'q"\n😀', `${"_".repeat(511)}😀`),
      },
    ),
    u: fc.constantFrom<unknown>("a", "a", "a", "b", 1, 2.5, null, "", "r".repeat(513)),
    a: values,
    r: values,
    e: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values }),
    at: times,
    z: times,
    o: fc.constantFrom<unknown>(1, 1, 1, 2, "1", null, { a: 1 }),
    n: fc.constantFrom<unknown>(1, 1, 1, 1, 2, "x", null),
    k: fc.constantFrom<unknown>(10, 0.5, "7", "x", -1, null),
  },
  { requiredKeys: ["t"] },
);
/** Rows that come many times, together or one after the other, and a few lines that are none. */
const tables = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.tuple(fc.array(row, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 9 })) },
      {
        weight: 1,
        arbitrary: fc.tuple(
          fc.constantFrom<string[]>(
            ["no JSON"],
            ["7"],
            [" "],
            ['[{"t":"read","r":"same"},7]'],
            ['{"t":"read","a":{"n":12345678901234567890}}'],
          ),
          fc.integer({ min: 1, max: 9 }),
        ),
      },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.flatMap(([rows, times]) => Array.from({ length: times }, () => rows as unknown[]).flat()));
