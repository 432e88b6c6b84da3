import { firstFew } from "../../../cluster/problems/selection.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { isAddedTo } from "../../../questions/mistakes/written.js";
import { isWritten, textAt } from "../../../source/manifest/locate.js";
import { kindAndName } from "../../../cluster/model/object-ref.js";
import { pathOf, pointer, type Origin } from "../../../source/manifest/origin.js";
import { podIndexOf } from "../../../questions/mistakes/pod-index.js";
import { peersOf, rulesOf, selectorsOf } from "../../../cluster/model/policy-parts.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { Policy } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";
import type { Selector } from "../../../cluster/model/selector.js";

/** A label of a kustomization in the place of another value that a selector has for its key. */
interface Replaced {
  readonly policy: Policy;
  readonly selector: Selector;
  readonly key: string;
  readonly value: string;
  /** The value that is written in the policy; the same where somebody has written both. */
  readonly own: string;
  /** Where the kustomization has it. */
  readonly at: Origin;
}

/** The fields of a kustomization whose labels go into selectors. */
const FIELDS: ReadonlySet<unknown> = new Set(["commonLabels", "labels"]);

/**
 * One finding for each label that makes selectors of policies the same which its policies tell apart, or lets one select pods that are
 * told apart by their own labels.
 */
export function* replacedLabels(cluster: Cluster): Generator<Problem> {
  const all = cluster.policies.flatMap(replacedIn);
  for (const uses of groupBy(all, ({ at }) => `${at.document.file.name}${pointer(pathOf(at))}`).values()) {
    const same = [...groupBy(uses, ({ selector }) => selector.key).values()].find(
      (alike) => new Set(alike.map(({ own }) => own)).size > 1,
    );
    const wider = same === undefined ? uses.map((use) => [use, othersSelected(cluster, use)] as const) : [];
    const alike = same ?? wider.flatMap(([use, others]) => (others.length === 0 ? [] : [use]));
    const [first] = alike;
    if (first === undefined) continue;
    const owns = [...new Set(alike.map(({ own }) => own))];
    const others = [...new Set(wider.flatMap(([, names]) => names))];
    yield {
      code: "selector-label-replaced",
      facts: {
        key: first.key,
        value: first.value,
        replaced: firstFew(owns.flatMap((own) => (own === first.value ? [] : `${first.key}=${own}`))),
        policies: firstFew([...new Set(alike.map(({ policy }) => kindAndName(policy.ref)))]),
        ...(others.length === 0 ? {} : { others: firstFew(others) }),
      },
      at: first.at,
      object: first.policy.ref,
    };
  }
}

/** Workloads that a selector has come to select, beside those whose own label is the one that is written in it. */
function othersSelected(cluster: Cluster, { policy, selector, key, value, own }: Replaced): string[] {
  const namespace = policy.ref.namespace;
  if (own === value || namespace === undefined || !isForOwnNamespace(policy, selector)) return [];
  const selection = { namespaces: { own: namespace }, pods: selector, origin: policy.origin } as const;
  const workloads = podIndexOf(cluster)
    .select(selection, "NetworkPolicy")
    .flatMap((each) => each.workloads);
  const others = workloads.filter((workload) => writtenLabel(workload, key) !== own);
  return others.length === workloads.length ? [] : others.map((each) => `${each.namespace}/${each.name}`);
}

function isForOwnNamespace(policy: Policy, selector: Selector): boolean {
  const peers = rulesOf(policy).flatMap(({ rule }) => peersOf(rule));
  return [policy.subject, ...peers.flatMap((peer) => (peer.type === "pods" ? [peer] : []))].some(
    ({ namespaces, pods }) => pods === selector && namespaces.own !== undefined,
  );
}

/** Where the labels of pods are, in the manifests of what makes them. */
const LABELS_OF_PODS = [
  ["metadata"],
  ["spec", "template", "metadata"],
  ["spec", "jobTemplate", "spec", "template", "metadata"],
] as const;

/** The value of a label of a workload's pods as its own document has it; undefined where it has none. */
function writtenLabel({ kind, origin }: Workload, key: string): string | undefined {
  if (origin === undefined) return undefined;
  const paths = kind === "Pod" ? LABELS_OF_PODS.slice(0, 1) : LABELS_OF_PODS.slice(1);
  const at = paths.map((path) => below(origin, ...path, "labels", key)).find(isWritten);
  return at === undefined ? undefined : withoutQuotes(textAt(at));
}

function replacedIn(policy: Policy): readonly Replaced[] {
  return selectorsOf(policy).flatMap(({ selector, of }) => {
    if (of !== "pods") return [];
    return selector.requirements.flatMap((requirement): readonly Replaced[] => {
      const { key, values, origin: at } = requirement;
      const [value] = values;
      if (at === undefined || value === undefined || !isAddedTo(policy, requirement)) return [];
      if (!FIELDS.has(pathOf(at)[0])) return [];
      const own = writtenValue(selector, key);
      return own === undefined ? [] : [{ policy, selector, key, value, own, at }];
    });
  });
}

/** The value of a label as the policy's own document has it. */
function writtenValue({ origin }: Selector, key: string): string | undefined {
  if (origin === undefined) return undefined;
  const at = below(origin, "matchLabels", key);
  return isWritten(at) ? withoutQuotes(textAt(at)) : undefined;
}

/** A value in the document itself, without the parts that kustomize has put into it. */
function below(origin: Origin, ...steps: readonly string[]): Origin {
  const { document } = origin;
  return steps.reduce<Origin>((parent, step) => ({ document, parent, step, part: "value" }), origin);
}

function withoutQuotes(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, "$2");
}
