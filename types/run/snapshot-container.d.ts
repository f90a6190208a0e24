/**
 * Snapshots of the core behind a header that says what they are of.
 *
 *   +-------+---------+----------+---------------+--------+----------------+--------+--------+----
 *   | magic | version | reserved | header length | header | header checksum | part 0 | part 1 | ...
 *   |   4   |    2    |    2     |       4       |   n    |       16        |        |        |
 *   +-------+---------+----------+---------------+--------+----------------+--------+--------+----
 *
 * Numbers are little-endian. The header is JSON. The parts have checksums of their own; their lengths are in the header.
 */
/** What kind of container it is: four letters as a number, the version of its header, and a word for its checksum. */
export interface ContainerKind {
    readonly magic: number;
    readonly version: number;
    readonly name: string;
}
export declare function packContainer(kind: ContainerKind, header: unknown, parts: readonly Uint8Array[]): Uint8Array;
export declare function isContainer(kind: ContainerKind, bytes: Uint8Array): boolean;
/** The header, and what lies behind it. Throws `ERR_LOOPGUARD_SNAPSHOT`; that the header makes sense is yet to be seen. */
export declare function openContainer(kind: ContainerKind, bytes: Uint8Array): {
    header: unknown;
    rest: Uint8Array;
};
export declare function damagedError(): Error;
