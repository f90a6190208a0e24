/** `loopguard report`: a scan as a page to look through. */
import type { Command } from "../traces/libraries.ts";
import { forceOption } from "./output-file.ts";
import { addReadingFlags, type ScanFlags, scan, TRACES } from "./scan.ts";
import { write } from "./terminal.ts";

const EXAMPLES = `
Examples:
  loopguard report ~/.claude/projects                 every session below the folder, as loopguard-report.html
  loopguard report runs.jsonl -o monday.html --price 3

The page is one file that fetches nothing. Its numbers are those of loopguard scan.`;

const OUTPUT = "loopguard-report.html";

export function registerReport(program: Command): void {
  const command = program
    .command("report")
    .description("Show what happened in recorded runs, and what loops cost, as one HTML file.")
    .argument("<paths...>", TRACES)
    .option("-o, --output <file>", "the page", OUTPUT)
    .addOption(forceOption("--output"));
  addReadingFlags(command)
    .addHelpText("after", EXAMPLES)
    .action(async (paths: string[], _: unknown, self: Command) => {
      const { output, ...flags } = self.optsWithGlobals<ScanFlags & { output: string }>();
      const written = () => write(process.stdout, `Written to ${output}.\n`);
      process.exitCode = await scan(paths, { ...flags, html: output }, written);
    });
}
