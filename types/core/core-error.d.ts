/** The error of a status, by its name in `LG_STATUS_MAP` ("LG_EJSON") and what there is to say. */
export declare function coreError(name: string, text: string): Error;
