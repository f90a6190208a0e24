/** The error of a status, by its name in `LG_STATUS_MAP` ("LG_EJSON") and what there is to say. */
export function coreError(name: string, text: string): Error {
  const code = name === "LG_ENOMEM" ? "ERR_LOOPGUARD_MEMORY" : name.replace("LG_", "ERR_LOOPGUARD_");
  return Object.assign(new Error(text.charAt(0).toUpperCase() + text.slice(1)), { code });
}
