/** For browsers: the page's text is what came of the vectors. */
import { runAll } from "./all.ts";

const page = (globalThis as unknown as { document: { body: { textContent: string } } }).document;
page.body.textContent = JSON.stringify(await runAll());
