/** Writing to a stream without filling the memory with what it has not taken yet. */
import { once } from "node:events";
import type { Writable } from "node:stream";

export async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, "drain");
}
