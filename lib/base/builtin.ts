/**
 * Modules of Node.js, for platforms that may not have them. An `import` of one would keep the package from loading in a
 * browser or in a Worker; this asks for it at run time. Node.js, Bun and Deno have them all, Workers of Cloudflare some of
 * them with `nodejs_compat`.
 */

type GetBuiltin = NodeJS.Process["getBuiltinModule"];

/** In CommonJS only, and for Node.js 22.0 to 22.2, which do not have `getBuiltinModule`. */
declare const require: ((name: string) => object) | undefined;

/** The module, or `undefined` where there is none of that name. */
export const builtin: GetBuiltin = ((name: string): object | undefined => {
  try {
    const { process } = globalThis;
    if (process?.getBuiltinModule !== undefined) return process.getBuiltinModule(name);
    return typeof require === "function" ? require(name) : undefined;
  } catch {
    return undefined; // a permission that was not given
  }
}) as GetBuiltin;

/** Of what cannot work without it: throws an error that says so. `what` is the subject of its sentence, as "A sandbox". */
export function needed<T>(module: T | undefined, what: string): T {
  if (module === undefined) throw new Error(`${what} needs Node.js: this platform does not have its modules`);
  return module;
}
