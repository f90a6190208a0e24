/** The parameters of all 101 tools in the 31 toolkits of Agentium 2.6, by their shape. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { agentiumParameters, evaluate, parametersOf } from "../oracles/definitions.ts";

/**
 * How many tools have the shape, and the shape: a word for each property. `s` string, `n` number, `b` boolean, `e` enum, `a`
 * array of, `r` record of, `rany` record of anything, `u...,...` union of, `t` a string in a property that is named `title`;
 * `?` at the end: optional. All properties have descriptions, unless the first word is `bare`.
 */
const SHAPES: [tools: number, shape: string][] = [
  [18, "s"],
  [13, "s n?"],
  [6, "s s?"],
  [3, "s s"],
  [3, "s s s"],
  [2, ""],
  [2, "n?"],
  [2, "s?"],
  [2, "s b?"],
  [2, "bare s e?"],
  [2, "bare s n?"],
  [2, "n? n?"],
  [2, "s s b?"],
  [2, "bare s s e?"],
  [2, "bare s e? n?"],
  [2, "n? s? s?"],
  [2, "s s e? n?"],
  [1, "t"],
  [1, "as"],
  [1, "e s"],
  [1, "e s?"],
  [1, "s e?"],
  [1, "b? s?"],
  [1, "n s s"],
  [1, "n? s?"],
  [1, "s an?"],
  [1, "s as?"],
  [1, "s s e?"],
  [1, "s s n?"],
  [1, "as s s?"],
  [1, "s b? e?"],
  [1, "s b? s?"],
  [1, "s e? n?"],
  [1, "s n? s?"],
  [1, "aas s s?"],
  [1, "b? n? s?"],
  [1, "e? n? s?"],
  [1, "s n? rany?"],
  [1, "s s s s?"],
  [1, "s s s? s?"],
  [1, "s t e? s?"],
  [1, "s us,n e?"],
  [1, "s us,n s?"],
  [1, "s e? e? n?"],
  [1, "s e? rs? s?"],
  [1, "s arany? s? s?"],
  [1, "s s s? s? s?"],
  [1, "s s t as? s?"],
  [1, "s s? s? s? s?"],
  [1, "s b? n? us,as?"],
  [1, "s s s as? s? s?"],
];

const TYPES: Record<string, string> = {
  s: "z.string()",
  t: "z.string()",
  n: "z.number()",
  b: "z.boolean()",
  e: "z.enum(['one', 'two', 'three'])",
  any: "z.any()",
};

function typeCode(word: string): string {
  if (TYPES[word] !== undefined) return TYPES[word];
  const rest = word.slice(1);
  if (word.startsWith("a")) return `z.array(${typeCode(rest)})`;
  if (word.startsWith("r")) return `z.record(z.string(), ${typeCode(rest)})`;
  if (word.startsWith("u")) return `z.union([${rest.split(",").map(typeCode).join(", ")}])`;
  throw new Error(`no shape: ${word}`);
}

function schemaOf(shape: string): string {
  const bare = shape.startsWith("bare ");
  const words = shape.split(" ").filter((word) => word !== "" && word !== "bare");
  const properties = words.map((word, i) => {
    const optional = word.endsWith("?") ? ".optional()" : "";
    const described = bare ? "" : `.describe('What ${i} is')`;
    return `${word.startsWith("t") ? "title" : `p${i}`}: ${typeCode(word.replace("?", ""))}${optional}${described}`;
  });
  return `z.object({ ${properties.join(", ")} })`;
}

describe("the tools of Agentium's toolkits", () => {
  test("are all there", () => {
    expect(SHAPES.reduce((sum, [tools]) => sum + tools, 0)).toBe(101);
    expect(new Set(SHAPES.map(([, shape]) => shape)).size).toBe(SHAPES.length);
  });

  test.each(SHAPES)("%i of shape `%s` have the definition that Agentium makes, in zod 4 too", (_, shape) => {
    const code = schemaOf(shape);
    const expected = agentiumParameters(evaluate(code));
    expect(parametersOf(evaluate(code))).toEqual(expected);
    expect(parametersOf(evaluate(code, z))).toEqual(expected);
  });
});
