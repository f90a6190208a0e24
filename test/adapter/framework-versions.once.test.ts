/** Which versions of frameworks adapters know, and what is said of others. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { FRAMEWORKS, isKnown } from "../../lib/frameworks/framework-versions.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const rows = Object.entries(FRAMEWORKS);

describe("the table of versions", () => {
  it.each(rows)("of %s is what its page says", (name, { from, below, page }) => {
    const text = readFileSync(join(root, "docs/frameworks", `${page}.md`), "utf8");
    expect(text).toContain(`\`${name}\` >=${from} <${below}`);
    expect(existsSync(join(root, "lib/frameworks", `${page}.ts`))).toBe(true);
  });

  it("has the versions that the tests of frameworks install", () => {
    const tested = ["", "claude/", "genkit/", "copilot-sdk/", "livekit/", "voltagent/", "workflow/"].flatMap(
      (folder) => {
        const { packages } = JSON.parse(
          readFileSync(join(root, `test/frameworks/${folder}package-lock.json`), "utf8"),
        ) as {
          packages: Record<string, { version: string }>;
        };
        return rows.flatMap(([name, versions]) => {
          const version = packages[`node_modules/${name}`]?.version;
          return version === undefined ? [] : [{ name, version, known: isKnown(version, versions) }];
        });
      },
    );
    expect(tested.filter(({ known }) => !known)).toEqual([]);
    expect(new Set(tested.map(({ name }) => name))).toEqual(new Set(rows.map(([name]) => name)));
  });

  it("is read by the numbers of a version", () => {
    const of = (from: string, below: string, ...versions: string[]) =>
      versions.map((version) => isKnown(version, { from, below }));
    expect(of("1.10", "2", "1.9.9", "1.10.0", "1.10.0-beta.2", "1.99.0", "2.0.0-rc.1", "2.0.0")).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(of("0.11.8", "1", "0.11.7", "0.11.8", "0.20.0+build", "1.0.0", "no version")).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});

/** Guards tools twice in a project that has `ai` in this version. */
function use(version: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), "loopguard-version-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (version !== undefined) {
    const place = join(folder, "node_modules", "ai");
    mkdirSync(place, { recursive: true });
    // It exports nothing, its package.json included.
    writeFileSync(join(place, "package.json"), JSON.stringify({ name: "ai", version, exports: {} }));
  }
  const program = `
    const said = [];
    require("node:diagnostics_channel").subscribe("loopguard:error", ({ error, where }) => said.push([where, error.message]));
    const { withLoopGuard } = require(${JSON.stringify(join(root, "dist/node/frameworks/ai-sdk.cjs"))});
    for (let i = 0; i < 2; i++) withLoopGuard({ model: {}, tools: {} });
    console.log(JSON.stringify(said));
  `;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", program], { cwd: folder, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return { said: JSON.parse(stdout) as [string, string][], stderr };
}

describe("an adapter", () => {
  it("says once of a version that it does not know, on the channel and on stderr, and goes on", () => {
    const { said, stderr } = use("99.1.0");
    expect(said).toEqual([
      ["version", expect.stringMatching(/knows ai from 5 to below 8; this is 99\.1\.0 \(.*package\.json\)/)],
    ]);
    expect(stderr.match(/LOOPGUARD_UNKNOWN_VERSION/g)).toHaveLength(1);
  });

  it.each([["7.0.1"], [undefined]])("says nothing of %s", (version) => {
    expect(use(version)).toEqual({ said: [], stderr: "" });
  });
});
