/** The bytes of a trace, decompressed, chunk by chunk. */
import { decompressed } from "../../lib/traces/trace-bytes.ts";
import type { Source } from "../shared/messages.ts";

/** Decompressed bytes that are read at most: a file of a few megabytes may hold a terabyte. */
const BYTES_MAX = 4e9;

/** `read`: takes how many bytes of the file were read so far. */
export async function* chunksOf({ blob }: Source, read: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of decompressed(pieces(blob, read))) {
    size += chunk.length;
    if (size > BYTES_MAX) throw new Error(`more than ${BYTES_MAX / 1e9} GB when it is decompressed`);
    yield chunk;
  }
}

async function* pieces(blob: Blob, read: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  let bytes = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.length;
      yield next.value;
      read(bytes);
    }
  } finally {
    await reader.cancel();
  }
}
