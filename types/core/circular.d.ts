/** `path[i]` stands in the one before it as `keys[i]`; the last of them has `path[from]` as its member `closing`. */
export declare function circularError(path: readonly object[], keys: readonly (string | number)[], from: number, closing: string | number): TypeError;
