/**
 * Other people's code that the command uses: lib/traces/libraries.ts with all that it imports -> dist/traces/libraries.js, and the
 * licences of that, and of what is compiled into the binaries -> dist/THIRD-PARTY.txt. So the package has no dependencies.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { IN_C, LICENCES, packageFolder } from "./third-party.mjs";

/** CommonJS code in an ES module has no `require`; this code requires only modules of Node.js. */
const REQUIRE = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;

export function bundleLibraries(root) {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: ["lib/traces/libraries.ts"],
    outfile: "dist/traces/libraries.js",
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: REQUIRE },
    legalComments: "none",
    metafile: true,
  });
  const folders = new Set(Object.keys(metafile.inputs).flatMap((path) => packageFolder(path) ?? []));
  const inC = IN_C.filter(({ text }) => text !== undefined);
  const notices = [
    ...[...folders].sort().map((folder) => notice(join(root, folder))),
    ...inC.map(
      ({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${licenceIn(join(root, text))}`,
    ),
  ];
  writeFileSync(join(root, LICENCES), `${notices.join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
}

/** That of a source is the comment at its top. */
function licenceIn(path) {
  const text = readFileSync(path, "utf8");
  return (path.endsWith(".c") ? text.slice(0, text.indexOf("*/") + 2) : text).trim();
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)\b/i.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled, but ${folder} has no licence text`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
}
