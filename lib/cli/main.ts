#!/usr/bin/env node
/** The command `loopguard`. */
import { run } from "./program.ts";

const args = process.argv.slice(2);
// A reader that has seen enough (`loopguard scan | head`) is no failure of ours, and a hook never fails.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" || args[0] === "hook" ? 0 : 2);
});
process.exitCode = await run(args);
