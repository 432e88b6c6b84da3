import { asLines, outputStream, writeReport, type Output } from "./output.js";
import { endingOf, type Ending } from "./ending.js";
import { UsageError } from "./exit.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";
import { overviewJson } from "../report/overview-json.js";
import { overviewMarkdown } from "../report/overview-markdown.js";
import { overviewOf, type Overview } from "../questions/explain/overview.js";
import { overviewText } from "../report/overview-text.js";
import { uninvolvedInOverview } from "../questions/explain/uninvolved.js";
import { uninvolvedLines } from "../report/explain-text.js";
import { viewFor } from "./view.js";
import type { Cluster } from "../cluster/model/cluster.js";
import { profileOf, type ExplainOptions, type Format } from "./explain-options.js";
import type { Io } from "./io.js";
import type { Policy } from "../cluster/model/policy.js";
import type { Resolved } from "../questions/query/resolve.js";
import type { View } from "../report/view.js";

/** One endpoint: which policies select it, and what they leave open. */
export function explainEndpoint(
  cluster: Cluster,
  endpoint: Resolved,
  incompleteness: Incompleteness,
  outputs: readonly Output<Format>[],
  options: ExplainOptions,
  io: Io,
): Ending {
  const overviews = overviewOf(cluster, endpoint, profileOf(options));
  if (overviews.length === 0)
    throw new UsageError(
      `the input has nothing that stands behind Service ${endpoint.shownAs}`,
      "load the pods that it selects, or its EndpointSlices",
    );
  const uninvolved = options.all === true ? uninvolvedInOverview(cluster, overviews) : [];
  for (const { format, file } of outputs) {
    const view = viewFor(options, outputStream(file, io), io.env);
    writeReport(overviewReport(overviews, format, incompleteness, uninvolved, view), file, io);
  }
  return endingOf(incompleteness);
}

function overviewReport(
  overviews: readonly Overview[],
  format: Format,
  incompleteness: Incompleteness,
  uninvolved: readonly Policy[],
  view: View,
): Iterable<string> {
  switch (format) {
    case "json":
      return [overviewJson(overviews, incompleteness)];
    case "md":
      return asLines(overviewMarkdown(overviews, incompleteness));
    case "text":
      return asLines([
        ...overviewText(overviews, incompleteness, view),
        ...uninvolvedLines(uninvolved, view),
      ]);
  }
}
