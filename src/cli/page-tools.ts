import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { page } from "../report/page/page.js";
import type { PageReport, PageTools, PageUse } from "../report/page/page-report.js";

/** What a page needs of the machine. */
export const PAGE_TOOLS: PageTools = {
  deflated: (bytes) => deflateRawSync(bytes, { level: 9 }).toString("base64"),
  sha256: (text) => createHash("sha256").update(text).digest("base64"),
};

/** Makes a page with the compression and the hashes of this machine. */
export function pageText(report: PageReport, use: PageUse): string {
  return page(report, PAGE_TOOLS, use);
}
