// What one evaluated flow costs beside few and beside ten times as many policies that select neither of its ends.
import { explainFlow, loadSources } from "../dist/index.js";
import { median } from "./measure.mjs";

const FEW = 200;
const MANY = 2000;
const ROUNDS = 25;
const WARM_UP = 10;
const FLOWS = 200;

/** A cluster with one flow of interest, and policies of every tier that have nothing to do with it. */
async function clusterWith(unrelated) {
  const text = [
    ...["shop", "other"].map(
      (name) => `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}, labels: {team: ${name}}}\n`,
    ),
    ...["web", "db"].map(
      (name) =>
        `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop, labels: {app: ${name}}}\n`,
    ),
    networkPolicy("shop", "db-from-web", "db", "web"),
    ...Array.from({ length: unrelated }, (_, i) => unrelatedPolicy(i)),
  ].join("---\n");
  return loadSources([{ name: "cluster.yaml", text }]);
}

/** Of another namespace; of the same one, for other pods; of a tier, for another team; of a tier, for other pods. */
function unrelatedPolicy(i) {
  switch (i % 4) {
    case 0:
      return networkPolicy("other", `unrelated-${i}`, "web", "db");
    case 1:
      return networkPolicy("shop", `unrelated-${i}`, `app-${i}`, "web");
    case 2:
      return tierPolicy(i, `namespaces: {matchLabels: {team: team-${i}}}`);
    default:
      return tierPolicy(i, `pods: {namespaceSelector: {}, podSelector: {matchLabels: {app: app-${i}}}}`);
  }
}

function networkPolicy(namespace, name, app, from) {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: ${name}, namespace: ${namespace}}
spec:
  podSelector: {matchLabels: {app: ${app}}}
  policyTypes: [Ingress]
  ingress: [{from: [{podSelector: {matchLabels: {app: ${from}}}}], ports: [{port: 5432}]}]
`;
}

function tierPolicy(i, subject) {
  return `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: {name: unrelated-${i}}
spec:
  tier: Admin
  priority: ${i % 1000}
  subject: {${subject}}
  ingress: [{name: nobody, action: Deny, from: [{namespaces: {}}]}]
`;
}

/** Milliseconds for one flow, averaged over some. */
function costOf(cluster) {
  const start = performance.now();
  for (let i = 0; i < FLOWS; i++) explainFlow(cluster, { from: "shop/web", to: "shop/db", port: "5432" });
  return (performance.now() - start) / FLOWS;
}

/** Measures both in turn, so that what disturbs one disturbs both; the first rounds only warm up. */
export async function policyIndexRow() {
  const few = await clusterWith(FEW);
  const many = await clusterWith(MANY);
  const rounds = Array.from({ length: ROUNDS }, () => ({ few: costOf(few), many: costOf(many) })).slice(
    WARM_UP,
  );
  const cost = median(rounds.map((round) => round.few));
  const costOfMany = median(rounds.map((round) => round.many));
  const micro = (milliseconds) => (1000 * milliseconds).toFixed(0);
  return `${median(rounds.map((round) => round.many / round.few)).toFixed(2)} x ${FEW} unrelated policies   one flow beside ${MANY} of them   ${micro(costOfMany)} vs ${micro(cost)} µs`;
}
