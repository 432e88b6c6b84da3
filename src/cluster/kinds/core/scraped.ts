import { fieldAt, textOf, type Node } from "../../../source/manifest/node.js";
import { lonePort } from "../../../base/net/written-address.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { ScrapedPort } from "../../model/configured.js";

const SCRAPE = "prometheus.io/scrape";
const PORT = "prometheus.io/port";

/** What is read of the annotations of a pod or a Service that the usual configuration of Prometheus looks at. */
export const SCRAPE_ANNOTATIONS: Keep = { [SCRAPE]: true, [PORT]: true };

/** The port on which pods ask to be scraped; undefined where they do not, or do not say on which. */
export function scrapedPort(metadata: Node | undefined): ScrapedPort | undefined {
  const written = fieldAt(metadata, "annotations", PORT);
  if (written === undefined || textOf(fieldAt(metadata, "annotations", SCRAPE)) !== "true") return undefined;
  const port = lonePort(textOf(written) ?? "");
  return port === undefined ? undefined : { port, origin: written.origin };
}
