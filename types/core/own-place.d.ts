/**
 * The URL of a file two folders below that of the package: of a module in lib/, or of the build in dist/node. `undefined` in
 * what bundlers make, which has no files of the package beside it.
 */
export declare function ownPlace(): string | undefined;
/** The same as a path. Asked as the package is loaded: a URL costs half a millisecond. */
export declare function ownFile(): string | undefined;
