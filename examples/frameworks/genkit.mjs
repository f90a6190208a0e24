/**
 * Genkit: a model that is stuck, and one line that stops it. Runs offline with a model of its own. In a project with
 * `loopguard` and `genkit` installed: `node genkit.mjs`; here: see test/frameworks/README.md.
 */
import { genkit, z } from "genkit";
import { findToolLoopError } from "loopguard";
import { toolLoopMiddleware } from "loopguard/genkit";

let calls = 0;
const ai = genkit({ model: "stuck" });
ai.defineModel({ name: "stuck" }, async () => {
  const toolRequest = { ref: `call-${++calls}`, name: "search", input: { q: "refunds" } };
  return { message: { role: "model", content: [{ toolRequest }] }, finishReason: "stop" };
});
const search = ai.defineTool(
  { name: "search", description: "Searches the handbook", inputSchema: z.object({ q: z.string() }) },
  async ({ q }) => `No results for "${q}".`,
);

try {
  const prompt = "How do refunds work?";
  await ai.generate({ prompt, tools: [search], maxTurns: 20, use: [toolLoopMiddleware()] });
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} after ${calls} model calls: ${loop.message}`);
}
