/** The tarball that scripts/pack.mjs makes of this checkout as it is, unpacked. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("../..", import.meta.url));

export class Packed {
  readonly scratch: string = realpathSync(mkdtempSync(join(tmpdir(), "loopguard-packed-")));
  readonly folder: string = join(this.scratch, "package");
  readonly tarball: string;
  /** Paths of all files. */
  readonly paths: readonly string[];

  constructor() {
    const run = (file: string, ...args: string[]) =>
      execFileSync(file, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    const told = run(process.execPath, "scripts/pack.mjs", "--out", this.scratch);
    this.tarball = told.trim().split("\n").at(-1) as string;
    run("tar", "xzf", this.tarball, "-C", this.scratch);
    this.paths = (readdirSync(this.folder, { recursive: true }) as string[])
      .filter((path) => statSync(join(this.folder, path)).isFile())
      .sort();
  }

  bytes(path: string): Buffer {
    return readFileSync(join(this.folder, path));
  }

  text(path: string): string {
    return this.bytes(path).toString("utf8");
  }

  [Symbol.dispose](): void {
    rmSync(this.scratch, { recursive: true, force: true });
  }
}
