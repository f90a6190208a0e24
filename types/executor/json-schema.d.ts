export type { JsonSchema } from "./clean-schema.ts";
