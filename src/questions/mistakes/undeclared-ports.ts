import { destinationsOf } from "./destinations.js";
import { groupBy } from "../../base/collections/group-by.js";
import { oncePer } from "../../base/collections/once-per.js";
import { peersOf, rulesOf } from "../../cluster/model/policy-parts.js";
import { servicesOf } from "./service-ports.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { PodClass } from "./pod-index.js";
import type { PodEndpoint } from "../../cluster/model/endpoint.js";
import type { DirectedRule, PortMatch, Rule } from "../../cluster/model/policy.js";
import type { Problem, ProblemOf } from "../../cluster/problems/problem.js";
import type { Requirement } from "../../cluster/model/selector.js";
import type { Protocol } from "../../base/net/traffic.js";

type SinglePort = Extract<PortMatch, { type: "range" }>;

/** How many ports are named. */
const NAMED = 5;

/** How many rules beside the first are shown. */
const SHOWN = 3;

/**
 * Rules for single ports of one protocol, none of which any of their destinations has, though each declares some. Both sides of a
 * connection name its port: the rules that name the same ports of the same pods are one problem.
 */
export function* undeclaredPorts(cluster: Cluster): Generator<Problem> {
  const found = groupBy(undeclaredInRules(cluster), ({ facts: { protocol, ports, pod } }) =>
    JSON.stringify([protocol, ports, pod]),
  );
  for (const [first, ...others] of found.values()) {
    const related = others.slice(0, SHOWN).map(({ at }) => ({ at, role: "too" }));
    yield { ...first, ...(related.length === 0 ? {} : { related }) };
  }
}

function* undeclaredInRules(cluster: Cluster): Generator<ProblemOf<"port-not-declared">> {
  const destinations = destinationsOf(cluster);
  for (const directed of cluster.policies.flatMap(rulesOf)) {
    const items = singlePorts(directed.rule);
    const [first] = items;
    // Who selects every pod of a namespace means those to come, too.
    if (first === undefined || !namesPods(directed)) continue;
    const { protocol } = first;
    const classes = destinations.of(directed);
    cluster.work?.take(classes.reduce((pods, each) => pods + each.pods.length, 0));
    const listening = listeningOnAll(cluster, classes, protocol);
    const [pod] = classes;
    if (pod === undefined || listening === undefined || items.some((item) => listening.has(item.first)))
      continue;
    if (namesOthers(directed, classes)) continue;
    const ports = [...new Set(items.map((item) => item.first))].toSorted((a, b) => a - b);
    const declared = declaredBy(classes, protocol).slice(0, NAMED);
    yield {
      code: "port-not-declared",
      facts: { direction: directed.direction, protocol, ports, declared, pod: pod.name },
      at: first.origin,
      object: directed.policy.ref,
    };
  }
}

/** What the containers of some classes declare: of all that counts as listened on, what is written there. */
function declaredBy(classes: readonly PodClass[], protocol: Protocol): readonly number[] {
  const ports = classes.flatMap(({ pods }) => pods.flatMap((pod) => pod.ports ?? []));
  const own = ports.filter((each) => each.protocol === protocol).map(({ port }) => port);
  return [...new Set(own)].toSorted((a, b) => a - b);
}

/** True for a rule whose destinations are selected by labels. */
function namesPods(directed: DirectedRule): boolean {
  return requirementsOf(directed).every((requirements) => requirements.length > 0);
}

/** What the destinations of a rule have to have, selection by selection. */
function requirementsOf({ policy, direction, rule }: DirectedRule): readonly (readonly Requirement[])[] {
  const selections = direction === "ingress" ? [policy.subject] : peersOf(rule);
  return selections.map((each) => ("pods" in each ? (each.pods?.requirements ?? []) : []));
}

/** True where a list of values names pods that are not among some: what those listen on is not known. */
function namesOthers(directed: DirectedRule, classes: readonly PodClass[]): boolean {
  return requirementsOf(directed)
    .flat()
    .some(
      ({ key, operator, values }) =>
        operator === "In" &&
        values.some((value) => !classes.some(({ representative }) => representative.labels?.[key] === value)),
    );
}

/** The ports of a rule where each is one number of the same protocol, and none is a mesh's or of DNS. */
function singlePorts({ ports, failsClosed }: Rule): readonly SinglePort[] {
  if (ports.all || failsClosed !== undefined) return [];
  const items = ports.items.filter((item) => item.type === "range");
  const [first] = items;
  const isPlain = (item: SinglePort): boolean =>
    item.first === item.last && item.protocol === first?.protocol && !isAdded(item.first);
  return items.length === ports.items.length && items.every(isPlain) ? items : [];
}

/** Ports of sidecars that are put into pods, and of DNS, which has rules of its own. */
function isAdded(port: number): boolean {
  return port === 53 || (port >= 15_000 && port <= 15_099) || (port >= 4140 && port <= 4199);
}

/** What is listened on in any of some classes; undefined where it is not known of one. */
function listeningOnAll(
  cluster: Cluster,
  classes: readonly PodClass[],
  protocol: Protocol,
): ReadonlySet<number> | undefined {
  const ports = new Set<number>();
  const known = listeningIn(cluster)[protocol];
  for (const each of classes) {
    let own = known.get(each);
    if (own === undefined) known.set(each, (own = listeningOn(cluster, each.pods, protocol) ?? "unknown"));
    if (own === "unknown") return undefined;
    for (const port of own) ports.add(port);
  }
  return ports;
}

/** What was found out about classes: many rules are about the same ones. */
const listeningIn = oncePer<Cluster, ListeningByClass>(() => ({
  TCP: new Map(),
  UDP: new Map(),
  SCTP: new Map(),
}));

type ListeningByClass = Readonly<Record<Protocol, Map<PodClass, ReadonlySet<number> | "unknown">>>;

/**
 * What pods declare, and where Services lead to them; undefined where one declares nothing of the protocol: it may listen on
 * any port.
 */
function listeningOn(
  cluster: Cluster,
  pods: readonly PodEndpoint[],
  protocol: Protocol,
): ReadonlySet<number> | undefined {
  const ports = new Set<number>();
  for (const pod of pods) {
    const declared = (pod.ports ?? []).filter((each) => each.protocol === protocol);
    if (declared.length === 0) return undefined;
    const { behind, targets } = servicesOf(cluster);
    for (const { port } of declared) ports.add(port);
    for (const each of targets.get(pod.id) ?? []) if (each.protocol === protocol) ports.add(each.port);
    // A Service's own port is another mistake, with a rule of its own.
    for (const { port } of behind.get(pod.id) ?? []) {
      if (port.protocol !== protocol) continue;
      ports.add(port.port);
      if (port.nodePort !== undefined) ports.add(port.nodePort);
    }
  }
  return ports;
}
