import { auditedCluster } from "./sources.js";
import { Auditor } from "./auditor.js";
import { Distinctions } from "../../semantics/reach/distinctions.js";
import { intersectTraffic, type Traffic } from "../../base/net/traffic.js";
import { namedClass } from "./named-class.js";
import { resolvedClass } from "./resolved-class.js";
import { USUAL_CLASSES, type ClassName, type DestinationClass } from "./destinations.js";
import type { Audit } from "./result.js";
import type { Cluster } from "../../cluster/model/cluster.js";
import type { Resolved } from "../query/resolution.js";

/** A class that is asked about: by its name, or what a name stands for. */
export type AskedClass = ClassName | { readonly asked: string; readonly resolved: Resolved };

/** What is asked of an audit. */
export interface AuditQuestion {
  /** None for the usual ones. */
  readonly to: readonly AskedClass[];
  /** The pods that are asked about; none for all, those that do not exist yet among them. */
  readonly from: readonly Resolved[];
  readonly except: readonly Resolved[];
  /** Namespaces of which every pod is excepted. */
  readonly exceptNamespaces: readonly string[];
  /** What is asked about; all traffic where it is missing. */
  readonly traffic?: Traffic;
}

/**
 * Tells for each class and each group of pods whether the class is blocked, by what, and what leads round it (S-AUD-1). Every
 * address of a class, every port of TCP, UDP and SCTP and every other protocol, over both families.
 */
export function auditEgress(given: Cluster, question: AuditQuestion): Audit {
  const cluster = auditedCluster(given);
  const distinctions = new Distinctions(cluster);
  return new Auditor(cluster, distinctions, question, classesAsked(cluster, distinctions, question)).audit();
}

/** The classes that a question is about. */
export function classesAsked(
  cluster: Cluster,
  distinctions: Distinctions,
  { to, traffic }: Pick<AuditQuestion, "to" | "traffic">,
): readonly DestinationClass[] {
  const asked = to.length === 0 ? USUAL_CLASSES : to;
  return asked.map((each): DestinationClass => {
    const whole =
      typeof each === "string"
        ? namedClass(cluster, each, distinctions)
        : resolvedClass(cluster, each.asked, each.resolved, distinctions);
    return traffic === undefined ? whole : onTraffic(whole, traffic);
  });
}

/** A class on some traffic alone. */
function onTraffic(of: DestinationClass, traffic: Traffic): DestinationClass {
  const destinations = of.destinations.map((each) => ({
    ...each,
    traffic: intersectTraffic(each.traffic, traffic),
  }));
  return { ...of, destinations };
}
