/** What people install packages with. Each comes from npm, in a fixed version, into a folder that is removed afterwards. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const { platform, arch } = process;
const EXE = platform === "win32" ? ".exe" : "";
const BUN = `@oven/bun-${{ win32: "windows" }[platform] ?? platform}-${{ arm64: "aarch64" }[arch] ?? arch}`;
const NODE = `node-${{ win32: "win" }[platform] ?? platform}-${arch}`;

const npm = (version, more = {}) => ({
  package: `npm@${version}`,
  bin: "bin/npm-cli.js",
  install: ["install", "--no-audit", "--no-fund"],
  exec: ["exec", "--", "loopguard"],
  ...more,
});
const pnpm = (version, bin, more = {}) => ({
  package: `pnpm@${version}`,
  bin,
  install: ["install", "--no-frozen-lockfile"],
  exec: ["exec", "loopguard"],
  ...more,
});
const yarn = (linker, more = {}) => ({
  package: "@yarnpkg/cli-dist@4.18.1",
  bin: "bin/yarn.js",
  files: {
    ".yarnrc.yml": `nodeLinker: ${linker}\nenableGlobalCache: false\nenableTelemetry: false\n`,
    "yarn.lock": "",
  },
  install: ["install", "--no-immutable"],
  exec: ["run", "loopguard"],
  ...more,
});

/**
 * `bin`: in the package; no script is a program of its own. `install`, `exec`: arguments. `files`: of the project.
 * `flags`: arguments that Node.js needs to find packages. `tsc`: the version that the project installs, where the one of
 * this checkout would not find the package. `newest`: does not run on Node.js 20; what it installs does.
 */
export const INSTALLERS = {
  "npm 10": npm("10.9.9"),
  "npm 11": npm("11.21.2"),
  "npm 12": npm("12.2.0", { newest: true }),
  "pnpm 9": pnpm("9.15.9", "bin/pnpm.cjs"),
  "pnpm 10": pnpm("10.34.9", "bin/pnpm.cjs"),
  "pnpm 11": pnpm("11.28.11", "bin/pnpm.mjs", { newest: true }),
  "pnpm 12": pnpm("12.21.0", "bin/pnpm.mjs", { newest: true }),
  "yarn 1": {
    package: "yarn@1.22.22",
    bin: "bin/yarn.js",
    install: ["install", "--no-progress", "--non-interactive"],
    exec: ["run", "--silent", "loopguard"],
  },
  "yarn 4": yarn("node-modules"),
  "yarn 4 PnP": yarn("pnp", {
    flags: ["--require", "./.pnp.cjs", "--experimental-loader", "./.pnp.loader.mjs"],
    tsc: "5.9.3",
  }),
  bun: {
    package: `${BUN}@1.4.5`,
    bin: `bin/bun${EXE}`,
    install: ["install"],
    exec: ["x", "--no-install", "loopguard"],
  },
};

/** Runs an installer with a home of its own, so that nothing is found in a cache, nor configured. */
export class Installer {
  constructor(name, scratch) {
    Object.assign(this, { name, scratch, ...INSTALLERS[name] });
    this.file = join(this.fetch(this.package), this.bin);
  }

  /** The folder of a package from npm. */
  fetch(spec) {
    const name = spec.slice(0, spec.lastIndexOf("@"));
    const prefix = join(this.scratch, "tools", spec.replace(/[@/]/g, "_"));
    const place = join(prefix, "node_modules", name);
    if (!existsSync(place)) {
      mkdirSync(prefix, { recursive: true });
      const args = ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", prefix, spec];
      execFileSync("npm", args, { stdio: "inherit", shell: platform === "win32" });
    }
    return place;
  }

  get node() {
    if (!this.newest || Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
    return join(this.fetch(`${NODE}@24.21.0`), "bin", `node${EXE}`);
  }

  /** The command and its options, for `execFile`. */
  command(cwd, args) {
    const home = join(this.scratch, "home", this.name.replaceAll(" ", "-"));
    mkdirSync(home, { recursive: true });
    const inherited = Object.entries(process.env).filter(([key]) => !/^(npm|yarn|pnpm|bun)_/i.test(key));
    const own = { HOME: home, USERPROFILE: home, LOCALAPPDATA: home, APPDATA: home, CI: "1", NO_COLOR: "1" };
    const command = /js$/.test(this.file) ? [this.node, this.file] : [this.file];
    const [file, ...front] = command;
    const env = { ...Object.fromEntries(inherited), ...own };
    return [file, [...front, ...args], { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }];
  }

  run(cwd, args) {
    return execFileSync(...this.command(cwd, args));
  }
}
