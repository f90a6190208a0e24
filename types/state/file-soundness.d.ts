/** Throws the file system's error, or one with the code `EINVAL` for what is no file. */
export declare function readFile(path: string): Uint8Array;
/** `undefined`: it cannot be read, and the one before counts. */
export declare function tryReading(path: string): Uint8Array | undefined;
/** A stored run, or the snapshot of a run, as this version writes it, with the right checksums. */
export declare function isSound(bytes: Uint8Array): boolean;
/**
 * Whether bytes that are not sound were a snapshot once, judged beside an older one that is sound: cut short, zeroed, or
 * with a wrong checksum. What another program or a later version wrote is not damaged, and is not ours to pass over.
 */
export declare function isDamaged(bytes: Uint8Array, sound: Uint8Array): boolean;
