/** `node --import` this: the built command finds the DuckDB of this folder, as it finds an optional peer beside the package. */
import { register } from "node:module";

const hook = `export const resolve = (specifier, context, next) =>
  next(specifier, specifier === "@duckdb/node-api" ? { ...context, parentURL: ${JSON.stringify(import.meta.url)} } : context);`;

register(`data:text/javascript,${encodeURIComponent(hook)}`);
