import type { Writable } from "node:stream";
export declare function write(stream: Writable, text: string): Promise<void>;
