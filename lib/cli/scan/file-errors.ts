/** The errors of a scan. Their number is limited for each file, also if several threads read parts of it. */
import { FaultLimit } from "../../traces/fault-limit.ts";
import type { TraceFault } from "../../traces/trace-types.ts";
import type { ScanError } from "../scan-types.ts";

/** Something that could not be read, as part of a scan's result. */
export interface PartError extends TraceFault {
  file: string;
}

export class FileErrors {
  readonly #errors: ScanError[] = [];
  #file: string | undefined;
  #limit: FaultLimit | undefined;

  /** Errors of the same file must be added one after the other. */
  add({ file, ...fault }: PartError): void {
    if (file !== this.#file) {
      this.#limit?.end();
      this.#file = file;
      this.#limit = new FaultLimit(({ line, reason }) => this.#errors.push({ file, line, reason }));
    }
    this.#limit?.report(fault);
  }

  /** All errors. Nothing may be added after this call. */
  all(): ScanError[] {
    this.#limit?.end();
    return this.#errors;
  }
}
