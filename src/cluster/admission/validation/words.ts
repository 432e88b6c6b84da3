/** Texts that the server's checks have in common. */

/** What the API server's versions word or check differently. */
export interface ServerVersion {
  /** 1.36 refuses CIDRs of NetworkPolicy that mean different things to different readers (V-NP-24). */
  readonly hasStrictCidrs: boolean;
  /** Since 1.35, label keys and values are counted in bytes and said so (V-LS-4). */
  readonly countsBytes: boolean;
  /** Since 1.35, a failed CEL rule shows the value, not its type (V-CR-13). */
  readonly showsRuleValues: boolean;
}

/** What a server of `[major, minor]` does. */
export function serverVersion([major, minor]: readonly [number, number]): ServerVersion {
  const isAtLeast = (other: number): boolean => major > 1 || minor >= other;
  return { hasStrictCidrs: isAtLeast(36), countsBytes: isAtLeast(35), showsRuleValues: isAtLeast(35) };
}

/** `must be no more than 63 bytes`. */
export function tooLong(limit: number, unit: "bytes" | "characters"): string {
  return `must be no more than ${limit} ${unit}`;
}

/** `… (e.g. 'a',  or 'b', regex used for validation is '…')`: the doubled blank is the server's. */
export function notMatching(rule: string, regex: string, ...examples: readonly string[]): string {
  const list = examples.map((example) => `'${example}', `).join(" or ");
  return `${rule} (e.g. ${list}regex used for validation is '${regex}')`;
}
