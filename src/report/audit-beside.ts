import { conjunction } from "./describe.js";
import { count } from "../base/text/count.js";
import { encode } from "./encode.js";
import { groupBy } from "../base/collections/group-by.js";
import { listedText } from "./audit-names.js";
import type { Audit, BesideEntry, NotShown } from "../questions/audit/result.js";

/** What some of one id have in common, in the plural and for one of them. */
const HEADS: Readonly<Record<BesideEntry["id"], (entries: readonly BesideEntry[]) => string>> = {
  "B-9": (all) => `${pods(all)} on a node's network, where no pod policy applies`,
  "B-10": (all) =>
    `${pods(all)} privileged, or able to change the node or its network, and so may bypass policy`,
  "B-11": (all) => `${things(all)} with a second network, which policy doesn't cover`,
  "B-12": (all) => `${things(all)} changing where traffic leaves the cluster, or from which address`,
  "B-13": (all) => `${things(all)} in a service mesh: policy may see its proxies instead of the destination`,
  "B-18": (all) => `${things(all, "role")} allowing connections through the API server or a kubelet`,
  "B-19": (all) => `${things(all, "object")} naming what the API server connects to`,
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

/** What is listed beside the groups, a sentence for each id: `2 workloads are on a node's network …: shop/deployment/web`. */
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
      return "on its node's network, where no pod policy applies";
    case "B-10":
      return `privileged, or able to change its node or network, and so may bypass policy: ${what.map(encode).join(", ")}`;
    case "B-11":
      return on.type === "pods"
        ? "on a second network, which policy doesn't cover"
        : "its pods have a network of their own, which policy may not cover";
    case "B-12":
      return "changes where traffic leaves the cluster, or from which address";
    case "B-13":
      return "in a service mesh: policy may see its proxies instead of the destination";
    case "B-18":
      return `allows connections through the API server or a kubelet: ${conjunction(what)}`;
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
  { id: "B-11", text: "device networks (DRA)" },
  { id: "B-13", text: "service meshes without labels" },
  { id: "B-20", text: "image pulls and volumes other than NFS" },
];

const ABSENT: Readonly<Record<NotShown, string>> = {
  "B-18": "roles (none in the input)",
  "B-19": "webhooks and aggregated APIs (none in the input)",
};

/** Ways of which an audit says nothing. */
export function notLookedFor({ notShown }: Pick<Audit, "notShown">): readonly { id: string; text: string }[] {
  return [...NEVER, ...notShown.map((id) => ({ id, text: ABSENT[id] }))];
}

/** `not checked: image pulls and volumes other than NFS (B-20); …`. */
export function notLookedForText(audit: Pick<Audit, "notShown">): string {
  const listed = notLookedFor(audit).map(({ id, text }) => `${text} (${id})`);
  return `not checked: ${listed.join("; ")}`;
}
