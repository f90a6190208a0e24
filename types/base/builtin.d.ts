/**
 * Modules of Node.js, for platforms that may not have them. An `import` of one would keep the package from loading in a
 * browser or in a Worker; this asks for it at run time. Node.js, Bun and Deno have them all, Workers of Cloudflare some of
 * them with `nodejs_compat`.
 */
type GetBuiltin = NodeJS.Process["getBuiltinModule"];
/** The module, or `undefined` where there is none of that name. */
export declare const builtin: GetBuiltin;
/** Of what cannot work without it: throws an error that says so. `what` is the subject of its sentence, as "A sandbox". */
export declare function needed<T>(module: T | undefined, what: string): T;
export {};
