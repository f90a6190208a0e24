export declare function hereDocument(words: readonly string[], text: string, rest?: string): string;
