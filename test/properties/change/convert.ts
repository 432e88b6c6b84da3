import { isPolicy } from "./objects.js";
import { changePolicy, edited, shortenPolicy, type Edit } from "./edit.js";
import type {
  AdminPeer,
  AdminPort,
  AdminRule,
  ClusterProtocol,
  KubernetesObject,
} from "../../reference/kubernetes.js";
import type { Random } from "../generate/random.js";
import type { Scenario } from "../generate/scenario.js";

/** A scenario whose older policies somebody has converted by hand, more or less well. */
export interface ConvertedByHand {
  readonly after: Scenario;
  /** What stands in the place of each policy that is no longer there under its kind and name. */
  readonly replaced: ReadonlyMap<KubernetesObject, readonly KubernetesObject[]>;
}

interface AdminSpec {
  readonly priority?: number;
  readonly subject: AdminPeer;
  readonly ingress?: readonly AdminRule[];
  readonly egress?: readonly AdminRule[];
}

const API_VERSION = "policy.networking.k8s.io/v1alpha2";

/**
 * Policies of older APIs as newer ones: most of the time all of them and as they should be, often split in some way that
 * need not be right, and sometimes edited afterwards.
 */
export function convertedByHand(made: Scenario, random: Random): ConvertedByHand {
  const isPartial = random.happens(1, 6);
  const spread = random.happens(1, 3) ? 2 + random.below(3) : 1;
  const replaced = new Map<KubernetesObject, readonly KubernetesObject[]>();
  for (const object of made.objects) {
    if (!isPolicy(object) || (isPartial && random.happens(1, 2))) continue;
    const converted = convert(object, spread, random);
    if (converted !== undefined) replaced.set(object, converted);
  }
  const objects = made.objects.flatMap((object) => replaced.get(object) ?? [renumbered(object, spread)]);
  const converted = { ...made, objects };
  const edit = EDITS[random.below(EDITS.length)]!;
  return { after: withPolicies(converted, edit, random), replaced };
}

/** Mostly a near miss: a policy with one thing less, or another one. */
const EDITS: readonly Edit[] = [
  (made) => made,
  (made) => made,
  shortenPolicy,
  shortenPolicy,
  changePolicy,
  edited,
];

/** Edits of policies only: what else a cluster has stays as it is. */
function withPolicies(made: Scenario, edit: Edit, random: Random): Scenario {
  const others = made.objects.filter((each) => !isPolicy(each));
  const { objects } = edit({ ...made, objects: made.objects.filter(isPolicy) }, random);
  return { ...made, objects: [...others, ...objects.filter(isPolicy)] };
}

/** The same order of priorities with room between them, for those that are split. */
function renumbered(object: KubernetesObject, spread: number): KubernetesObject {
  const { priority, ...spec } = (object.spec ?? {}) as AdminSpec;
  if (priority === undefined || spread === 1) return object;
  return { ...object, spec: { ...spec, priority: spaced(priority, spread) } };
}

function spaced(priority: number, spread: number): number {
  return Math.min(priority, 300) * spread;
}

function convert(
  object: KubernetesObject,
  spread: number,
  random: Random,
): readonly KubernetesObject[] | undefined {
  if (object.apiVersion === "extensions/v1beta1") return [{ ...object, apiVersion: "networking.k8s.io/v1" }];
  const isBaseline = object.kind === "BaselineAdminNetworkPolicy";
  if (!isBaseline && object.kind !== "AdminNetworkPolicy") return undefined;
  const { priority = 10, subject, ingress, egress } = object.spec as AdminSpec;
  const rulesOf = (rules: readonly AdminRule[] | undefined): AdminRule[] | undefined =>
    rules?.flatMap((rule) => splitRule(newRule(rule), random));
  const spec = {
    tier: isBaseline ? "Baseline" : "Admin",
    priority: spaced(priority, spread),
    subject,
    ...(ingress === undefined ? {} : { ingress: rulesOf(ingress) }),
    ...(egress === undefined ? {} : { egress: rulesOf(egress) }),
  };
  const whole = { ...object, apiVersion: API_VERSION, kind: "ClusterNetworkPolicy", spec };
  return random.happens(1, 3) ? splitPolicy(whole, random) : [whole];
}

/** The first rules in one policy, the others in a second one behind it. */
function splitPolicy(object: KubernetesObject, random: Random): readonly KubernetesObject[] {
  const { ingress = [], egress = [], ...spec } = object.spec as AdminSpec;
  const [first, second] = [random.below(ingress.length + 1), random.below(egress.length + 1)];
  const priority = (spec.priority ?? 0) + (random.happens(3, 4) ? 1 : random.below(2) - 1);
  const next = {
    ...object,
    metadata: { ...object.metadata, name: `${object.metadata?.name}-2` },
    spec: { ...spec, priority, ingress: ingress.slice(first), egress: egress.slice(second) },
  };
  return [
    { ...object, spec: { ...spec, ingress: ingress.slice(0, first), egress: egress.slice(0, second) } },
    next,
  ];
}

function newRule({ ports, action, ...rule }: AdminRule): AdminRule {
  const protocols = ports?.flatMap(newProtocol);
  const isLeft = protocols !== undefined && protocols.length > 0;
  return { ...rule, action: action === "Allow" ? "Accept" : action, ...(isLeft ? { protocols } : {}) };
}

/** What matches nothing is left out, even where a rule then has no ports at all. */
function newProtocol({ portNumber, portRange, namedPort }: AdminPort): ClusterProtocol[] {
  if (typeof namedPort === "string") return [{ destinationNamedPort: namedPort }];
  const key = (portNumber ?? portRange)?.protocol?.toLowerCase() ?? "";
  const protocol = key === "" ? "tcp" : key;
  if (!["tcp", "udp", "sctp"].includes(protocol)) return [];
  if (portNumber) return [{ [protocol]: { destinationPort: { number: portNumber.port } } }];
  if (!portRange || portRange.start > portRange.end) return [];
  const { start, end } = portRange;
  return [{ [protocol]: { destinationPort: { range: { start, end } } } }];
}

/** A rule as one for each peer, for each port, or for each pair of them; some of it may be lost. */
function splitRule(rule: AdminRule, random: Random): AdminRule[] {
  const list = rule.from ? "from" : "to";
  const peers = rule[list] ?? [];
  const ports = rule.protocols ?? undefined;
  const byPeer = random.happens(1, 3);
  const byPort = ports !== undefined && random.happens(1, 3);
  const parts = (byPeer ? peers.map((peer) => [peer]) : [peers]).flatMap((some) =>
    (byPort ? ports.map((port) => [port]) : [ports]).map((each) => ({
      ...rule,
      [list]: some,
      ...(each === undefined ? {} : { protocols: each }),
    })),
  );
  return parts.length > 1 && random.happens(1, 4) ? parts.slice(1) : parts;
}
