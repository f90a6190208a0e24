/** One more file of cases: what `similarity` gives. */
import { logged, type Recipe } from "./recipes.ts";

export const vector: Recipe = {
  title: "A vector",
  add(copy) {
    copy.create(
      "test/vectors/similar-words.json",
      `${JSON.stringify([{ a: "abcd", b: "bcde", ratio: 0.75 }], undefined, 2)}\n`,
    );
    copy.replace("test/platforms/vectors.ts", "similar, jcs,", "similar, words, jcs,");
    copy.insert(
      "test/platforms/vectors.ts",
      /^export const JCS_NAMES/,
      `
function words(sources: VectorSources): Vector[] {
  return casesOf<{ a: string; b: string; ratio: number }>(sources, "similar-words.json", ({ a, b, ratio }) =>
    same(sources.loopguard.similarity(a, b), ratio),
  );
}`,
    );
    copy.insert("test/guard/vectors.test.ts", '  ["similarity.json", 300],', '  ["similar-words.json", 1],');
    logged(copy, "vectors of similar words");
  },
  checks: ["npx vitest run --project native test/guard/vectors.test.ts"],
};
