/**
 * Snapshots of the core after a header that describes them.
 *
 *   +-------+---------+----------+---------------+--------+----------------+--------+--------+----
 *   | magic | version | reserved | header length | header | header checksum | part 0 | part 1 | ...
 *   |   4   |    2    |    2     |       4       |   n    |       16        |        |        |
 *   +-------+---------+----------+---------------+--------+----------------+--------+--------+----
 *
 * Numbers are little-endian. The header is JSON. The parts have checksums of their own; their lengths are in the header.
 */
/** A kind of container: four letters as a number, the version of its header, and a name that goes into the checksum. */
export interface ContainerKind {
    readonly magic: number;
    readonly version: number;
    readonly name: string;
}
export declare function packContainer(kind: ContainerKind, header: unknown, parts: readonly Uint8Array[]): Uint8Array;
export declare function isContainer(kind: ContainerKind, bytes: Uint8Array): boolean;
/** The header, which the caller must still check, and what follows it. Throws `ERR_LOOPGUARD_SNAPSHOT`. */
export declare function openContainer(kind: ContainerKind, bytes: Uint8Array): {
    header: unknown;
    rest: Uint8Array;
};
export declare function damagedError(): Error;
/** One run of a guard's snapshot, whose header is `[[key or null, length of the run's snapshot], ...]`; `null`: the default run, which is first. */
export interface RunSnapshot {
    readonly key: string | null;
    readonly bytes: Uint8Array;
}
export declare function packRuns(runs: readonly RunSnapshot[]): Uint8Array;
/** The runs in `bytes`, the default one first. The snapshot of a single run is taken for a default run. */
export declare function unpackRuns(bytes: unknown): RunSnapshot[];
