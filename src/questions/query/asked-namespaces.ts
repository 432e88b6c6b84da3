import { kindNamed } from "./kind-names.js";

/** What a namespace can be called. */
const NAMESPACE = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** The namespaces that names of endpoints speak of: `shop/web`, `shop/deploy/web`, `shop/app=web`, `api.shop.svc`. */
export function askedNamespaces(names: readonly string[]): readonly string[] {
  const found = names.flatMap((name) => namespaceIn(name) ?? []);
  return [...new Set(found.filter((each) => NAMESPACE.test(each)))];
}

function namespaceIn(name: string): string | undefined {
  const path = name.replace(/^https?:\/\//, "");
  if (path !== name) return namespaceOfHost(path.split("/")[0] ?? "");
  const [first = "", ...rest] = path.split("/");
  if (rest.length === 0) return namespaceOfHost(first);
  if (kindNamed(first) === undefined) return first;
  if (rest.length === 1) return undefined;
  return kindNamed(rest[0] ?? "") === undefined ? rest[0] : first;
}

/** `api.shop`, `web-0.db.shop.svc.cluster.local:443`; nothing for the name of something outside. */
function namespaceOfHost(host: string): string | undefined {
  const labels = host.replace(/:\d+$/, "").replace(/\.$/, "").split(".");
  const service = labels.indexOf("svc");
  if (service > 0) return labels[service - 1];
  return labels.length === 2 ? labels[1] : undefined;
}
