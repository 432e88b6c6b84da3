import {
  entries,
  field,
  fieldAt,
  items,
  numberOf,
  textOf,
  type Node,
} from "../../../source/manifest/node.js";
import { labelsIn } from "../workload/pod-spec.js";
import { labelsOf, type Labels } from "../../model/labels.js";
import { FAMILIES, parseAddress, parseBlock, type Address, type Family } from "../../../base/net/address.js";
import { portNameErrors } from "../../admission/validation/names.js";
import { portNumber, protocolOf } from "./ports.js";
import { scrapedPort, SCRAPE_ANNOTATIONS } from "./scraped.js";
import type { ApiObject } from "../../admission/request.js";
import type { KindReader, ObjectReading } from "../kind.js";
import type { Keep } from "../../../source/manifest/composed.js";
import type { ObjectRef } from "../../model/object-ref.js";
import type { Origin } from "../../../source/manifest/origin.js";
import type { ScrapedPort } from "../../model/configured.js";
import type { ServiceObject, ServicePort, ServiceType, SourceRanges } from "../../model/objects.js";

const PORTS: Keep = { name: true, protocol: true, port: true, targetPort: true, nodePort: true };

const METADATA: Keep = { name: true, namespace: true, labels: true };

const serviceKeep = (metadata: Keep): Keep => ({
  apiVersion: true,
  kind: true,
  metadata,
  spec: {
    type: true,
    allocateLoadBalancerNodePorts: true,
    clusterIP: true,
    clusterIPs: true,
    externalIPs: true,
    externalName: true,
    externalTrafficPolicy: true,
    internalTrafficPolicy: true,
    ipFamilies: true,
    ipFamilyPolicy: true,
    loadBalancerSourceRanges: true,
    selector: true,
    ports: PORTS,
  },
  status: { loadBalancer: { ingress: { ip: true, hostname: true } } },
});

/** v1 Service: its addresses, which are no pod's and no outside address, and the pods behind it (S-SVC-1). */
export const SERVICE: KindReader = {
  isNamespaced: true,
  keep: serviceKeep(METADATA),
  keepToLint: serviceKeep({ ...METADATA, annotations: SCRAPE_ANNOTATIONS }),
  read(object: ApiObject): ObjectReading {
    return { objects: [{ type: "service", service: new ReadService(object) }], problems: [] };
  },
};

const TYPES: readonly ServiceType[] = ["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"];

/** Types whose ports are open on every node, which whoever reaches a node reaches. */
const OUTSIDE_TYPES: ReadonlySet<ServiceType> = new Set(["NodePort", "LoadBalancer"]);

/** A Service of which its pods and ports are read when they are asked for: most questions need its addresses alone. */
class ReadService implements ServiceObject {
  readonly ref: ObjectRef;
  readonly addresses: readonly Address[];
  readonly addressesOf: ServiceObject["addressesOf"];
  readonly #node: Node;
  #selector: Labels | undefined;
  #ports: readonly ServicePort[] | undefined;

  constructor({ ref, node }: ApiObject) {
    this.ref = ref;
    this.#node = node;
    this.addressesOf = addressesIn(node);
    this.addresses = Object.values(this.addressesOf).flat();
  }

  get origin(): Origin {
    return this.#node.origin;
  }

  get labels(): Labels {
    return labelsIn(field(this.#node, "metadata"));
  }

  get type(): ServiceType {
    return TYPES.find((each) => each === this.#text("type")) ?? "ClusterIP";
  }

  get isHeadless(): boolean {
    return this.#text("clusterIP") === "None" && this.type !== "ExternalName";
  }

  get isPublished(): boolean {
    return OUTSIDE_TYPES.has(this.type) || items(field(this.#spec, "externalIPs")).length > 0;
  }

  get hasWaysPastBalancer(): boolean {
    if (this.type !== "LoadBalancer") return this.isPublished;
    const allocates = field(this.#spec, "allocateLoadBalancerNodePorts");
    const hasNodePorts =
      allocates?.value !== false || this.ports.some(({ nodePort }) => nodePort !== undefined);
    return hasNodePorts || items(field(this.#spec, "externalIPs")).length > 0;
  }

  get keepsClientAddress(): boolean {
    return this.#text("externalTrafficPolicy") === "Local";
  }

  get staysOnNode(): boolean {
    return this.#text("internalTrafficPolicy") === "Local";
  }

  get families(): readonly Family[] | undefined {
    const listed = new Set(items(field(this.#spec, "ipFamilies")).map(textOf));
    const families = FAMILIES.filter((each) => listed.has(each));
    const mayGetAnother =
      families.length === 1 && (this.#text("ipFamilyPolicy")?.endsWith("DualStack") ?? false);
    return families.length === 0 || mayGetAnother || this.selector === undefined ? undefined : families;
  }

  get externalName(): string | undefined {
    return this.type === "ExternalName" ? this.#text("externalName") : undefined;
  }

  get balancerNames(): readonly string[] {
    return balancersIn(this.#node).flatMap((each) => textOf(field(each, "hostname")) ?? []);
  }

  get sourceRanges(): SourceRanges | undefined {
    const list = field(this.#spec, "loadBalancerSourceRanges");
    const texts = items(list).flatMap((each) => textOf(each)?.trim() ?? []);
    if (list === undefined || texts.length === 0 || this.type !== "LoadBalancer") return undefined;
    return { blocks: texts.flatMap((text) => parseBlock(text) ?? []), origin: list.origin };
  }

  get selector(): Labels | undefined {
    const pairs = entries(field(this.#spec, "selector"));
    if (pairs.length === 0 || this.type === "ExternalName") return undefined;
    this.#selector ??= labelsOf(pairs.map(([key, value]) => [key, textOf(value) ?? ""]));
    return this.#selector;
  }

  get ports(): readonly ServicePort[] {
    this.#ports ??= items(field(this.#spec, "ports")).flatMap(servicePort);
    return this.#ports;
  }

  get untoldPorts(): readonly string[] {
    return items(field(this.#spec, "ports")).flatMap((each) => textOf(field(each, "port")) ?? []);
  }

  get scraped(): ScrapedPort | undefined {
    return scrapedPort(field(this.#node, "metadata"));
  }

  get #spec(): Node | undefined {
    return field(this.#node, "spec");
  }

  #text(key: string): string | undefined {
    return textOf(field(this.#spec, key));
  }
}

function balancersIn(node: Node): readonly Node[] {
  return items(fieldAt(node, "status", "loadBalancer", "ingress"));
}

function addressesIn(node: Node): ServiceObject["addressesOf"] {
  const spec = field(node, "spec");
  const listed = (key: string): (string | undefined)[] => items(field(spec, key)).map(textOf);
  return {
    cluster: parsed([textOf(field(spec, "clusterIP")), ...listed("clusterIPs")]),
    external: parsed(listed("externalIPs")),
    balancer: parsed(balancersIn(node).map((each) => textOf(field(each, "ip")))),
  };
}

function parsed(texts: readonly (string | undefined)[]): Address[] {
  return [...new Set(texts)].flatMap((text) => (text === undefined ? [] : (parseAddress(text) ?? [])));
}

/** A port that can be used; what a server would refuse is left out. */
function servicePort(node: Node): ServicePort[] {
  const port = portNumber(field(node, "port"));
  const protocol = protocolOf(field(node, "protocol"));
  const target = field(node, "targetPort");
  const number = portNumber(target);
  // A server puts the port in place of a zero or an empty text.
  const isUnset = numberOf(target) === 0 || textOf(target) === "";
  const isRefused = !isUnset && numberOf(target) !== undefined && number === undefined;
  const named = isUnset ? undefined : textOf(target);
  const isUntold = named !== undefined && portNameErrors(named).length > 0;
  if (port === undefined || protocol === undefined || isRefused) return [];
  return [
    {
      name: textOf(field(node, "name")),
      origin: (target ?? field(node, "port") ?? node).origin,
      protocol,
      port,
      target: number ?? named ?? port,
      ...(isUntold ? { isTargetUntold: true as const } : {}),
      nodePort: portNumber(field(node, "nodePort")),
    },
  ];
}
