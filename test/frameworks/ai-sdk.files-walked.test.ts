/** How many files of lib/ a step of `generateText` enters, once it is warm. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("a step of the AI SDK walks through no more files than the house allows", () => {
  const [script, here] = ["../package/files-walked.mjs", "."].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const { aiSdk: files } = JSON.parse(execFileSync(process.execPath, [`${script}`, `${here}`], { encoding: "utf8" }));
  expect(files).toContain("frameworks/ai-sdk");
  expect(files.length, files.join(" ")).toBeLessThanOrEqual(28);
});
