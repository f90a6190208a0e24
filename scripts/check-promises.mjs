/**
 * Each function of loopguard.h has a row in test/native/promises.md, which names the tests that show what the function
 * promises; and each of these tests is there.
 */
import { conclude, filesIn, read } from "./findings.mjs";

const TABLE = "test/native/promises.md";
const table = read(TABLE);
const findings = [];

const header = read("native/include/loopguard.h").replace(/\/\*[\s\S]*?\*\//g, "");
const declared = [...header.matchAll(/\b(lg_\w+)\([^;{}]*\);/g)].map(([, name]) => name);
const rows = new Set(
  table
    .split("\n")
    .filter((line) => line.startsWith("| `lg_"))
    .flatMap((line) => [...line.split("|")[1].matchAll(/`(lg_\w+)`/g)].map(([, name]) => name)),
);
for (const name of declared) if (!rows.has(name)) findings.push(`${TABLE}: ${name} has no row`);
for (const name of rows) if (!declared.includes(name)) findings.push(`${TABLE}: loopguard.h has no ${name}`);

const tests = new Set(
  filesIn("test/native", ".c").flatMap((path) =>
    [...read(path).matchAll(/^LG_TEST\((\w+)\)/gm)].map(([, name]) => `${/(\w+)\.c$/.exec(path)[1]}: ${name}`),
  ),
);
for (const [, test] of table.matchAll(/`(\w+: \w+)`/g))
  if (!tests.has(test)) findings.push(`${TABLE}: there is no test ${test}`);

conclude("promises of loopguard.h", findings);
