/**
 * True where a text that cannot be read may hold a policy. Only a text without any way to write the word can be
 * ruled out: no kind of ours lacks "NetworkPolicy", and to hide it takes an escape (`\`) or a tag (`!!binary`).
 */
export function mayHoldPolicy(text: string): boolean {
  return /NetworkPolicy|[\\!]/.test(text);
}
