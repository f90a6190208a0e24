/** Columns that no row of the whole input has: a name is probably wrong, and nothing would say so. */
import type { ColumnField, ColumnTally } from "../../traces/columns.ts";
import { shownPath, type TraceFile } from "../trace-files.ts";
import type { PartError } from "./file-errors.ts";

export class MissingColumns {
  #missing: [field: ColumnField, column: string][] | undefined;

  /** Adds what is known of a file. One without rows says nothing. */
  add({ rows, missing }: Pick<ColumnTally, "rows" | "missing">): void {
    if (rows === 0) return;
    this.#missing = (this.#missing ?? missing).filter(([field]) => missing.some(([other]) => other === field));
  }

  get fields(): ColumnField[] {
    return (this.#missing ?? []).map(([field]) => field);
  }

  errors(files: readonly TraceFile[]): PartError[] {
    const first = shownPath(files[0]?.path ?? "-");
    const file = files.length < 2 ? first : `${first} and ${files.length - 1} more`;
    return (this.#missing ?? []).map(([field, column]) => {
      const reason = `no row has the column ${JSON.stringify(column)}, which --columns names for ${field}`;
      return { file, line: 0, reason };
    });
  }
}
