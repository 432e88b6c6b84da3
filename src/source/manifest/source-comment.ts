import type { Cut } from "./stream.js";

/**
 * The path in helm's `# Source: chart/templates/x.yaml`, which stands between a document's separator and its first
 * token. Only that gap is read: the same words inside a block scalar are the manifest's own. No path is longer than what
 * is taken of it: the name is shown with every finding.
 */
export function sourceComment(text: string, cut: Cut, firstToken: number | undefined): string | undefined {
  if (firstToken === undefined) return undefined;
  const gap = text.slice(cut.start, Math.max(cut.start, firstToken));
  const found = /(?:^|\n)# Source: ([^\r\n]{1,1000})/.exec(gap)?.[1]?.trim();
  return found === "" ? undefined : found;
}
