/**
 * The one door for the libraries that convert zod schemas. They are bundled into `dist/` when the package is built, so
 * that the package has no dependencies; `dist/THIRD-PARTY.txt` has the licences.
 */

export { type $ZodType, type ToJSONSchemaParams, toJSONSchema } from "zod/v4/core";
export { ignoreOverride, parseStringDef, zodToJsonSchema } from "zod-to-json-schema";
