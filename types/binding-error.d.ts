/**
 * The error of a status, by its name in `LG_STATUS_MAP` ("LG_EJSON") and its text there. `LG_CLOSED` is a handle used
 * after `close()`; `text` then says what it was.
 */
export declare function bindingError(name: string, text: string): Error;
/** An argument that is not what binding.ts says. */
export declare function argumentError(text: string): TypeError;
