/** How deep collections may nest. Kubernetes' own objects stay below 30; every recursive walk relies on this bound. */
export const MAX_DEPTH = 64;

/** How many nodes aliases and merges may add to a document and to a whole file. */
export const ALIAS_BUDGET = { document: 100_000, file: 1_000_000 } as const;
