/** A suite that cannot run here, or not as a whole. */
interface SkippedSuite {
  /** Test files, with `*` in their names, or a command. */
  readonly suite: string;
  /** What is missing, and where it comes from. */
  readonly why: string;
  readonly isWhole: boolean;
}

export function skippedSuites(
  tools?: readonly ("chromium" | "kubectl" | "helm" | "go")[],
): readonly SkippedSuite[];
export function skippedLine(skipped: SkippedSuite): string;
