export function bundled(source: string): Promise<Buffer>;
export const BUNDLES: readonly (readonly [what: string, size: () => Promise<number>, budget: number])[];
