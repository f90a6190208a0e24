/**
 * The URL of a file two folders below that of the package: of a module in lib/, or of the build in dist/node. `undefined` in
 * what bundlers make, which has no files of the package beside it. (Some write the place of the machine that bundled; there are
 * no such files on others, either.)
 */
export declare function ownPlace(): string | undefined;
