/** Writes to a stream, and waits while its buffer is full. */
import { once } from "node:events";
import type { Writable } from "node:stream";

export async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, "drain");
}
