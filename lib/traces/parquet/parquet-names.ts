/** Which names are Parquet, and which of them are not in this machine's files. */

/** Endings of the files. */
export const PARQUET_NAME: RegExp = /\.(?:parquet|parq|pq)$/i;

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** What DuckDB reads, with its extensions httpfs and azure. */
const KNOWN_SCHEMES = /^(?:s3|s3a|s3n|gs|gcs|r2|https?|hf|az|azure|abfss):\/\//i;

export const isUrl = (path: string): boolean => SCHEME.test(path);

/** Why nothing is read at a URL; `undefined`: it is Parquet. */
export function notReadableUrl(url: string): string | undefined {
  if (!KNOWN_SCHEMES.test(url)) return "is a URL of a kind that is not read: s3, gs, r2, https, hf, az and abfss are";
  if (PARQUET_NAME.test(withoutQuery(url))) return undefined;
  if (url.endsWith("/")) return `is a folder at a URL: name its files, such as ${shownName(url)}**/*.parquet`;
  return "is a URL that does not end in .parquet: only Parquet is read from there; for other files give - and pipe them in";
}

/** Whether it is the pattern of Parquet files, not the name of one. */
export const isParquetGlob = (path: string): boolean => /[*?[]/.test(path) && PARQUET_NAME.test(path);

/** The name of a file as the pattern that only this file matches. */
export const asPattern = (path: string): string => path.replace(/[*?[]/g, "[$&]");

/** A URL as it is shown: user names, passwords and signatures may be in it. */
export function shownName(path: string): string {
  return isUrl(path) ? withoutQuery(path).replace(/^([^/]+:\/\/)[^/]*@/, "$1") : path;
}

/** Of http only: in an object's name, a question mark is a pattern's. */
function withoutQuery(url: string): string {
  return /^https?:/i.test(url) ? url.replace(/[?#].*$/s, "") : url;
}
