/** For runtimes with files: writes what came of the vectors to the file in the command line, since not every pipe works. */
import { writeFileSync } from "node:fs";
import { runAll } from "./all.ts";

const [, , file] = process.argv;
writeFileSync(file as string, JSON.stringify(await runAll()));
