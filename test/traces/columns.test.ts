/** The text of `--columns`. */
import { describe, expect, test } from "vitest";
import { ColumnTally, readColumns } from "../../lib/traces/columns.ts";

describe("readColumns", () => {
  test.each([
    ["tool=name", { tool: "name" }],
    ["run=trace_id,tool=name,arguments=input", { run: "trace_id", tool: "name", arguments: "input" }],
    ["run = trace id , tool=name", { run: " trace id ", tool: "name" }],
    ['tool="a,b=c",run="\\u00e9\\""', { tool: "a,b=c", run: 'é"' }],
    ['run="x" , tool="y"', { run: "x", tool: "y" }],
    ["tool=attributes.gen_ai.tool.name", { tool: "attributes.gen_ai.tool.name" }],
    ["result=x,error=x,tool=x", { result: "x", error: "x", tool: "x" }],
    ["tool=__proto__", { tool: "__proto__" }],
  ])("%s", (text, columns) => {
    expect(readColumns(text)).toEqual(columns);
  });

  test.each([
    ["", 'expected field=column at ""'],
    ["tool", 'expected field=column at "tool"'],
    ["tool=", "the field tool has no column"],
    ['tool=""', "the field tool has no column"],
    ["tool=a,", 'expected field=column at ""'],
    ["tool=a=b", 'expected field=column at "tool=a=b"'],
    ['tool="a', 'expected field=column at "tool=\\"a"'],
    ['tool="a"b', 'expected field=column at "tool=\\"a\\"b"'],
    ['tool="\\x"', '"\\x" is not a JSON string'],
    [
      "run=a",
      "no column for the field tool; known: tool, run, arguments, result, error, time, end, round, turn, tokens, id",
    ],
    ["tool=a,tool=b", "the field tool is given twice"],
    ["tool=a,name=b", 'no field "name"; known: tool, run, '],
    ["tool=a,constructor=b", 'no field "constructor"; known: '],
  ])("%s is refused", (text, words) => {
    expect(() => readColumns(text)).toThrow(RangeError);
    expect(() => readColumns(text)).toThrow(words);
  });
});

test("a tally knows the columns that no row had", () => {
  const tally = new ColumnTally({ tool: "a", run: "b", error: "c" });
  tally.row({ a: null });
  tally.row({ b: 1, d: 2 });
  expect(tally.rows).toBe(2);
  expect(tally.missing).toEqual([["error", "c"]]);
});
