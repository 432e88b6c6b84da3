export declare const TARGET: string;

export declare function compiledScan(): Promise<string>;
