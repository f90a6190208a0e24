#!/usr/bin/env node
/** The command `loopguard`. */
import { run } from "./program.ts";

const args = process.argv.slice(2);
// A reader that has seen enough (`loopguard scan | head`) is no failure of ours, and a hook never fails.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE" || args[0] === "hook") process.exit(0);
  process.stderr.write(`error: the output cannot be written (${error.message})\n`);
  process.exit(2);
});
process.stderr.on("error", () => {}); // nobody is reading; the exit code still tells
process.exitCode = await run(args);
