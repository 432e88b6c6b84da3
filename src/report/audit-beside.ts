import { conjunction } from "./describe.js";
import { count } from "../base/text/count.js";
import { encode } from "./encode.js";
import { groupBy } from "../base/collections/group-by.js";
import { listedText } from "./audit-names.js";
import type { Audit, BesideEntry, NotShown } from "../questions/audit/result.js";

/** What some of one id have in common, in the plural and for one of them. */
const HEADS: Readonly<Record<BesideEntry["id"], (entries: readonly BesideEntry[]) => string>> = {
  "B-9": (all) => `${pods(all)} on the network of nodes, which no policy of pods concerns`,
  "B-10": (all) =>
    `${pods(all)} privileged, or with powers over the node or the network that may get round policy`,
  "B-11": (all) => `${things(all)} with a network beside the cluster's own, which policy doesn't see`,
  "B-12": (all) => `${things(all)} by which traffic leaves the cluster elsewhere, or with another address`,
  "B-13": (all) => `${things(all)} in a service mesh: policy may see its proxies instead of the destination`,
  "B-18": (all) => `${things(all, "role")} with which the API server or a kubelet connects for somebody`,
  "B-19": (all) => `${things(all, "object")} by which the API server connects to what somebody names`,
  "B-20": (all) => `${things(all)} for which a node connects`,
};

function pods(all: readonly BesideEntry[]): string {
  return count(new Set(all.map(onText)).size, "workload is", "workloads are");
}

function things(all: readonly BesideEntry[], one?: string): string {
  const named = new Set(all.flatMap((each) => (each.on.type === "objects" ? [] : [onText(each)])));
  const total = all.reduce((sum, { on }) => sum + (on.type === "objects" ? on.count : 0), named.size);
  if (one !== undefined) return count(total, one);
  const isPods = all.every(({ on }) => on.type === "pods");
  const isNamespaces = all.every(({ on }) => on.type === "object" && on.kind === "Namespace");
  return count(total, isPods ? "workload" : isNamespaces ? "namespace" : "object");
}

/** What stands beside the groups, a sentence for each id: `2 workloads are on the network of nodes …: shop/deployment/web`. */
export function besideLines({ beside }: Pick<Audit, "beside">): string[] {
  return [...groupBy(beside, ({ id }) => id)].map(([id, all]) => {
    const [first] = all;
    return `${HEADS[first.id](all)} (${id}): ${listedText(all.map(namedText))}`;
  });
}

/** `shop/deployment/web (privileged, hostPath)`: not encoded yet. */
function namedText(each: BesideEntry): string {
  const what = each.id === "B-20" ? [each.what.join(" ")] : each.what;
  return what.length === 0 ? onText(each) : `${onText(each)} (${what.join(", ")})`;
}

/** What an entry is about: `shop/deployment/web`, `ClusterRole/admin`, `3 EgressIP`; not encoded yet. */
export function onText({ on }: BesideEntry): string {
  switch (on.type) {
    case "pods":
      return on.id;
    case "object":
      return `${on.kind}/${on.name}`;
    case "objects":
      return `${on.count} ${on.kind}`;
  }
}

/** One of them, in words of its own. */
export function besideText({ id, on, what }: BesideEntry): string {
  switch (id) {
    case "B-9":
      return "on the network of its node: no policy of pods concerns it";
    case "B-10":
      return `privileged, or with powers over its node or its network that may get round policy: ${what.map(encode).join(", ")}`;
    case "B-11":
      return on.type === "pods"
        ? "on networks beside the cluster's own, which policy doesn't see"
        : "its pods have a network of their own, which policy may not see";
    case "B-12":
      return "traffic leaves the cluster elsewhere, or with another address";
    case "B-13":
      return "in a service mesh: policy may see its proxies instead of the destination";
    case "B-18":
      return `the API server or a kubelet connects for whoever has this role: ${conjunction(what)}`;
    case "B-19":
      return "the API server connects to what it names";
    case "B-20": {
      const [how, host = ""] = what;
      return how === "nfs" ? `its node mounts NFS from ${encode(host)}` : `its node probes ${encode(host)}`;
    }
  }
}

/** Ways that are not looked for in any input. */
const NEVER: readonly { readonly id: string; readonly text: string }[] = [
  { id: "B-11", text: "networks that devices bring (DRA)" },
  { id: "B-13", text: "service meshes that show in no label" },
  { id: "B-20", text: "image pulls, and volumes other than NFS" },
];

const ABSENT: Readonly<Record<NotShown, string>> = {
  "B-18": "roles that let somebody connect through the API server: the input has no role",
  "B-19": "webhooks and aggregated APIs: the input has none",
};

/** Ways of which an audit says nothing. */
export function notLookedFor({ notShown }: Pick<Audit, "notShown">): readonly { id: string; text: string }[] {
  return [...NEVER, ...notShown.map((id) => ({ id, text: ABSENT[id] }))];
}

/** `image pulls, and volumes other than NFS (B-20); …`. */
export function notLookedForText(audit: Pick<Audit, "notShown">): string {
  return notLookedFor(audit)
    .map(({ id, text }) => `${text} (${id})`)
    .join("; ");
}
