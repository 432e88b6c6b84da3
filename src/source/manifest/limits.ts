/** How deep collections may nest. Kubernetes' own objects stay below 30; every recursive walk relies on this bound. */
export const MAX_DEPTH = 64;

/**
 * How many keys of one document may be written twice before it is not read at all: more of them tell a reader nothing,
 * and finding each one's first place costs a walk.
 */
export const MAX_DUPLICATES = 20;

/** How many nodes aliases and merges may add to a document and to a whole file. */
export const ALIAS_BUDGET = { document: 100_000, file: 1_000_000 } as const;
