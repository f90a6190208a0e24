#!/usr/bin/env node
/** The command `loopguard`. */
import { run } from "./program.ts";

const args = process.argv.slice(2);
// A reader that closes the pipe (`loopguard scan | head`) is not an error, and a hook never fails.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE" || args[0] === "hook") process.exit(0);
  process.stderr.write(`error: cannot write the output (${error.message})\n`);
  process.exit(2);
});
process.stderr.on("error", () => {}); // nobody reads it; the exit code still reports the error
process.exitCode = await run(args);
