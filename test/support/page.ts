import { deflateRawSync, inflateRawSync } from "node:zlib";
import { createHash } from "node:crypto";
import { COMPLETE } from "../../src/cluster/load/incomplete.js";
import { FlowGrid } from "../../src/page/grid.js";
import { pageBytes } from "../../src/report/page/page-data.js";
import { readWalks } from "../../src/page/walks.js";
import { surveyOf } from "../../src/questions/survey/survey.js";
import type { Cluster } from "../../src/cluster/model/cluster.js";
import type { Detail, PageData } from "../../src/page/model.js";
import type { PageReport, PageTools } from "../../src/report/page/page-report.js";

/** What a page needs of the machine, as the command gives it. */
const TOOLS: PageTools = {
  deflated: (bytes) => deflateRawSync(bytes).toString("base64"),
  sha256: (text) => createHash("sha256").update(text).digest("base64"),
};

/** The report of a cluster without findings and audit. */
export function pageReport(cluster: Cluster): PageReport {
  return {
    name: "a cluster",
    cluster,
    survey: surveyOf(cluster),
    summary: { clusters: [], files: 1, documents: 2, objects: new Map([["Pod", 2]]), other: [] },
    incompleteness: () => COMPLETE,
    ask: " -f k8s",
    lint: undefined,
    lintedClusters: [],
    audit: undefined,
    diff: undefined,
  };
}

/** What the script of a page reads, from the data as it stands in the page. */
export function gridOf(report: PageReport, detail: Detail = "chains"): FlowGrid {
  const bytes = new Uint8Array(
    inflateRawSync(Buffer.from(TOOLS.deflated(pageBytes(report, detail)), "base64")),
  );
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const data = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as PageData;
  return new FlowGrid(data, readWalks(data, bytes.subarray(4 + length)));
}
