/** The workflows of .github, as texts: what they may do, and that what they name is there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./packed.ts";

const folder = join(root, ".github", "workflows");
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
const release = readFileSync(join(folder, "release.yml"), "utf8");

/** The text of each job, by name. */
function jobsOf(text: string): Map<string, string> {
  const [, jobs = ""] = text.split(/^jobs:$/m);
  const parts = jobs.split(/^ {2}(?=[\w-]+:$)/m).slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf(":")), part]));
}

describe.each(workflows)("%s", (_, text) => {
  it("has steps that are indented by spaces, and closes what it opens", () => {
    expect(text).not.toContain("\t");
    for (const line of text.split("\n").filter((line) => !line.trimStart().startsWith("#"))) {
      expect(line.match(/\$\{\{/g)?.length ?? 0, line).toBe(line.match(/\}\}/g)?.length ?? 0);
      expect((line.match(/^ */)?.[0].length ?? 0) % 2, line).toBe(0);
    }
  });

  it("may do nothing but what a job says that it needs", () => {
    expect(text).toMatch(/^permissions: \{\}$/m);
    for (const [name, job] of jobsOf(text)) expect(job, name).toMatch(/^ {4}permissions:$/m);
  });

  it("takes actions by commit, with the version behind", () => {
    const used = [...text.matchAll(/uses: (\S+)(.*)/g)].filter(([, action]) => !action?.startsWith("./"));
    expect(used.length).toBeGreaterThan(0);
    for (const [line] of used) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("runs files that are there, and scripts of package.json", () => {
    const named = [...text.matchAll(/\b(?:node|bash) ([\w./-]+\.(?:mjs|sh)|\.ci\/run)/g)].map(([, path = ""]) => path);
    for (const path of named) expect(existsSync(join(root, path)), path).toBe(true);
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
    for (const [, script = ""] of text.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([script]);
    for (const [, path = ""] of text.matchAll(/uses: (\.\/\S+)/g))
      expect(existsSync(join(root, path)), path).toBe(true);
  });

  it("waits for jobs that it has", () => {
    const jobs = jobsOf(text);
    for (const [name, job] of jobs)
      for (const needed of /^ {4}needs: \[?([^\]\n]+)/m.exec(job)?.[1]?.split(", ") ?? [])
        expect([...jobs.keys()].indexOf(needed), `${name} needs ${needed}`).toBeGreaterThanOrEqual(0);
  });
});

describe("release.yml", () => {
  const jobs = jobsOf(release);

  it("is the only one that may publish, in one job that runs nothing of the package", () => {
    const publishing = workflows.flatMap(([, text]) => [...jobsOf(text)].filter(([, job]) => job.includes("id-token")));
    expect(publishing.map(([name]) => name)).toEqual(["publish"]);
    expect(jobs.get("publish")).not.toMatch(/checkout|npm (ci|install|run)|node /);
  });

  it("packs once, without scripts, and publishes that file after it was tested", () => {
    expect(release.match(/scripts\/pack\.mjs/g)).toHaveLength(1);
    expect(release).not.toContain("npm pack");
    expect(jobs.get("pack")).toContain("node scripts/pack.mjs --release --out release");
    expect(jobs.get("publish")).toContain("needs: [pack, tarball, images]");
    expect(jobs.get("publish")).toContain("needs.pack.outputs.sha256");
    expect(jobs.get("publish")).toMatch(
      /npm publish \.\/loopguard-\*\.tgz --provenance --access public --ignore-scripts$/m,
    );
    for (const tested of ["tarball", "images"])
      expect(jobs.get(tested)).toMatch(/test\/package-managers\/run\.mjs .*--tarball/);
  });

  it("builds with the same packages that scripts/build-prebuilds.mjs and scripts/build-wasm.sh name", () => {
    const installs = /apt-get install ((?:.|\\\n)*?)\n {6}-/.exec(jobs.get("cross-compiled") ?? "")?.[1] ?? "";
    const source = readFileSync(join(root, "scripts/build-prebuilds.mjs"), "utf8");
    const named = /it needs: ([\s\S]*?)\. On macOS/.exec(source)?.[1]?.replace(/\n \*/g, "").split(/\s+/) ?? [];
    const wasm = readFileSync(join(root, "scripts/build-wasm.sh"), "utf8");
    named.push(...(/\(Debian: (.*?)\)/.exec(wasm)?.[1]?.split(" ") ?? []));
    expect(named.length).toBeGreaterThan(8);
    for (const name of named) expect(installs.split(/[\s\\]+/)).toContain(name);
  });
});
