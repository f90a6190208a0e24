/** The vectors of test/vectors, on whichever build of the core runs. test/platforms has them for other runtimes. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as loopguard from "../../lib/index.ts";
import { allVectors, JCS_NAMES } from "../platforms/vectors.ts";

const folder = new URL("../vectors/", import.meta.url);
const vectors = allVectors({ loopguard, read: (file) => readFileSync(new URL(file, folder), "utf8") });

describe.each([
  ["cycle.json", 120],
  ["selectools.json", 150],
  ["tracker.json", 120],
  ["similarity.json", 300],
  ["jcs", 6],
  ["executor.json", 120],
])("%s", (file, count) => {
  const cases = vectors.filter((vector) => vector.file === file);
  it(`has its ${count} cases`, () => expect(cases).toHaveLength(count));
  it.each(cases)("$name", ({ run }) => run());
});

it("leaves out no file of RFC 8785", () => {
  const inputs = readdirSync(new URL("jcs/", folder)).filter((name) => name.endsWith(".input.json"));
  expect(inputs.map((name) => name.replace(".input.json", ""))).toEqual(JCS_NAMES);
});
