/**
 * How large the house is, and may be: `npm run size` prints it. Vendored and generated files, and texts of data, are left
 * out. A limit is what there was, and a little; one that can be lowered is to be lowered. Bundles are made of dist/.
 */
import { execFileSync } from "node:child_process";
import { BUNDLES } from "./bundle-sizes.mjs";
import { conclude, filesIn, read, root } from "./findings.mjs";

const ours = (path) => !/(^|\/)vendor\/|\.gen\.|\/build\/|node_modules\//.test(path);
const linesOf = (paths) => paths.reduce((sum, path) => sum + read(path).split("\n").length - 1, 0);
const wordsOf = (paths) => paths.reduce((sum, path) => sum + (read(path).match(/\S+/g) ?? []).length, 0);

const lib = filesIn("lib", ".ts").filter(ours);
const native = filesIn("native", ".c", ".h").filter(ours);
const framework = filesIn("docs/frameworks", ".md").filter((path) => !/README|write-your-own/.test(path));
const docs = [...filesIn("docs", ".md"), "README.md"];
const tracked = execFileSync("git", ["ls-files", "package-lock.json", "*/package-lock.json"], {
  cwd: root,
  encoding: "utf8",
});
const locks = tracked.trim().split("\n");

const ROWS = [
  ["lines of lib", linesOf(lib), 43_695],
  ["files of lib", lib.length, 275],
  ["rooms of lib", new Set(lib.map((path) => path.split("/")[1]).filter((room) => !room.endsWith(".ts"))).size, 13],
  ["lines of native", linesOf(native), 22_904],
  ["files of native", native.length, 127],
  ["words of a framework's page", Math.max(...framework.map((path) => wordsOf([path]))), 400],
  ["words of README and docs", wordsOf(docs), 50_000],
  ["lines of lock files", linesOf(locks), 24_000],
];
for (const [what, size, budget] of BUNDLES) ROWS.push([`bytes of ${what.split(",")[0]}`, await size(), budget]);

const findings = [];
for (const [what, size, limit] of ROWS) {
  console.log(`${what.padEnd(36)}${size.toLocaleString("en").padStart(8)}  at most ${limit.toLocaleString("en")}`);
  if (size > limit) findings.push(`${what}: ${size}, and ${limit} at most`);
}
conclude("size", findings);
