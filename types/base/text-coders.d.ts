export declare const Encoder: typeof TextEncoder;
export declare const Decoder: typeof TextDecoder;
