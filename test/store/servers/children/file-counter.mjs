/** argv: folder, key, increments. Counts up a number in a file store, and prints each that was acknowledged. */
import { writeSync } from "node:fs";
import { fileStore } from "../../../../dist/node/file.cjs";

const [dir, key, increments] = process.argv.slice(2);
const store = fileStore(dir);
for (let i = 0; i < Number(increments); ) {
  const state = await store.load(key);
  const value = 1 + (state === undefined ? 0 : Number(Buffer.from(state.bytes).toString()));
  if ((await store.save(key, Buffer.from(`${value}`), state?.version)) === undefined) continue;
  writeSync(1, `${value}\n`);
  i++;
}
