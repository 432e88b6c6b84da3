/** Words that say nothing about which workload is meant. */
const COMMON: ReadonlySet<string> = new Set([
  "allow",
  "app",
  "default",
  "deny",
  "deployment",
  "egress",
  "ingress",
  "network",
  "pod",
  "policy",
  "server",
  "service",
]);

/** The words of names and of labels by which one can tell what is meant, in lower case. */
export function tellingWords(...names: readonly string[]): string[] {
  return names
    .flatMap((name) => name.toLowerCase().split(/[^a-z0-9]+/))
    .filter((word) => word.length > 2 && !COMMON.has(word));
}
