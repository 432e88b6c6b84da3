/** Numbers that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

export function seeded(seed: number): Random;
