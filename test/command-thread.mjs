/** The built command in a thread, once for each message; see command.ts. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { Readable } from "node:stream";
import { parentPort } from "node:worker_threads";

/** What stands in the place of the process's own. */
let input = "";
let stdin;
const said = { stdout: [], stderr: [] };
const readFileSync = fs.readFileSync;
fs.readFileSync = (path, ...rest) => (path === 0 ? Buffer.from(input) : readFileSync(path, ...rest));
const { homedir } = os;
os.homedir = () => process.env.HOME ?? homedir();
syncBuiltinESMExports();
Object.defineProperty(process, "stdin", { get: () => stdin });
for (const name of ["stdout", "stderr"])
  process[name].write = (chunk, encoding, done = encoding) => {
    said[name].push(Buffer.from(chunk));
    if (typeof done === "function") queueMicrotask(done);
    return true;
  };

const { run } = await import("../out/cli/program.js");

async function call({ args, env, input: given, port, wake }) {
  input = given;
  stdin = Readable.from(given.length === 0 ? [] : [Buffer.from(given)]);
  said.stdout = [];
  said.stderr = [];
  process.env = env;
  process.exitCode = undefined;
  const code = await run(args);
  process.exitCode = undefined;
  const [stdout, stderr] = [said.stdout, said.stderr].map((chunks) => Buffer.concat(chunks).toString());
  port.postMessage({ code, stdout, stderr });
  Atomics.store(wake, 0, 1);
  Atomics.notify(wake, 0);
}

let last = Promise.resolve();
parentPort.on("message", (message) => {
  last = last.then(() => call(message));
});
