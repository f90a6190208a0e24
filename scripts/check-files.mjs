/** House rules for every file: no left-over marks, no paths of one machine, no file over the line limit (for tests a hint). */
import { spawnSync } from "node:child_process";
import { conclude, read, root } from "./findings.mjs";

const FILE_MAX = 400;
/** The whole C API in one place, most of it comments; tables that nobody reads. */
const MAY_BE_LONG = /^native\/include\/loopguard\.h$|\.gen\.h$/;
const CODE = /\.(c|h|ts|mjs|sh)$/;
const PROSE = /\.(md|json|ya?ml)$/;
const NOT_OURS =
  /^(native\/vendor|test\/vectors|types|examples\/runs|test\/native\/fuzz\/corpus)\/|package-lock\.json$/;

/** Files that are tracked by git, or untracked and not ignored. */
const listed = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
});
if (listed.status !== 0) throw new Error(listed.stderr);

const findings = [];
const paths = listed.stdout.split("\n").filter((path) => (CODE.test(path) || PROSE.test(path)) && !NOT_OURS.test(path));
for (const path of paths) {
  let text;
  try {
    text = read(path);
  } catch {
    continue; // deleted, but not yet in git's eyes
  }
  const lines = text.split("\n");
  if (CODE.test(path) && lines.length > FILE_MAX && !MAY_BE_LONG.test(path)) {
    const long = `${path}: ${lines.length} lines; ${FILE_MAX} at most, split it`;
    if (path.startsWith("test/")) console.log(`hint: ${long}`);
    else findings.push(long);
  }
  lines.forEach((line, index) => {
    const place = `${path}:${index + 1}`;
    if (/\b(TO[D]O|FIX[M]E|XX[X]:|HA[C]K)\b/.test(line)) findings.push(`${place}: a left-over mark`);
    if (/(^|[\s"'`(=])\/(work|home|root|Users)\/\w/.test(line)) findings.push(`${place}: a path of one machine`);
  });
}
conclude(`${paths.length} files`, findings);
