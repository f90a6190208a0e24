/** What the tarball says of itself: checksums, bill of materials, licences; and what it must not say, where it was made. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir, hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PREBUILDS } from "../../scripts/prebuild-name.mjs";
import { SBOM, writeSbom } from "../../scripts/sbom.mjs";
import { Packed, root } from "./packed.ts";

interface Component {
  "bom-ref": string;
  name: string;
  version: string;
  licenses: [{ license: { id: string } } | { expression: string }];
  hashes?: { alg: string; content: string }[];
  properties: { name: string; value: string }[];
}

let packed: Packed;
let components: Component[];
beforeAll(() => {
  packed = new Packed();
  components = (JSON.parse(packed.text(SBOM)) as { components: Component[] }).components;
});
afterAll(() => packed[Symbol.dispose]());

const licenceOf = ({ licenses: [first] }: Component) => ("license" in first ? first.license.id : first.expression);
const properties = (component: Component, name: string) =>
  component.properties.filter((property) => property.name === `loopguard:${name}`).map(({ value }) => value);

/** The binaries are built there; other machines have other versions. */
const isDebian12 =
  existsSync("/etc/os-release") && readFileSync("/etc/os-release", "utf8").includes("VERSION_CODENAME=bookworm");

/** What is wrong with versions of Debian's packages, of those that are installed. */
function otherVersions(packages: readonly (readonly [name: string, version: string])[]): string[] {
  return packages.flatMap(([name, version]) => {
    const query = ["-W", "-f", "${Version} ${db:Status-Status}\\n", name];
    const { stdout } = spawnSync("dpkg-query", query, { encoding: "utf8" });
    const installed = stdout.split("\n").filter((line) => line.endsWith(" installed"));
    return installed.filter((line) => line !== `${version} installed`).map((line) => `${name} ${line}, not ${version}`);
  });
}

it("binaries may be run", () => {
  const programs = packed.paths.filter((path) => path.startsWith("prebuilds/"));
  expect(programs.length).toBeGreaterThan(0);
  for (const path of programs) expect(statSync(join(packed.folder, path)).mode & 0o111, path).toBe(0o111);
});

describe("SHA256SUMS", () => {
  it("has each binary of the tarball, and its sum", () => {
    const binaries = packed.paths.filter((path) => /\.(wasm|node|exe)$|\/loopguard$/.test(path));
    expect(binaries.length).toBeGreaterThanOrEqual(3);
    const lines = binaries.map((path) => {
      const sum = createHash("sha256").update(packed.bytes(path)).digest("hex");
      return `${sum}  ${path}\n`;
    });
    expect(packed.text("SHA256SUMS")).toBe(lines.join(""));
  });

  it.runIf(process.platform === "linux")("is what sha256sum reads in the folder of the package", () => {
    const check = () => spawnSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: packed.folder });
    expect(check().status).toBe(0);
  });
});

describe(SBOM, () => {
  it("names what is bundled, from what the bundles themselves say", () => {
    const told = packed
      .text("dist/THIRD-PARTY.txt")
      .split("\ncJSON ", 1)
      .join()
      .matchAll(/^(\S+) (\d+\.\d+\.\d+) \((\S+)\)$/gm);
    const expected = [...told].map(([, name, version, licence]) => [name, version, licence]);
    expect(expected.length).toBeGreaterThan(5);
    const bundled = components.filter((component) => component["bom-ref"].startsWith("pkg:npm/"));
    expect(bundled.map((one) => [one.name, one.version, licenceOf(one)])).toEqual(expected.sort());
    for (const { hashes } of bundled) expect(hashes).toMatchObject([{ alg: "SHA-512" }]);
  });

  it("names what is vendored, in the version that stands there", () => {
    const named = new Map(components.map((component) => [component.name.toLowerCase(), component]));
    const folders = readdirSync(join(root, "native/vendor"));
    expect(folders.length).toBeGreaterThan(1);
    for (const folder of folders) {
      const { version = "" } = named.get(folder) ?? {};
      expect(readFileSync(join(root, "native/vendor", folder, "VENDOR.md"), "utf8")).toContain(
        version.replace("-", " "),
      );
    }
  });

  it.runIf(isDebian12)("names what is linked, in the version of the machine that builds", () => {
    const linked = components.flatMap((component) => properties(component, "debian-12"));
    expect(linked.length).toBeGreaterThan(4);
    expect(otherVersions(linked.map((one) => one.split(" ") as [string, string]))).toEqual([]);
  });

  it.runIf(isDebian12)("is of the machine that docs/verify.md describes", () => {
    const told = [...readFileSync(join(root, "docs/verify.md"), "utf8").matchAll(/`([\w.+-]+)` (\d[\w.:+~-]+)/g)];
    expect(told.length).toBeGreaterThan(12);
    expect(otherVersions(told.map(([, name = "", version = ""]) => [name, version]))).toEqual([]);
    for (const one of components.flatMap((component) => properties(component, "debian-12")))
      expect(told.map(([, name, version]) => `${name} ${version}`)).toContain(one);
  });

  it("has every file that it points to, and all of docs/licences.md", () => {
    const document = readFileSync(join(root, "docs/licences.md"), "utf8");
    const rows = [...document.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)].slice(1);
    for (const component of components) {
      const row = rows.find(([, what = ""]) => new RegExp(`(^|[\\[, ])${component.name}([\\],]|$)`).test(what));
      expect(row?.[3], component.name).toBe(licenceOf(component));
      for (const text of properties(component, "licence-text")) {
        expect(packed.paths).toContain(text);
        expect(packed.text(text)).toMatch(/licen[cs]e|copyright/i);
      }
      expect(properties(component, "contained-in").length).toBeGreaterThan(0);
    }
  });

  it("is the same when it is made again", () => {
    writeSbom(root);
    expect(readFileSync(join(root, SBOM), "utf8")).toBe(packed.text(SBOM));
  });
});

/** A path that begins in a folder of a machine's, not in the middle of another path; `/tmp/x` is an example's. */
const OF_A_MACHINE = /(?<![\w.~/\\>])\/(?:work|root|home|tmp|Users|builds?|runner)\/(?!x\b)[\w.-]+/g;

it("no file has a path of the machine that made it, nor its name", () => {
  const own = [root.replace(/\/$/, ""), packed.scratch, homedir(), tmpdir()].filter((path) => path.length > 5);
  const names = hostname().length > 5 ? [hostname()] : [];
  const found = packed.paths.flatMap((path) => {
    const text = packed.bytes(path).toString("latin1");
    const told = [...own, ...names].filter((word) => text.includes(word));
    return [...told, ...(text.match(OF_A_MACHINE) ?? [])].map((word) => `${path}: ${word}`);
  });
  expect(found).toEqual([]);
});

it("the search finds a path in a binary", () => {
  for (const folder of ["work", "root", "home", "tmp"])
    for (const before of ["", "\0", "("]) expect(`${before}/${folder}/u/run.c`.match(OF_A_MACHINE)).not.toBeNull();
  for (const path of ["/srv/tmp/x", "~/.gemini/tmp/a", "/var/tmp/a", "file:///tmp/x", "/usr/lib/node"])
    expect(path.match(OF_A_MACHINE), path).toBeNull();
});

it("a release has the binaries of every platform that can be built", () => {
  const { stderr } = spawnSync(process.execPath, ["scripts/build-prebuilds.mjs", "no-such"], {
    cwd: root,
    encoding: "utf8",
  });
  const listed = /There are ([\w, -]+)/.exec(stderr)?.[1]?.split(", ").sort();
  expect(listed).toEqual(PREBUILDS);
  const release = spawnSync(process.execPath, ["scripts/prepack.mjs", "--release"], { cwd: root, encoding: "utf8" });
  const present = readdirSync(join(root, "prebuilds"));
  for (const platform of PREBUILDS)
    expect(release.stderr.includes(`is missing: prebuilds/${platform}/loopguard.node`), platform).toBe(
      !present.includes(platform),
    );
});
