/** The errors of a scan: of each file as many as are listed, whoever read which part of it. */
import { FaultLimit } from "../../traces/fault-limit.ts";
import type { TraceFault } from "../../traces/trace-types.ts";
import type { ScanError } from "../scan-types.ts";

/** What could not be read, as a part of a scan tells it. */
export interface PartError extends TraceFault {
  file: string;
}

export class FileErrors {
  readonly #errors: ScanError[] = [];
  #file: string | undefined;
  #limit: FaultLimit | undefined;

  /** Those of a file come together. */
  add({ file, ...fault }: PartError): void {
    if (file !== this.#file) {
      this.#limit?.end();
      this.#file = file;
      this.#limit = new FaultLimit(({ line, reason }) => this.#errors.push({ file, line, reason }));
    }
    this.#limit?.report(fault);
  }

  /** All of them. Nothing may be added any more. */
  all(): ScanError[] {
    this.#limit?.end();
    return this.#errors;
  }
}
