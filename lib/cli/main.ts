#!/usr/bin/env node
/** The command `loopguard`. */
import { setFlagsFromString } from "node:v8";
import { run } from "./program.ts";

// By itself, V8 lets hundreds of megabytes of garbage accumulate before it collects them, which suits servers; new objects alone may
// take 96 MB in Node.js 24.
try {
  // Of a flag that a later V8 does not have it would write to stderr.
  if (/^2[0-6]\./.test(process.versions.node))
    setFlagsFromString("--heap-growing-percent=50 --semi-space-growth-factor=1");
} catch {} // Bun before 1.4 throws

const args = process.argv.slice(2);
// A reader that closes the pipe (`loopguard scan | head`) is not an error, and a hook never fails.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE" || args[0] === "hook") process.exit(0);
  process.stderr.write(`error: cannot write the output (${error.message})\n`);
  process.exit(2);
});
process.stderr.on("error", () => {}); // nobody reads it; the exit code still reports the error
process.exitCode = await run(args);
