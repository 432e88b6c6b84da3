import { conjunction } from "../base/text/list.js";
import { portText as runOfPorts } from "../base/text/ports.js";
import { encode } from "./encode.js";
import { ruleLabel } from "../base/text/rule-label.js";
import { NAMESPACE_NAME_LABEL } from "../cluster/model/labels.js";
import type {
  ComparedPeer,
  Direction,
  NamespaceComparison,
  NamespaceSelection,
  Peer,
  PodSelection,
  Policy,
  PortMatch,
  Rule,
} from "../cluster/model/policy.js";
import { kindAndName, qualifiedName, type ObjectRef } from "../cluster/model/object-ref.js";
import type { Requirement, Selector } from "../cluster/model/selector.js";

export { conjunction };
export { protocolList, trafficText } from "../base/text/traffic.js";

/** `app=web`, `tier in (a, b)`, `!app`. */
export function requirementText({
  key,
  operator,
  values,
}: Pick<Requirement, "key" | "operator" | "values">): string {
  const name = encode(key);
  const list = values.map(valueText).join(", ");
  switch (operator) {
    case "In":
      return values.length === 1 ? `${name}=${list}` : `${name} in (${list})`;
    case "NotIn":
      return values.length === 1 ? `${name}!=${list}` : `${name} not in (${list})`;
    case "Exists":
      return `label ${name}`;
    case "DoesNotExist":
      return `no label ${name}`;
  }
}

/** `app=web,tier=front`. */
function selectorText(selector: Selector): string {
  return selector.requirements.map(requirementText).join(",");
}

/** `app=web in namespaces labelled env=prod`, `every pod of namespace shop`. */
function podSelectionText({ namespaces, pods }: PodSelection): string {
  const labels = pods === undefined ? "" : selectorText(pods);
  const where = namespacesText(namespaces);
  if (labels === "") return namespaces.own === undefined ? where : `every pod of ${where}`;
  return namespaces.own === undefined ? `${labels} in ${where}` : labels;
}

function namespacesText(namespaces: NamespaceSelection): string {
  if (namespaces.own !== undefined) return `namespace ${encode(namespaces.own)}`;
  const { requirements } = namespaces.selector;
  const [only] = requirements;
  if (only === undefined) return "every namespace";
  const isName = requirements.length === 1 && only.key === NAMESPACE_NAME_LABEL && only.operator === "In";
  if (!isName)
    return `namespaces ${isPairs(requirements) ? "labelled" : "with"} ${selectorText(namespaces.selector)}`;
  return `${only.values.length === 1 ? "namespace" : "namespaces"} ${only.values.map(encode).join(", ")}`;
}

/** True for what `matchLabels` can say: `env=prod,tier=front`. */
function isPairs(requirements: readonly Requirement[]): boolean {
  return requirements.every(({ operator, values }) => operator === "In" && values.length === 1);
}

/** `app=web in namespaces with the subject's tenant`. */
function comparedText({ comparison, pods }: ComparedPeer): string {
  const labels = pods === undefined ? "" : selectorText(pods);
  const where = comparisonText(comparison);
  return labels === "" ? `every pod of ${where}` : `${labels} in ${where}`;
}

/** `namespaces with the subject's tenant`, `the subject's namespace`. */
function comparisonText(comparison: NamespaceComparison): string {
  if (comparison.of === "names")
    return comparison.isSame ? "the subject's namespace" : "namespaces other than the subject's";
  const keys = comparison.keys.map(encode).join(", ");
  return comparison.of === "same-labels"
    ? `namespaces with the subject's ${keys}`
    : `namespaces whose ${keys} differs from the subject's`;
}

/** `app=web`, `10.0.0.0/8 except 10.1.0.0/16`, `nodes role=edge`. */
export function peerText(peer: Peer): string {
  switch (peer.type) {
    case "pods":
      return podSelectionText(peer);
    case "compared":
      return comparedText(peer);
    case "addresses": {
      const { text, except } = peer.block;
      return except.length === 0
        ? encode(text)
        : `${encode(text)} except ${except.map((each) => encode(each.text)).join(", ")}`;
    }
    case "nodes": {
      const labels = selectorText(peer.selector);
      return labels === "" ? "every node" : `nodes ${labels}`;
    }
    case "domains":
      return encode(peer.pattern);
    case "nothing":
      return "nothing";
  }
}

/** `TCP 7070`, `all UDP ports`, `port name http`. */
export function portMatchText(port: PortMatch): string {
  switch (port.type) {
    case "range":
      return runOfPorts(port.protocol, [port.first, port.last]);
    case "name":
      return `port name ${encode(port.name)}${port.protocol === undefined || port.protocol === "TCP" ? "" : ` (${port.protocol})`}`;
    case "nothing":
      return "no port";
  }
}

/** `app=web`, `app=""`. */
export function labelPairText(key: string, value: string): string {
  return `${encode(key)}=${valueText(value)}`;
}

function valueText(value: string): string {
  return value === "" ? '""' : encode(value);
}

/** `rule 2 "web"`: a rule by its position and its name. */
export function ruleText({ index, name }: Pick<Rule, "index" | "name">): string {
  return ruleLabel(index + 1, name === undefined ? undefined : `"${encode(name)}"`);
}

/** How many peers or ports of a rule are written out. */
const SHOWN = 2;

function listText(items: readonly string[]): string {
  const shown = items.slice(0, SHOWN);
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(" or ");
}

/** The peer and the port of a rule that matched; both are missing of a rule without any. */
export interface Matched {
  readonly peer?: Peer | undefined;
  readonly port?: PortMatch | undefined;
}

/** `from app=web, TCP 7070`: the rule's condition, or of a rule without any, "everything". */
export function ruleConditionText(rule: Rule, direction: Direction, only?: Matched): string {
  const word = direction === "ingress" ? "from" : "to";
  const peers = only?.peer !== undefined ? [only.peer] : rule.peers.all ? undefined : rule.peers.items;
  const ports = only?.port !== undefined ? [only.port] : rule.ports.all ? undefined : rule.ports.items;
  const peerPart =
    peers === undefined
      ? `${word} anywhere`
      : peers.length === 0
        ? `${word} nobody`
        : `${word} ${listText(peers.map(peerText))}`;
  if (ports === undefined) return peerPart;
  return `${peerPart}, ${ports.length === 0 ? "no port" : listText(ports.map(portMatchText))}`;
}

/** `NetworkPolicy shop/web`, `ClusterNetworkPolicy tenants`. */
export function policyText(ref: Omit<ObjectRef, "apiVersion">): string {
  return encode(kindAndName(ref));
}

/** How many objects a sentence names. */
const MOST_NAMED = 4;

/** `A, B and C`; of many, the first and the number of the others. */
export function namesText(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return conjunction(more > 1 ? [...names.slice(0, MOST_NAMED), `${more} others`] : names);
}

/** `NetworkPolicies shop/web and shop/db`: a kind is said once, and of many the first are named. */
export function policiesText(refs: readonly ObjectRef[]): string {
  const kinds = new Set(refs.map(({ kind }) => kind));
  return conjunction(
    [...kinds].map((kind) => {
      const ofKind = refs.filter((ref) => ref.kind === kind);
      const [only, ...others] = ofKind;
      if (only !== undefined && others.length === 0) return policyText(only);
      return encode(`${kind.replace(/y$/, "ie")}s ${namesText(ofKind.map(qualifiedName))}`);
    }),
  );
}

/** `tenants (priority 20)`, `web`. */
export function policyLabel({ ref, priority }: Policy): string {
  return priority === undefined ? encode(ref.name) : `${encode(ref.name)} (priority ${priority})`;
}
