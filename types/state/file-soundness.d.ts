/** Throws the file system's error, or one with the code `EINVAL` if it is not a file, or `EFBIG` if it is no state of ours. */
export declare function readFile(path: string): Uint8Array;
/** `undefined`: it cannot be read. */
export declare function tryReading(path: string): Uint8Array | undefined;
/** A stored run, or the snapshot of a run, as this version writes it, with the right checksums. */
export declare function isSound(bytes: Uint8Array): boolean;
/**
 * Whether bytes that are not sound are a damaged snapshot: cut short, zeroed, or with a wrong checksum. `sound`: an older,
 * intact one. The file of another program, or of a later version, is not damaged, and must not be ignored.
 */
export declare function isDamaged(bytes: Uint8Array, sound: Uint8Array): boolean;
