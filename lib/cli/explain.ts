/** `loopguard explain`: call by call, what each detector saw and why it fired or stayed silent. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Command } from "../bundled/libraries.ts";
import type { TraceFormat } from "../traces/read-trace.ts";
import { type ExplainReport, explainText } from "./explain/explain-text.ts";
import type { ExplainedRun } from "./explain/explained-run.ts";
import { mostWasteful, type Reading, runById } from "./explain/find-run.ts";
import { Failure, faultLine } from "./failure.ts";
import { addGuardFlags, describeGuard, type GuardFlags, readGuardOptions } from "./guard-options.ts";
import { write } from "./output.ts";
import { statsOf } from "./output-file.ts";
import { plainText } from "./plain-text.ts";
import { colorsFor } from "./terminal.ts";
import { notReadable } from "./trace-files.ts";
import { formatOption } from "./trace-options.ts";

interface ExplainFlags extends GuardFlags {
  run?: string;
  json?: boolean;
  all?: boolean;
  color?: boolean;
  format: TraceFormat | "auto";
}

const EXAMPLES = `
Examples:
  loopguard explain session.jsonl                  the run that wastes the most calls
  loopguard explain runs.jsonl --run r42           this run
  loopguard explain runs.jsonl --preset strict     as another preset sees it
  loopguard explain session.jsonl --all            every call, and every detector`;

export function registerExplain(program: Command): void {
  const command = program
    .command("explain")
    .description("Show call by call what each detector saw in a recorded run, and why it fired or stayed silent.")
    .argument("<trace>", "a file of recorded runs, or -")
    .option("--run <id>", "the run with this id; without it, the one that wastes the most calls");
  addGuardFlags(command)
    .addOption(formatOption())
    .option("--all", "show every call and every detector")
    .option("--json", "print everything as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, _: unknown, self: Command) => {
      process.exitCode = await explain(file, self.optsWithGlobals<ExplainFlags>());
    });
}

/** Explains a run and gives the exit code. */
async function explain(file: string, flags: ExplainFlags): Promise<number> {
  const name = file === "-" ? "stdin" : file;
  let faults = 0;
  const fault: Reading["fault"] = ({ line, reason }) => {
    faults++;
    process.stderr.write(faultLine({ file: name, line, reason }));
  };
  const reading = { name, format: flags.format, fault };
  const report = await onDisk(file, (path) => explained(path, flags, reading));
  const colors = colorsFor(process.stdout, flags.color);
  await write(
    process.stdout,
    flags.json ? `${JSON.stringify(report)}\n` : explainText(report, colors, flags.all === true),
  );
  return faults > 0 ? 2 : 0;
}

async function explained(path: string, flags: ExplainFlags, reading: Reading): Promise<ExplainReport> {
  const options = await readGuardOptions(flags);
  const settings = describeGuard(flags);
  const facts = ({ id, line, calls }: ExplainedRun, why: string): ExplainReport => ({
    version: 1,
    run: { id, file: reading.name, line, calls: calls.length },
    settings,
    why,
    calls,
  });
  if (flags.run !== undefined) return facts(await runById(path, flags.run, options, reading), "");
  const { run, wasted } = await mostWasteful(path, options, reading);
  const why =
    wasted > 0 ? "of the runs here it wastes the most calls" : "no run here has a loop, and this is the longest";
  return facts(run, why);
}

/**
 * Calls `use` with a file that can be read twice (the first time to choose a run): standard input and pipes, such as
 * `<(zcat big.gz)`, are copied to a temporary file.
 */
async function onDisk<T>(file: string, use: (path: string) => Promise<T>): Promise<T> {
  const kind = file === "-" ? undefined : await statsOf(file);
  if (kind?.isDirectory()) throw new Failure(`${plainText(file)} is a folder: name one file of it`);
  const unread = kind === undefined ? undefined : notReadable(kind);
  if (unread !== undefined) throw new Failure(`${plainText(file)}: ${unread}`);
  if (file !== "-" && !kind?.isFIFO()) return use(file);
  const folder = await mkdtemp(join(tmpdir(), "loopguard-"));
  try {
    const path = join(folder, "stdin");
    await pipeline(file === "-" ? process.stdin : createReadStream(file), createWriteStream(path, { mode: 0o600 }));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
