import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DANGEROUS_TOKENS,
  extractQuery,
  normalizeQuery,
  QUERY_KEYS,
  queriesAreSimilar,
  queryKey,
  similarity,
} from "../../lib/core/similarity.ts";
import { tries } from "../effort.ts";
import { oracleRatio } from "../oracles/difflib.ts";

interface Vector {
  a: string;
  b: string;
  normA: string;
  normB: string;
  ratio: number;
  similar: boolean;
}

const vectors = JSON.parse(
  readFileSync(new URL("../vectors/similarity.json", import.meta.url), "utf8"),
) as readonly Vector[];

describe("the vectors, made by Python", () => {
  it("are all there", () => expect(vectors.length).toBe(300));

  it.each(vectors.map((vector, index) => [index, vector] as const))("%i holds", (_, vector) => {
    expect(normalizeQuery(vector.a)).toBe(vector.normA);
    expect(normalizeQuery(vector.b)).toBe(vector.normB);
    expect(Math.abs(oracleRatio(vector.normA, vector.normB) - vector.ratio)).toBeLessThan(1e-12);
    expect(Math.abs(similarity(vector.normA, vector.normB) - vector.ratio)).toBeLessThan(1e-12);
    expect(queriesAreSimilar(vector.a, vector.b, { dangerousTokens: [] })).toBe(vector.similar);
  });
});

describe("similarity", () => {
  const piece = fc.constantFrom("a", "b", "c", " ", "é", "天", "😀", "\u0000", "\ud800", "\udc00", "\ud83d", "\ude00");
  const short = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
  const long = fc
    .array(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz  "), { minLength: 180, maxLength: 320 })
    .map((pieces) => pieces.join(""));

  it("is the oracle's ratio to the last bit, lone surrogates and U+0000 included", () => {
    fc.assert(
      fc.property(short, short, (a, b) => {
        expect(similarity(a, b)).toBe(oracleRatio(a, b));
      }),
      { numRuns: tries(2000) },
    );
  });

  it("is the oracle's ratio where popular characters do not count", () => {
    fc.assert(
      fc.property(long, long, fc.nat(100), (a, b, shared) => {
        const like = a.slice(0, shared) + b.slice(shared);
        expect(similarity(a, b)).toBe(oracleRatio(a, b));
        expect(similarity(a, like)).toBe(oracleRatio(a, like));
      }),
      { numRuns: tries(150) },
    );
  });

  it("knows pairs that Python's documentation and tests use", () => {
    expect(similarity("abcd", "bcde")).toBe(0.75);
    expect(similarity("private Thread currentThread;", "private volatile Thread currentThread;")).toBe(58 / 67);
    expect(similarity("tide", "diet")).toBe(0.25);
    expect(similarity("diet", "tide")).toBe(0.5);
    expect(similarity("", "")).toBe(1);
    expect(similarity("a", "")).toBe(0);
  });

  it("compares the first 4,096 code points", () => {
    const same = "ab".repeat(2048);
    expect(similarity(`${same}tail`, `${same}other`)).toBe(1);
    expect(similarity(`${"😀".repeat(4096)}x`, "😀".repeat(4096))).toBe(1);
  });
});

describe("normalizeQuery", () => {
  it.each([
    ["  Hello,   World! ", "hello world"],
    ["snake_case stays", "snake_case stays"],
    ["What's up?", "whats up"],
    ["find-all", "findall"],
    ["", ""],
    ["?!", ""],
    ["\u001ca\u001db\u001ec\u001fd", "a b c d"],
    ["a\u0085b\u00a0c\u2028d\u3000e", "a b c d e"],
    ["a\ufeffb", "ab"],
    ["a\u200bb", "ab"],
    ["cafe\u0301", "cafe"],
    ["İstanbul", "istanbul"],
    ["ΟΔΟΣ ΣΑΣ", "οδος σας"],
    ["STRASSE straße", "strasse straße"],
    ["x² ½ Ⅷ ٣", "x² ½ ⅷ ٣"],
    ["हिन्दी", "हनद"],
    ["天気 予報", "天気 予報"],
    ["a\ud800b\udc00", "ab"],
    ["😀 smile", "smile"],
  ])("makes of %j what Python makes of it", (text, expected) => {
    expect(normalizeQuery(text)).toBe(expected);
  });

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 12 }), (text) => {
        const once = normalizeQuery(text);
        expect(normalizeQuery(once)).toBe(once);
      }),
      { numRuns: tries(500) },
    );
  });
});

describe("queriesAreSimilar", () => {
  it("never finds an empty query similar", () => {
    expect(queriesAreSimilar("", "")).toBe(false);
    expect(queriesAreSimilar("?", "?")).toBe(false);
    expect(queriesAreSimilar("a", "!")).toBe(false);
  });

  it("finds equal queries similar whatever the threshold", () => {
    expect(queriesAreSimilar("Fix  BUG!", "fix bug", { threshold: 1 })).toBe(true);
  });

  it("takes the ratio at the threshold and above", () => {
    expect(queriesAreSimilar("abcd", "bcde")).toBe(true);
    expect(queriesAreSimilar("abcd", "bcde", { threshold: 0.7500001 })).toBe(false);
    expect(queriesAreSimilar("abc", "xyz", { threshold: 0 })).toBe(true);
  });

  it("never confuses queries that destroy differently", () => {
    expect(similarity("deactivate user 42 now", "delete user 42 now")).toBeGreaterThan(0.75);
    expect(queriesAreSimilar("deactivate user 42 now", "delete user 42 now")).toBe(false);
    expect(queriesAreSimilar("list the old users", "drop the old users")).toBe(false);
    expect(queriesAreSimilar("delete the old user", "delete the old users")).toBe(true);
    expect(queriesAreSimilar("deleted users of today", "deletes users of today")).toBe(true);
  });

  it("takes other destructive words, however they are written", () => {
    const dangerousTokens = ["Nuke!", "shut down"];
    expect(queriesAreSimilar("please nuke the site", "please make the site", { dangerousTokens })).toBe(false);
    expect(queriesAreSimilar("bring the site down", "bring the site up", { dangerousTokens })).toBe(false);
    expect(queriesAreSimilar("deactivate user 42 now", "delete user 42 now", { dangerousTokens })).toBe(true);
  });

  it.each([
    [{ threshold: 2 }, "threshold"],
    [{ threshold: Number.NaN }, "threshold"],
    [{ threshold: "0.5" }, "threshold"],
    [{ dangerousTokens: "delete" }, "dangerousTokens"],
    [{ dangerousTokens: [1] }, "dangerousTokens"],
    [{ treshold: 0.5 }, "treshold"],
  ])("refuses %j", (options, name) => {
    const call = () => queriesAreSimilar("a", "b", options as never);
    expect(call).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
    expect(call).toThrow(name);
  });
});

describe("queryKey", () => {
  it("puts the destructive words, sorted and once each, before the query", () => {
    expect(queryKey("Remove it, then DELETE, then remove again")).toBe(
      "delete remove\nremove it then delete then remove again",
    );
    expect(queryKey("find users")).toBe("\nfind users");
    expect(queryKey("find users", ["find"])).toBe("find\nfind users");
    expect(queryKey(" ?! ")).toBeUndefined();
  });

  it("has a list of words without doubles, in lower case", () => {
    expect(new Set(DANGEROUS_TOKENS).size).toBe(DANGEROUS_TOKENS.length);
    for (const word of DANGEROUS_TOKENS) expect(normalizeQuery(word)).toBe(word);
  });
});

describe("what is no text", () => {
  it.each([
    ["similarity", () => similarity(1 as never, "a"), 'Option "a" must be a string, got 1 (number)'],
    ["similarity", () => similarity("a", undefined as never), 'Option "b" must be a string, got undefined'],
    ["queriesAreSimilar", () => queriesAreSimilar("a", null as never), 'Option "text" must be a string, got null'],
    ["normalizeQuery", () => normalizeQuery({} as never), 'Option "text" must be a string, got an object'],
  ])("%s says what it was given", (_, compare, message) => {
    expect(compare).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION", message }));
  });
});

describe("extractQuery", () => {
  it("takes the first key that holds a string", () => {
    expect(extractQuery({ q: "second", query: "first" })).toBe("first");
    expect(extractQuery({ query: 5, q: "second" })).toBe("second");
    expect(extractQuery({ prompt: "last", question: "better" })).toBe("better");
    expect(extractQuery({ query: "" })).toBe("");
    expect(QUERY_KEYS).toEqual(["query", "search_query", "q", "text", "question", "prompt"]);
  });

  it("takes other keys", () => expect(extractQuery({ needle: "x", query: "y" }, ["needle"])).toBe("x"));

  it.each([[null], [undefined], ["query"], [5], [[]], [{}], [{ Query: "x" }], [{ query: null }]])(
    "finds none in %j",
    (args) => expect(extractQuery(args)).toBeUndefined(),
  );
});
