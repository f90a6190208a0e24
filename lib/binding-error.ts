/** Errors of the binding, made here for both builds; the addon calls `bindingError` from C. */
import { closedError } from "./errors.ts";

/**
 * The error of a status, by its name in `LG_STATUS_MAP` ("LG_EJSON") and its text there. `LG_CLOSED` is a handle used
 * after `close()`; `text` then says what it was.
 */
export function bindingError(name: string, text: string): Error {
  if (name === "LG_CLOSED") return closedError(text);
  const code = name === "LG_ENOMEM" ? "ERR_LOOPGUARD_MEMORY" : name.replace("LG_", "ERR_LOOPGUARD_");
  return Object.assign(new Error(text.charAt(0).toUpperCase() + text.slice(1)), { code });
}

/** An argument that is not what binding.ts says. */
export function argumentError(text: string): TypeError {
  return Object.assign(new TypeError(text), { code: "ERR_LOOPGUARD_EINVAL" });
}
