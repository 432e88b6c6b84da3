import { expect, test } from "vitest";
import { AddressSet } from "../../../src/base/net/address-set.js";
import { outsideEndpoint } from "../../../src/cluster/model/outside.js";
import { parseAddress, parseBlock } from "../../../src/base/net/address.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { classesOf } from "../../../src/semantics/reach/classes.js";
import { Distinctions } from "../../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../../src/semantics/reach/ends.js";
import { mayBePod } from "../../../src/semantics/match/party.js";
import { Reach } from "../../../src/semantics/reach/reach.js";
import type { Endpoint } from "../../../src/cluster/model/endpoint.js";

const CASES: readonly { readonly name: string; readonly text: string; readonly others: string }[] = [
  {
    name: "at every address that a pod can have, also where a node may have addresses beside those",
    text: `{apiVersion: v1, kind: Node, metadata: {name: without-address}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {containers: [{name: web}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: db, namespace: shop, labels: {app: db}}, spec: {containers: [{name: db}]}}
---
${tied("[{networks: [10.0.0.0/17]}]", "[{networks: [10.0.128.0/17]}]")}`,
    others: "node",
  },
  {
    name: "with every value of a label that a pod has for certain, also where a pod that is not listed may lack it",
    text: `{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {containers: [{name: web}]}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: db, namespace: shop}
spec: {selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: {containers: [{name: db}]}}}
---
${tied(labelled("In"), labelled("NotIn"))}`,
    others: "addresses",
  },
];

/** Two APIs that tie, so that what each denies is taken off what is open. */
function tied(one: string, another: string): string {
  return `apiVersion: policy.networking.k8s.io/v1alpha1
kind: AdminNetworkPolicy
metadata: {name: older}
spec: {priority: 2, subject: {namespaces: {}}, egress: []}
---
apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: {name: newer}
spec:
  tier: Admin
  priority: 2
  subject: {namespaces: {}}
  egress: [{action: Deny, to: ${one}}, {action: Deny, to: ${another}}]`;
}

function labelled(operator: string): string {
  const revision = `{key: controller-revision-hash, operator: ${operator}, values: [a1]}`;
  const isThere = `{key: controller-revision-hash, operator: Exists}`;
  return `[{pods: {namespaceSelector: {}, podSelector: {matchExpressions: [${isThere}, ${revision}]}}}]`;
}

test.each(CASES)("what is denied $name, is denied", async ({ text, others }) => {
  const facts = { podBlocks: [parseBlock("10.0.0.0/16")!] };
  const { cluster } = await loadSources([{ name: "cluster.yaml", text }], { facts });
  const distinctions = new Distinctions(cluster);
  // The others first: what is asked of them must not become what is asked of the pods.
  const unlisted = AddressSet.single(parseAddress("10.0.0.77")!);
  const mayBeThere = { endpoint: outsideEndpoint(cluster, unlisted, "10.0.0.77", "ip/10.0.0.77") };
  const ends = [mayBeThere, ...endsOf(cluster, distinctions)].toSorted(
    (a, b) => Number(b.endpoint.type === others) - Number(a.endpoint.type === others),
  );
  const classes = classesOf(cluster, ends, distinctions);
  const reach = new Reach(cluster, REFERENCE, classes);
  const indexOf = (is: (endpoint: Endpoint) => boolean): number =>
    classes.findIndex(({ members }) => members.some(({ endpoint }) => is(endpoint)));
  const verdictsTo = (is: (endpoint: Endpoint) => boolean): string[] => {
    const { parts } = reach.flow(
      indexOf(({ id }) => id === "shop/pod/web"),
      indexOf(is),
      "IPv4",
    );
    return [...new Set(parts.map(({ verdict }) => verdict))];
  };
  const toOthers = verdictsTo((each) => each.type === others && (each.type === "node" || mayBePod(each)));
  expect([toOthers, verdictsTo(({ id }) => id.endsWith("/db"))]).toEqual([["unknown"], ["denied"]]);
});
