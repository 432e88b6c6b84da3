import { writeReports, type Output } from "./output.js";
import { endingOf, type Ending } from "./ending.js";
import { UsageError } from "./exit.js";
import type { Incompleteness } from "../cluster/load/incomplete.js";
import { OVERVIEW_REPORTERS, type ExplainFormat } from "../report/explain-reporters.js";
import { overviewOf } from "../questions/explain/overview.js";
import { uninvolvedInOverview } from "../questions/explain/uninvolved.js";
import type { Cluster } from "../cluster/model/cluster.js";
import { profileOf } from "./plugin-option.js";
import type { ExplainOptions } from "./explain-options.js";
import type { Io } from "./io.js";
import type { Resolved } from "../questions/query/resolution.js";

/** One endpoint: which policies select it, and what they leave open. */
export function explainEndpoint(
  cluster: Cluster,
  endpoint: Resolved,
  incompleteness: Incompleteness,
  outputs: readonly Output<ExplainFormat>[],
  options: ExplainOptions,
  io: Io,
): Ending {
  const overviews = overviewOf(cluster, endpoint, profileOf(options, cluster));
  if (overviews.length === 0)
    throw new UsageError(
      `no pods or endpoints behind Service ${endpoint.shownAs} in the input`,
      "load the pods it selects, or its EndpointSlices",
    );
  const uninvolved = options.all === true ? uninvolvedInOverview(cluster, overviews) : [];
  writeReports({ overviews, incompleteness, uninvolved }, OVERVIEW_REPORTERS, outputs, options, io);
  return endingOf(incompleteness);
}
