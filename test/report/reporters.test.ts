import { describe, expect, it } from "vitest";
import { COMPLETE } from "../../src/cluster/load/incomplete.js";
import { diff, explainFlow } from "../../src/index.js";
import { DIFF_REPORTERS } from "../../src/report/diff-reporters.js";
import { EXPLAIN_REPORTERS, OVERVIEW_REPORTERS } from "../../src/report/explain-reporters.js";
import { LINT_REPORTERS } from "../../src/report/lint-reporters.js";
import { MATRIX_REPORTERS } from "../../src/report/matrix-reporters.js";
import { overviewOf } from "../../src/questions/explain/overview.js";
import { PLAIN_VIEW } from "../../src/report/view.js";
import { REFERENCE } from "../../src/semantics/match/profile.js";
import { resolve } from "../../src/questions/query/resolve.js";
import { explainReport } from "../support/explain-report.js";
import { lintReport } from "../support/lint-report.js";
import { loadText, matrixReport } from "../support/matrix.js";
import { pod, stream } from "../cli/manifests.js";
import type { Reporters } from "../../src/report/reporter.js";

const CLOSED = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: closed, namespace: shop }
spec: { podSelector: {}, policyTypes: [Ingress] }
`;

const PODS = stream(pod("shop", "web"), pod("shop", "db"));

/** Every format of a report, written twice. */
function written<R>(reporters: Reporters<R>, report: R): [format: string, first: string, second: string][] {
  return Object.entries(reporters).map(([format, reporter]) => {
    const [first = "", second = ""] = [0, 1].map(() => [...reporter(report, PLAIN_VIEW)].join(""));
    return [format, first, second];
  });
}

describe("the formats of a report", () => {
  it("end with a line break, and are the same however often they are written", async () => {
    const loaded = await loadText(stream(PODS, CLOSED));
    const { cluster } = loaded;
    const web = resolve(cluster, "shop/web", undefined);
    if (!web.ok) throw new Error("no endpoint");
    const state = { name: "x", incompleteness: COMPLETE };
    const changes = diff((await loadText(PODS)).cluster, cluster);
    const overviews = overviewOf(cluster, web.value, REFERENCE);
    const all = [
      ...written(
        EXPLAIN_REPORTERS,
        explainReport(explainFlow(loaded, { from: "shop/web", to: "shop/db", port: "80" })),
      ),
      ...written(OVERVIEW_REPORTERS, { overviews, incompleteness: COMPLETE, uninvolved: [] }),
      ...written(LINT_REPORTERS, await lintReport({ "a.yaml": CLOSED.replace("Ingress]", "Inbound]") })),
      ...written(MATRIX_REPORTERS, matrixReport(loaded)),
      ...written(DIFF_REPORTERS, {
        diff: changes,
        before: state,
        after: state,
        notes: [],
        alerts: [],
        isFailing: () => true,
      }),
    ];
    expect(all).toHaveLength(3 + 3 + 8 + 7 + 4);
    for (const [format, first, second] of all) {
      expect([format, first.length > 10, first.at(-1)]).toEqual([format, true, "\n"]);
      expect(second).toBe(first);
    }
  });
});
