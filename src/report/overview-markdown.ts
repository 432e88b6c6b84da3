import { codeSpan, fence, inline } from "./markdown.js";
import { endText } from "./explain-ends.js";
import { statusLines } from "./incomplete-text.js";
import { COMPLETE } from "../cluster/load/incomplete.js";
import { overviewText, restText, unenforcedText } from "./overview-text.js";
import { PLAIN_VIEW } from "./view.js";
import type { OverviewReport } from "./explain-report.js";

/** The policies of an endpoint as Markdown: what is open in each direction, the policies folded away. */
export function* overviewMarkdown({ overviews, incompleteness }: OverviewReport): Generator<string> {
  const status = statusLines(incompleteness, PLAIN_VIEW);
  for (const line of status) yield `- ${inline(line)}`;
  if (status.length > 0) yield "";
  for (const overview of overviews) {
    yield `**Policies of** ${codeSpan(endText(overview.endpoint))}`;
    yield "";
    for (const each of overview.directions)
      yield `- ${each.direction}: ${each.exempt === undefined ? restText(each) : "not subject to policy"}`;
    if (overview.unenforced !== undefined) yield `- ${inline(unenforcedText(overview.unenforced))}`;
    yield "";
    yield "<details><summary>Each policy and rule</summary>";
    yield "";
    yield* fence([
      ...overviewText({ overviews: [overview], incompleteness: COMPLETE, uninvolved: [] }, PLAIN_VIEW),
    ]);
    yield "";
    yield "</details>";
    yield "";
  }
}
