#!/usr/bin/env node
/** The command `loopguard`. */
import { setFlagsFromString } from "node:v8";
import { run } from "./program.ts";

// By itself, V8 lets hundreds of megabytes of garbage accumulate before it collects them, which suits servers.
setFlagsFromString("--heap-growing-percent=50");
// The space for new objects, which would grow to 48 MiB on Node.js 20, saves no time by that; on later ones it does.
if (process.versions.node.startsWith("20.")) setFlagsFromString("--semi-space-growth-factor=1");

const args = process.argv.slice(2);
// A reader that closes the pipe (`loopguard scan | head`) is not an error, and a hook never fails.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE" || args[0] === "hook") process.exit(0);
  process.stderr.write(`error: cannot write the output (${error.message})\n`);
  process.exit(2);
});
process.stderr.on("error", () => {}); // nobody reads it; the exit code still reports the error
process.exitCode = await run(args);
