/**
 * In CI a property is tried on the same values every time: what fails there fails again. Elsewhere on new ones, or on those
 * of an earlier run: `LOOPGUARD_SEED`.
 */
import fc from "fast-check";

const seed = process.env["LOOPGUARD_SEED"] || (process.env["CI"] ? "20261122" : "");
if (seed !== "") fc.configureGlobal({ seed: Number(seed) });
