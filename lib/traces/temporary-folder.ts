/** Folders for what is needed until the process ends, however it ends. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ENDED_BY = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A new folder. A signal ends the process as it does without us, but first the folder is removed. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "loopguard-"));
  const ended = (signal: NodeJS.Signals): void => {
    remove();
    process.kill(process.pid, signal);
  };
  function remove(): void {
    process.off("exit", remove);
    for (const signal of ENDED_BY) process.off(signal, ended);
    rmSync(path, { recursive: true, force: true });
  }
  process.on("exit", remove);
  for (const signal of ENDED_BY) process.on(signal, ended);
  return { path, remove };
}
