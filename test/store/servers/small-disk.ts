/** Disks that are full or cannot be written: real ones, mounted for a test. Needs root on Linux. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const KILOBYTES = 64;

export interface SmallDisk {
  readonly dir: string;
  makeReadOnly(): void;
  makeWritable(): void;
  remove(): void;
}

/** Memory that is mounted as a disk of 64 KB; `undefined` where mounting is not allowed. */
export function mountSmallDisk(): SmallDisk | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const dir = mkdtempSync(join(tmpdir(), "loopguard-disk-"));
  const mount = (options: string): boolean =>
    spawnSync("mount", ["-t", "tmpfs", "-o", options, "none", dir]).status === 0;
  if (!mount(`size=${KILOBYTES}k`)) {
    rmdirSync(dir);
    return undefined;
  }
  return {
    dir,
    makeReadOnly: () => remount(dir, "ro"),
    makeWritable: () => remount(dir, "rw"),
    remove: () => {
      spawnSync("umount", ["-l", dir]);
      rmdirSync(dir);
    },
  };
}

/** Whether `mountSmallDisk` works here, and what a test's title says if it does not. */
export const canMount: boolean = (() => {
  const disk = mountSmallDisk();
  disk?.remove();
  return disk !== undefined;
})();
export const NEEDS_MOUNT = canMount ? "" : " (skipped: mounting a disk needs root on Linux)";

function remount(dir: string, how: "ro" | "rw"): void {
  const { status, stderr } = spawnSync("mount", ["-o", `remount,${how}`, dir], { encoding: "utf8" });
  if (status !== 0) throw new Error(`remount ${how}: ${stderr}`);
}
