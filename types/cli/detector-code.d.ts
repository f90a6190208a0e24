/** Detectors as people write them. */
import { type Detector } from "../rules/table.ts";
/** `ping_pong` is made by `pingPong`. */
export declare function factoryName({ type }: Detector): string;
/** As written in code: with the parameters that differ from the factory's defaults. */
export declare function detectorCode(detector: Detector): string;
/** Without a name that is the default. */
export declare function writtenDetector(detector: Detector): Detector;
