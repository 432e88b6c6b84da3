import { encode } from "./encode.js";
import { placeText } from "./place.js";
import { formatAddress } from "../base/net/address.js";
import { kindAndName, qualifiedName } from "../cluster/model/object-ref.js";
import type { Result } from "../questions/explain/result.js";
import type { ServiceObject } from "../cluster/model/objects.js";
import type { AddedBy, ServicePath } from "../cluster/model/service-path.js";
import type { Unreachable } from "../semantics/evaluate/decider.js";

/** Why a Service does not lead to its pods, which no policy decides. */
export function unreachableText({
  service,
  why,
}: {
  readonly service: ServiceObject;
  readonly why: Unreachable;
}): string {
  const name = encode(qualifiedName(service.ref));
  return why === "not-published"
    ? `Service ${name} is not reachable from outside the cluster`
    : `the load balancer of Service ${name} blocks the source (loadBalancerSourceRanges)`;
}

/** `Service shop/cart TCP 80`, `Service shop/cart TCP 80 (node port 30080)`. */
export function serviceText({ service, entrance, port, number }: ServicePath): string {
  const name = `Service ${encode(qualifiedName(service.ref))}`;
  const sent =
    port === undefined ? (number === undefined ? "" : ` port ${number}`) : ` ${port.protocol} ${port.port}`;
  const node = entrance?.type === "node-port" && number !== undefined ? ` (node port ${number})` : "";
  return `${name}${sent}${node}${addressText(entrance)}`;
}

/** `EndpointSlice shop/cart-extra (a.yaml:12:1)`: what adds an endpoint to those that a Service selects. */
export function addedByText({ ref, origin }: AddedBy): string {
  return `${encode(kindAndName(ref))} (${placeText(origin)})`;
}

function addressText(entrance: ServicePath["entrance"]): string {
  if (entrance === undefined || entrance.type === "cluster" || entrance.type === "node-port") return "";
  const what = entrance.type === "balancer" ? "load balancer" : "external address";
  return entrance.address === undefined ? ` (${what})` : ` (${what} ${formatAddress(entrance.address)})`;
}

/** `through Service shop/cart TCP 80: the policy sees port 8080 on the pod, not 80 on the Service`. */
export function throughText({ path, traffic, to, isHairpin, route }: Result): string | undefined {
  const way = [
    ...(route === undefined ? [] : [encode(kindAndName(route.ref))]),
    ...(path === undefined ? [] : [serviceText(path)]),
  ];
  if (way.length === 0) return undefined;
  const added = path?.addedBy === undefined ? "" : `, to what ${addedByText(path.addedBy)} adds to it`;
  const text = `through ${way.join(" and ")}${added}${isHairpin ? ", the pod to itself" : ""}`;
  if (path === undefined) return text;
  const { port, entrance, number } = path;
  if (port === undefined || to.kind === "Service") return text;
  if (entrance === undefined && route === undefined)
    return `${text}: headless, so its name resolves to the pods, and the port is the pod's`;
  const seen = traffic[port.protocol][0]?.[0];
  if (seen === undefined || seen === number) return text;
  const where = to.pods.length > 0 || to.namespace !== undefined ? "the pod" : "the endpoint";
  return `${text}: the policy sees port ${seen} on ${where}, not ${number ?? port.port} on ${entrance?.type === "node-port" ? "the node" : "the Service"}`;
}
