/** The pictures of the documents are made from what the built command says. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { NEEDS_CHROMIUM } from "./chromium.mjs";

it.skipIf(NEEDS_CHROMIUM !== "")("scripts/pictures.mjs makes them", () => {
  const folder = mkdtempSync(join(tmpdir(), "loopguard-pictures-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, ["scripts/pictures.mjs", folder], {
    cwd: root,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  const names = ["dark", "light", "phone", "print"].map((name) => `report-${name}.png`);
  expect(readdirSync(folder).sort()).toEqual(names);
});
