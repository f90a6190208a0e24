/** Detectors as people write them. */
import { type Detector, recordOf } from "../rules/table.ts";

/** `ping_pong` is made by `pingPong`. */
export function factoryName({ type }: Detector): string {
  return type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** As written in code: with the parameters that differ from the factory's defaults. */
export function detectorCode(detector: Detector): string {
  const { name: _name, type, ...rest } = detector as Detector & Record<string, unknown>;
  const { parameters } = recordOf(detector);
  const own = Object.entries(rest).filter(([key, value]) => {
    const { fallback, like } = parameters[key] ?? {};
    return !Object.is(value, like === undefined ? fallback : rest[like]);
  });
  const text = own.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ");
  return `${factoryName(detector)}(${text === "" ? "" : `{ ${text} }`})`;
}

/** Without a name that is the default. */
export function writtenDetector(detector: Detector): Detector {
  const { name, ...rest } = detector;
  return (name === detector.type ? rest : detector) as Detector;
}
