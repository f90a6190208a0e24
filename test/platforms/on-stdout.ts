/** For runtimes that may do nothing but print. */
import { runAll } from "./all.ts";

console.log(JSON.stringify(await runAll()));
