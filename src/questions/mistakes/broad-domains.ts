import { normaliseDomain } from "../../cluster/model/cluster-names.js";

/** Second labels below which countries let anybody register: `co.uk`, `com.au`. */
const SECOND_LEVEL: ReadonlySet<string> = new Set([
  "ac",
  "co",
  "com",
  "edu",
  "gov",
  "net",
  "ne",
  "or",
  "org",
]);

/** Domains of providers below which each customer has names. */
const SHARED: ReadonlySet<string> = new Set([
  "amazonaws.com",
  "azureedge.net",
  "azurefd.net",
  "azurewebsites.net",
  "blob.core.windows.net",
  "cloudapp.azure.com",
  "cloudfront.net",
  "core.windows.net",
  "digitaloceanspaces.com",
  "firebaseapp.com",
  "fly.dev",
  "github.io",
  "githubusercontent.com",
  "gitlab.io",
  "herokuapp.com",
  "netlify.app",
  "ngrok.io",
  "onrender.com",
  "pages.dev",
  "r2.dev",
  "run.app",
  "s3.amazonaws.com",
  "vercel.app",
  "web.app",
  "windows.net",
  "workers.dev",
]);

/** What a wildcard is too broad by: a suffix under which anybody registers names, or a host that many share. */
export function breadthOfDomain(pattern: string): "public-suffix" | "shared-host" | undefined {
  if (!pattern.startsWith("*.")) return undefined;
  const domain = normaliseDomain(pattern).slice(2);
  const labels = domain.split(".");
  const [first = "", second = ""] = labels;
  if (labels.length === 1) return "public-suffix";
  if (labels.length === 2 && second.length === 2 && SECOND_LEVEL.has(first)) return "public-suffix";
  return SHARED.has(domain) ? "shared-host" : undefined;
}
