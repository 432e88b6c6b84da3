import { AddressSet } from "../../src/base/net/address-set.js";
import { classesOf, type End, type EndClass } from "../../src/semantics/reach/classes.js";
import { Distinctions } from "../../src/semantics/reach/distinctions.js";
import { endsOf } from "../../src/semantics/reach/ends.js";
import { outsideEndpoint } from "../../src/cluster/model/outside.js";
import { parseAddress } from "../../src/base/net/address.js";
import { Reach } from "../../src/semantics/reach/reach.js";
import { REFERENCE, type Cluster, type Profile, type Verdict } from "../../src/index.js";
import type { Asked } from "./flow.js";

/**
 * The verdict of a flow to one TCP or UDP port, as the map of all flows has it; undefined where an end is a Service, or a pod that
 * is only thought of: those are no ends of a map.
 */
export function verdictInMap(
  { result, cluster }: Asked,
  flow: string,
  profile: Profile = REFERENCE,
): Verdict | undefined {
  if (result.path !== undefined) return undefined;
  const [from = "", to = "", protocol = "", port] = flow.split(/ -> | /);
  const distinctions = new Distinctions(cluster);
  const ends: readonly End[] = [
    ...endsOf(cluster, distinctions),
    ...[from, to].flatMap((each) => outsideOf(cluster, each)),
  ];
  const reach = new Reach(cluster, profile, classesOf(cluster, ends, distinctions));
  const [source, destination] = [from, to].map((each) => classCalled(reach.classes, each));
  if (source === undefined || destination === undefined) return undefined;
  const key = protocol === "udp" ? "UDP" : "TCP";
  const part = reach
    .flow(source.index, destination.index, "IPv4")
    .parts.find(({ traffic }) =>
      traffic[key].some(([first, last]) => first <= Number(port) && Number(port) <= last),
    );
  return part?.verdict;
}

function outsideOf(cluster: Cluster, text: string): End[] {
  const address = parseAddress(text);
  if (address === undefined) return [];
  return [{ endpoint: outsideEndpoint(cluster, AddressSet.single(address), text, `ip/${text}`) }];
}

function classCalled(classes: readonly EndClass[], text: string): EndClass | undefined {
  const [namespace = "", name] = text.split("/");
  const ids = new Set([text, `ip/${text}`, `domain/${text}`, `${namespace}/pod/${name ?? ""}`]);
  return classes.find(
    ({ members, isOwnNode }) => !isOwnNode && members.some(({ endpoint }) => ids.has(endpoint.id)),
  );
}
