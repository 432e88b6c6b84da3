import { firstFew } from "../../../cluster/problems/selection.js";
import { folderOf } from "../../../base/text/folder-of.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { FALLBACK_NAMESPACE, namesNamespace } from "../../../cluster/problems/names-namespace.js";
import { nameOrigin } from "../../../cluster/problems/object-places.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { renderedFrom } from "../../../base/text/rendered-name.js";
import { selects } from "../../../semantics/match/selector.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

interface Misplaced {
  readonly workload: Workload;
  readonly origin: Origin;
  readonly policy: Policy;
}

/** One finding for each namespace, at the first of the workloads that its policies are for. */
export function* misplacedWorkloads(cluster: Cluster): Generator<Problem> {
  const idle = groupBy(cluster.policies.filter(isIdle(cluster)), ({ origin }) => folder(origin));
  if (idle.size === 0) return;
  const all = cluster.workloads.flatMap((workload): readonly Misplaced[] => {
    const { origin, namespace } = workload;
    if (origin === undefined || namespace !== FALLBACK_NAMESPACE || namesNamespace({ origin })) return [];
    const inFolder = idle.get(folder(origin)) ?? [];
    cluster.work?.take(inFolder.length);
    const beside = inFolder.filter((policy) => isFor(policy, workload));
    const [policy] = beside;
    const isOfOne = beside.every(({ ref }) => ref.namespace === policy?.ref.namespace);
    return policy === undefined || !isOfOne ? [] : [{ workload, origin, policy }];
  });
  for (const alike of groupBy(all, ({ policy }) => policy.ref.namespace).values()) {
    const [{ origin, policy }] = alike;
    yield {
      code: "workload-namespace-unset",
      facts: {
        namespace: FALLBACK_NAMESPACE,
        meant: policy.ref.namespace ?? "",
        workloads: firstFew(alike.map(({ workload }) => workload.name)),
        policy: kindAndName(policy.ref),
      },
      at: nameOrigin({ origin }),
      related: [{ at: policy.subject.origin ?? nameOrigin(policy), role: "subject" }],
      object: policy.ref,
    };
  }
}

/** Asks for policies that name pods of another namespace than the fallback, of which the input has none. */
function isIdle(cluster: Cluster): (policy: Policy) => boolean {
  const index = podIndexOf(cluster);
  return ({ tier, ref, subject, origin }) =>
    tier === "NetworkPolicy" &&
    ref.namespace !== FALLBACK_NAMESPACE &&
    // Who installs a chart says where all of it goes.
    renderedFrom(origin.document.file.name) === undefined &&
    (subject.pods?.requirements.length ?? 0) > 0 &&
    index.select(subject, tier).length === 0;
}

function isFor({ subject: { pods } }: Policy, { members }: Workload): boolean {
  return pods !== undefined && members.some(({ labels }) => selects(pods, labels));
}

function folder({ document }: Origin): string {
  return folderOf(document.file.name);
}
